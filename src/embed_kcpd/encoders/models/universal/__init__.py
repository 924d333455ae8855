"""The multilingual Universal Sentence Encoder, version 3: its pieces, network and session."""
