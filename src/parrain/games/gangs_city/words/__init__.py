"""What Gangs City says: names, events, the table in words, reasons. Interpreted: words are not what must be fast."""
