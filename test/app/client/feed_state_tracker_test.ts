import { describe, expect, test } from "bun:test";
import { FeedStateTracker } from "../../../app/client/feed_state_tracker.ts";
import type { FeedState } from "../../../app/client/frame.ts";

const feed = (state: FeedState, since = "2026-01-01T00:00:00Z") =>
  ({ type: "feed", provider: "oracle", state, since }) as const;
const NOW = "2026-01-02T00:00:00Z";

describe("FeedStateTracker", () => {
  test("reports a state once, and a recovery only after a trouble", () => {
    const tracker = new FeedStateTracker();
    expect(tracker.take(feed("healthy"))).toBeUndefined();
    expect(tracker.take(feed("degraded"))).toEqual(feed("degraded"));
    expect(tracker.take(feed("degraded"))).toBeUndefined();
    expect(tracker.take(feed("degraded", NOW))).toEqual(feed("degraded", NOW));
    expect(tracker.take(feed("healthy"))).toEqual(feed("healthy"));
    expect(tracker.take(feed("healthy", NOW))).toBeUndefined();
  });

  test("reports a recovery that the connection missed", () => {
    const tracker = new FeedStateTracker();
    tracker.take(feed("down"));
    tracker.disconnected();
    expect(tracker.assumeHealthy(NOW)).toEqual([]);
    tracker.subscribed(["oracle", "exchange"]);
    expect(tracker.assumeHealthy(NOW)).toEqual([feed("healthy", NOW)]);
    expect(tracker.assumeHealthy(NOW)).toEqual([]);
  });

  test("does not mistake a continuing trouble for a recovery", () => {
    const tracker = new FeedStateTracker();
    tracker.take(feed("down"));
    tracker.subscribed(["oracle"]);
    expect(tracker.take(feed("down"))).toBeUndefined();
    expect(tracker.assumeHealthy(NOW)).toEqual([]);
    tracker.subscribed(["oracle"]);
    tracker.disconnected();
    expect(tracker.assumeHealthy(NOW)).toEqual([]);
  });
});
