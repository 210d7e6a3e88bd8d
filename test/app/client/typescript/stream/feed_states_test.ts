import { describe, expect, test } from "bun:test";
import { trackFeedStates } from "../../../../../app/client/typescript/stream/feed_states.ts";
import type { FeedEvent, FeedState } from "../../../../../app/client/typescript/stream/frame.ts";

const feed = (state: FeedState, since = "2026-01-01T00:00:00Z") =>
  ({ type: "feed", provider: "oracle", state, since }) as const;
const NOW = "2026-01-02T00:00:00Z";

/** The states of providers, and what a call reports. */
function track() {
  const reported: Array<FeedEvent> = [];
  const states = trackFeedStates((event) => void reported.push(event));
  const reportedBy = (call: () => void) => {
    call();
    return reported.splice(0);
  };
  return {
    ...states,
    take: (event: FeedEvent) => reportedBy(() => states.take(event)),
    assumeHealthy: (serverTime: string) => reportedBy(() => states.assumeHealthy(serverTime)),
  };
}

describe("trackFeedStates()", () => {
  test("reports a state once, and a recovery only after a trouble", () => {
    const states = track();
    states.subscribed(["oracle"]);
    expect(states.take(feed("healthy"))).toEqual([]);
    expect(states.take(feed("degraded"))).toEqual([feed("degraded")]);
    expect(states.take(feed("degraded"))).toEqual([]);
    expect(states.take(feed("down"))).toEqual([feed("down")]);
    expect(states.take(feed("down", NOW))).toEqual([feed("down", NOW)]);
    expect(states.take(feed("healthy"))).toEqual([feed("healthy")]);
    expect(states.take(feed("healthy", NOW))).toEqual([]);
  });

  test("ignores providers of other topics", () => {
    const states = track();
    states.subscribed(["exchange"]);
    expect(states.take(feed("down"))).toEqual([]);
    states.subscribed(["oracle"]);
    expect(states.take(feed("down"))).toEqual([feed("down")]);
  });

  test("reports a recovery that the connection missed", () => {
    const states = track();
    states.subscribed(["oracle"]);
    states.take(feed("down"));
    states.disconnected();
    expect(states.assumeHealthy(NOW)).toEqual([]);
    states.subscribed(["oracle", "exchange"]);
    expect(states.assumeHealthy(NOW)).toEqual([feed("healthy", NOW)]);
    expect(states.assumeHealthy(NOW)).toEqual([]);
  });

  test("does not mistake a continuing trouble for a recovery", () => {
    const states = track();
    states.subscribed(["oracle"]);
    states.take(feed("down"));
    states.subscribed(["oracle"]);
    expect(states.take(feed("down"))).toEqual([]);
    expect(states.assumeHealthy(NOW)).toEqual([]);
    states.subscribed(["oracle"]);
    states.disconnected();
    expect(states.assumeHealthy(NOW)).toEqual([]);
  });
});
