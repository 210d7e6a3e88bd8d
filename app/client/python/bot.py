"""A bot that prints every second what the open window costs, and buys Up once a window."""

import os
import sys
import time
from decimal import Decimal
from strikeline import Client, StrikelineError

url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:3000"
client = Client(url, api_key=os.environ["STRIKELINE_API_KEY"])
wallet_id, limit, bought = client.account.details().wallets[0].id, Decimal("0.9"), ""
for window in client.stream.windows("btc", "5min"):
    slug, distance, up = window.slug, window.distance, window.outcome("Up")
    ask, left = up.best_ask if up else None, window.seconds_left()
    if window.phase != "open":
        continue
    print(slug, window.target.price, distance, ask or "no ask", left, flush=True)
    if slug != bought and (ask or 1) < limit and (distance or 0) > 20 and left < 240:
        order = {"slug": slug, "outcome": "Up", "side": "BUY", "amount": 5, "limit_price": limit}
        try:
            placed = client.orders.market(wallet_id=wallet_id, idempotency_key=slug, **order)
            print(placed.status, placed.filled.shares, "shares", flush=True)
        except StrikelineError as refused:
            print(refused, flush=True)
        bought = slug
    time.sleep(1)
