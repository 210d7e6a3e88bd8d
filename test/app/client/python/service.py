"""The service that the tests ask, as their environment names it."""

import os

BASE_URL = os.environ.get("STRIKELINE_URL", "")
API_KEY = os.environ.get("STRIKELINE_API_KEY", "")
WALLET_ID = os.environ.get("STRIKELINE_WALLET_ID", "")
#: A market that is always open, and one whose venue answers orders a second late.
MARKET = os.environ.get("STRIKELINE_MARKET", "")
DELAYED_MARKET = os.environ.get("STRIKELINE_DELAYED_MARKET", "")
