"""The lab: simulations, the trace of the rules, reports."""
