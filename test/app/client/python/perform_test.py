"""A call's attempts, without a socket and without time."""

import unittest
from datetime import datetime, timezone

from attempts import HEALTHY, LOST, NOT_SENT, World, refusal
from strikeline import (
    ApiError,
    AuthenticationError,
    BadRequest,
    Conflict,
    ConnectionFailed,
    DeadlinePassed,
    InternalError,
    NotFound,
    PermissionDenied,
    RateLimited,
    StrikelineError,
)
from strikeline._core.call import Answer
from strikeline._core.http_date import http_date
from strikeline.fees import estimate
from strikeline.games import list as list_games
from strikeline.orders import cancel
from strikeline.service import health
from strikeline.wallets import set_guard


class Reading(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()

    def test_repeats(self) -> None:
        """a reading call is repeated after a broken connection, 429, 502, 503 and 504"""
        for trouble in (LOST, NOT_SENT, *map(refusal, (429, 502, 503, 504))):
            value = self.world.run(health(), trouble, Answer(200, {}, HEALTHY))
            self.assertEqual((value.ok, len(self.world.sent)), (True, 2))

    def test_refusals(self) -> None:
        """a refusal or an error of the service ends a reading call, and says what to do"""
        for status, error in (
            (400, BadRequest),
            (401, AuthenticationError),
            (403, PermissionDenied),
            (404, NotFound),
            (405, ApiError),
            (409, Conflict),
            (500, InternalError),
        ):
            with self.assertRaises(error) as caught:
                self.world.run(health(), refusal(status, x_request_id="r-1"))
            failure = caught.exception
            facts = (failure.status, failure.code, failure.request_id, str(failure))
            self.assertEqual(facts, (status, "unavailable", "r-1", "No: Wait"))
            self.assertEqual(len(self.world.sent), 1, status)

    def test_gives_up(self) -> None:
        """a reading call is repeated as often as `retries` says, with waits that double"""
        with self.assertRaises(ConnectionFailed):
            self.world.run(health(), LOST, retries=3)
        self.assertEqual(self.world.pauses, [0.25, 0.5, 1.0])

    def test_obeys_retry_after(self) -> None:
        """no attempt is made before `Retry-After`, as seconds or as a date"""
        date = "Thu, 01 Jan 2026 00:00:00 GMT"
        later = "Thu, 01 Jan 2026 00:00:09 GMT"
        for headers, wait in (({"retry_after": "7"}, 7), ({"retry_after": later, "date": date}, 9)):
            self.world.run(health(), refusal(503, **headers), Answer(200, {}, HEALTHY))
            self.assertEqual(self.world.pauses, [wait])

    def test_dates_that_are_none(self) -> None:
        """a header that is no date, however absurd, is as good as none"""
        reset = {"x_ratelimit_remaining": "0", "x_ratelimit_reset": "1767225630"}
        absurd = "Thu, 01 Jan 99999999999999999999 00:00:00 GMT"
        for date in ("soon", absurd, "Thu, 01 Jan 2026 99999999999:00:00 GMT", ""):
            trouble = refusal(503, retry_after=date, date=date, **reset)
            self.world.run(health(), trouble, Answer(200, {}, HEALTHY))
            self.assertEqual(self.world.pauses, [0.25], date)
        # This zone says that there is none, and means UTC.
        midnight = datetime(2026, 1, 1, tzinfo=timezone.utc)
        self.assertEqual(http_date("Thu, 01 Jan 2026 00:00:00 -0000"), midnight)

    def test_does_not_sleep_past_its_deadline(self) -> None:
        """a call whose wait would pass its deadline fails at once"""
        with self.assertRaises(RateLimited) as caught:
            self.world.run(health(), refusal(429, retry_after="61"))
        self.assertEqual((self.world.pauses, caught.exception.retry_after), ([], 61))
        with self.assertRaises(DeadlinePassed):
            self.world.run(health(), LOST, timeout=0.5, retries=100)
        self.assertLess(sum(self.world.pauses), 0.5)

    def test_posts_are_not_repeated(self) -> None:
        """a POST without a key is never repeated, and a DELETE and a renewal are"""
        asked = estimate(making_amount=1, taking_amount=2, event_slug="e")
        for trouble in (LOST, NOT_SENT, refusal(429, retry_after="1"), refusal(503)):
            with self.assertRaises(StrikelineError):
                self.world.run(asked, trouble)
            self.assertEqual(len(self.world.sent), 1)
        gone = Answer(200, {}, b'{"ok": true, "canceled": [], "not_canceled": {}}')
        self.world.run(cancel("w"), LOST, gone)
        self.assertEqual(len(self.world.sent), 2)
        armed = b'{"ok": true, "seconds": 15, "fires_at": "2026-01-01T00:00:15.000Z", '
        armed += b'"venue": false}'
        value = self.world.run(set_guard("w", 15), LOST, refusal(503), Answer(200, {}, armed))
        asked = {(each.method, each.target, each.body) for each in self.world.sent}
        target = "/api/v1/wallets/guard?walletId=w"
        self.assertEqual(asked, {("PUT", target, b'{"seconds": 15}')})
        self.assertEqual((len(self.world.sent), value.seconds), (3, 15))
        self.world.run(set_guard("w", 0, venue=True), Answer(200, {}, armed))
        self.assertEqual(self.world.sent[-1].body, b'{"seconds": 0, "venue": true}')

    def test_keeps_tagged_answers(self) -> None:
        """a tagged answer is asked for with its tag, and a 304 gives the kept value"""
        meta = b'{"as_of": "2026-01-01T00:00:00Z", "redistributable_filter": "internal", '
        meta += b'"venues_checked": [], "total": 0, "withheld": {"games": 0, "reason": ""}}'
        body = b'{"data": [], "next_cursor": null, "meta": ' + meta + b"}"
        first = self.world.run(list_games(), Answer(200, {"etag": 'W/"1"'}, body))
        again = self.world.run(list_games(), Answer(304, {}, b""))
        self.assertEqual(self.world.sent[0].headers["if-none-match"], 'W/"1"')
        self.assertIs(first, again)
        for limit in range(1, 6):
            self.world.run(list_games(limit=limit), Answer(200, {"etag": 'W/"2"'}, body))
        self.assertEqual(len(self.world.around.kept), 4)
        self.world.run(list_games(), Answer(200, {}, body))
        self.assertNotIn("if-none-match", self.world.sent[0].headers)


class Limits(unittest.TestCase):
    HEADERS = {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1767225630",
        "date": "Thu, 01 Jan 2026 00:00:00 GMT",
    }

    def setUp(self) -> None:
        self.world = World()

    def test_waits(self) -> None:
        """a call waits for the reset rather than be refused, and only calls of that limit do"""
        self.world.run(health(), Answer(200, self.HEADERS, HEALTHY))
        gone = Answer(200, {}, b'{"ok": true, "canceled": [], "not_canceled": {}}')
        self.world.run(cancel("w"), gone)
        self.assertEqual(self.world.pauses, [])
        self.world.run(health(), Answer(200, {}, HEALTHY))
        self.assertAlmostEqual(self.world.pauses[0], 30, delta=0.2)

    def test_does_not_wait(self) -> None:
        """a call fails without a request if it may not wait, or not long enough"""
        for settings in ({"wait_for_limits": False}, {"timeout": 5.0}):
            self.world.run(health(), Answer(200, self.HEADERS, HEALTHY))
            with self.assertRaises(RateLimited) as caught:
                self.world.run(health(), Answer(200, {}, HEALTHY), **settings)
            self.assertEqual((self.world.sent, caught.exception.status), ([], 429))
            self.world.now += 40

    def test_counts_requests_in_flight(self) -> None:
        """requests that are not answered yet count"""
        last = {**self.HEADERS, "x-ratelimit-remaining": "1"}
        self.world.run(health(), Answer(200, last, HEALTHY))
        limits = self.world.around.limits
        self.assertEqual(limits.begin("health", self.world.now), 0)
        self.assertGreater(limits.begin("health", self.world.now), 0)
        limits.end("health", None, self.world.now)
        self.assertEqual(limits.begin("health", self.world.now), 0)

    def test_does_not_believe_far_resets(self) -> None:
        """a reset of another clock than that of `Date` is not waited for"""
        far = {**self.HEADERS, "x-ratelimit-reset": "1767300000"}
        self.world.run(health(), Answer(200, far, HEALTHY))
        self.world.run(health(), Answer(200, {}, HEALTHY))
        self.assertEqual(self.world.pauses, [])
