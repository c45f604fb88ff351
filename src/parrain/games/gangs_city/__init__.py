"""Gangs City: gangs, traffics and gunfights in a hex city that grows. Hidden plans, secret bids."""
