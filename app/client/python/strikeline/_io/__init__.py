"""The part that touches the world: connections, threads and the event loop."""
