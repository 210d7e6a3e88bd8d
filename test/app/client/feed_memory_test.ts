import { describe, expect, test } from "bun:test";
import { FeedMemory } from "../../../app/client/feed_memory.ts";
import type { FeedState } from "../../../app/client/frame.ts";

const feed = (state: FeedState, since = "2026-01-01T00:00:00Z") =>
  ({ type: "feed", provider: "oracle", state, since }) as const;
const NOW = "2026-01-02T00:00:00Z";

describe("FeedMemory", () => {
  test("tells a state once, and that nothing is wrong only after something was", () => {
    const memory = new FeedMemory();
    expect(memory.take(feed("healthy"))).toBeUndefined();
    expect(memory.take(feed("degraded"))).toEqual(feed("degraded"));
    expect(memory.take(feed("degraded"))).toBeUndefined();
    expect(memory.take(feed("degraded", NOW))).toEqual(feed("degraded", NOW));
    expect(memory.take(feed("healthy"))).toEqual(feed("healthy"));
    expect(memory.take(feed("healthy", NOW))).toBeUndefined();
  });

  test("tells of a recovery that the connection missed", () => {
    const memory = new FeedMemory();
    memory.take(feed("down"));
    memory.disconnected();
    expect(memory.settle(NOW)).toEqual([]);
    memory.subscribed(["oracle", "exchange"]);
    expect(memory.settle(NOW)).toEqual([feed("healthy", NOW)]);
    expect(memory.settle(NOW)).toEqual([]);
  });

  test("does not take a trouble that goes on for a recovery", () => {
    const memory = new FeedMemory();
    memory.take(feed("down"));
    memory.subscribed(["oracle"]);
    expect(memory.take(feed("down"))).toBeUndefined();
    expect(memory.settle(NOW)).toEqual([]);
    memory.subscribed(["oracle"]);
    memory.disconnected();
    expect(memory.settle(NOW)).toEqual([]);
  });
});
