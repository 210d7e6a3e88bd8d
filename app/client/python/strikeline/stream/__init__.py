"""The stream: events as they happen, once and in order, across reconnects."""
