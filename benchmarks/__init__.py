"""`make bench`: the program beside its peers and its limits, as Markdown for docs/measurements.md."""
