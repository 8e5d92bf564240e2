"""HTTP around the worker: it queues, runs, streams and serves, and never computes."""
