"""A bot that prints each target as its window opens: `python bot.py http://127.0.0.1:3000`."""

import sys
from strikeline import Client, GapEvent, TargetEvent

client = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:3000")
for event in client.stream.targets(assets=["btc", "eth"], intervals=["5min"]):
    if isinstance(event, TargetEvent):
        print(f"{event.slug} opened at ${event.price}", flush=True)
    elif isinstance(event, GapEvent):
        print(f"{event.topic} has nothing from {event.from_seq} to {event.to_seq}", flush=True)
    else:
        print(f"the {event.provider} is {event.state}", flush=True)
