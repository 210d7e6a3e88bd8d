"""Carries out the steps of calls without a socket, on a clock of its own."""

from typing import Any

from strikeline._core.call import Answer, Call
from strikeline._core.kept_answers import KeptAnswers
from strikeline._core.perform import Pause, Surroundings, perform
from strikeline._core.settings import Settings
from strikeline._core.verdict import NoAnswer
from strikeline.orders import market

ORDER: dict[str, Any] = dict(wallet_id="w", slug="s", outcome="Up", side="BUY", amount=5)
HEALTHY = b'{"ok": true, "service": "strikeline", "now": "2026-01-01T00:00:00.000Z"}'
PLACED = (
    b'{"ok": true, "orderId": "0x1", "status": "matched", "latencyS": 0.1, "order": {"slug": "s",'
    b' "outcome": "Up", "tokenId": "1", "side": "BUY", "amount": 5, "negRisk": false},'
    b' "filled": {"shares": 9.8, "usdc": 4.99, "averagePrice": null}}'
)
#: A claim, a split or a merge, but for its state.
ACTION: dict[str, Any] = {
    "kind": "claim",
    "id": "019b2f6e-7a80-7cc4-9d1e-3f0a5b6c7d8e",
    "condition_id": "0x" + "1" * 64,
    "slug": None,
    "usdc": None,
    "tx": None,
    "why": None,
    "automatic": False,
    "requested_at": "2026-01-01T00:00:00.000Z",
    "ended_at": None,
}
LOST = NoAnswer("the connection broke", was_sent=True)
NOT_SENT = NoAnswer("nobody listens", was_sent=False)


def refusal(status: int, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, named, b'{"error": "No", "code": "unavailable", "hint": "Wait"}')


def order(**more: Any) -> Call[Any]:
    return market(**ORDER, **more)


class World:
    """Carries out the steps of one call at a time, on a clock of its own."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.around = Surroundings(KeptAnswers(4), now=lambda: self.now, random=lambda: 0.0)
        self.sent: list[Any] = []
        self.pauses: list[float] = []

    def run(self, call: Call[Any], *answers: Answer | NoAnswer, **settings: Any) -> Any:
        """Performs a call with these answers; each takes a tenth of a second, the last repeats."""
        steps = perform(call, Settings(**settings), self.around)
        told: Answer | NoAnswer | None = None
        self.sent, self.pauses = [], []
        try:
            while True:
                step = steps.send(told)
                if isinstance(step, Pause):
                    self.pauses.append(step.seconds)
                    self.now += step.seconds
                    told = None
                else:
                    told = answers[min(len(self.sent), len(answers) - 1)]
                    self.sent.append(step.request)
                    self.now += 0.1
        except StopIteration as done:
            return done.value
