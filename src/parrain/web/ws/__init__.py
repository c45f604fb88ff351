"""The WebSocket side: messages in and out, in the reader's language."""
