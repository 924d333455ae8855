"""Chats: Slack, Discord, Telegram, WhatsApp, Messenger; one file per format."""
