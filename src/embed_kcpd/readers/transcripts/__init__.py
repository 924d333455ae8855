"""Transcripts of recordings: subtitles, captions, and what speech recognisers write."""
