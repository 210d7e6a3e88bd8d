import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  endSilence,
  heldState,
  makeFollowedSockets,
  makeHeldSockets,
  takeHeld,
  takeOwn,
  takeReceived,
} from "../../../../core/use_case/live/mod.ts";
import type { LiveEvent } from "../../../../core/port/live_prices.ts";

const FOLLOWING = { isHolding: false };
/** What a holder repeats while its sockets deliver. */
const UP = {
  kind: "sockets",
  provider: "oracle",
  isUp: true,
  ...{ sockets: [], missing: [], done: [] },
} as const;
const DOWN: LiveEvent = { kind: "stream_state", provider: "oracle", isUp: false };

function point(observedSec: number): LiveEvent {
  const value = String(observedSec);
  return {
    kind: "point",
    asset: "btc",
    point: {
      stream: "twap_60",
      symbol: "btcusd",
      validFromSec: observedSec,
      observedSec,
      priceE18: BigInt(observedSec),
      fullAccuracyValue: value,
      seq: observedSec,
      receivedAtMs: observedSec * 1000,
    },
  };
}

const lostBefore = (sec: number): LiveEvent => ({
  kind: "lost_reports",
  asset: "btc",
  stream: "twap_60",
  fromSec: 0,
  toSec: sec - 1,
});

const news = (event: LiveEvent) => ({ kind: "price", provider: "oracle", event } as const);

describe("a followed stream", () => {
  test("gives up what the holder published before, when it learns how far that is", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 30 })),
        (beginSec, after) => {
          const held = makeHeldSockets();
          const secs = after.map((sec) => beginSec + sec);
          for (const event of [lostBefore(beginSec), ...secs.map(point)]) takeHeld(held, event);
          const firstOpen = [...Array(40).keys()].find((sec) =>
            sec >= beginSec && !secs.includes(sec)
          );
          const state = makeFollowedSockets("oracle");
          expect(takeReceived(state, heldState(held, "oracle"), FOLLOWING)).toEqual([
            lostBefore(firstOpen ?? -1),
          ]);
        },
      ),
    ));

  test("waits for what the holder may still deliver", () => {
    const held = makeHeldSockets();
    for (const event of [lostBefore(7), point(7), point(9)]) takeHeld(held, event);
    const state = makeFollowedSockets("oracle");
    expect(takeReceived(state, heldState(held, "oracle"), FOLLOWING)).toEqual([lostBefore(8)]);
    takeHeld(held, { ...lostBefore(0), fromSec: 8, toSec: 8 } as LiveEvent);
    expect(takeReceived(state, heldState(held, "oracle"), FOLLOWING)).toEqual([lostBefore(10)]);
  });

  test("gives up nothing of a series that is not published in order", () => {
    const held = makeHeldSockets();
    for (const event of [point(7), point(8)]) takeHeld(held, event);
    expect(heldState(held, "oracle").done).toEqual([]);
  });

  test("gives up what is missing for too long, and keeps no more than that", () => {
    const held = makeHeldSockets();
    takeHeld(held, lostBefore(10));
    for (let sec = 11; sec <= 5_000; sec++) takeHeld(held, point(sec));
    expect(heldState(held, "oracle").done).toEqual([
      { asset: "btc", stream: "twap_60", doneSec: 5_000 },
    ]);
  });

  test("follows with the state that the own sockets had last", () => {
    const state = makeFollowedSockets("oracle");
    expect(takeReceived(state, UP, FOLLOWING)).toHaveLength(1);
    takeOwn(state, DOWN);
    expect(takeReceived(state, UP, FOLLOWING)).toEqual([{ ...DOWN, isUp: true }]);
  });

  test("takes only prices from a former holder while it holds the sockets", () => {
    const state = makeFollowedSockets("oracle");
    const holding = { isHolding: true };
    const missing: LiveEvent = { kind: "missing_feed", asset: "btc", stream: "twap_30" };
    for (const event of [DOWN, missing, lostBefore(5)]) {
      expect(takeReceived(state, news(event), holding)).toEqual([]);
    }
    expect(takeReceived(state, { ...UP, isUp: false }, holding)).toEqual([]);
    expect(takeReceived(state, news(point(9)), holding)).toEqual([point(9)]);
  });

  test("learns from the repeated state what a stream that it never saw is like, once", () => {
    const held = makeHeldSockets();
    takeHeld(held, { ...DOWN, isUp: true });
    takeHeld(held, { kind: "missing_feed", asset: "eth", stream: "twap_30" });
    takeHeld(held, { kind: "missing_feed", asset: "btc", stream: "twap_60" });
    // It came after all.
    takeHeld(held, point(3));
    const state = makeFollowedSockets("oracle");
    expect(takeReceived(state, heldState(held, "oracle"), FOLLOWING)).toEqual([
      { kind: "missing_feed", asset: "eth", stream: "twap_30" },
      { ...DOWN, isUp: true },
    ]);
    expect(takeReceived(state, heldState(held, "oracle"), FOLLOWING)).toEqual([]);
  });

  test("is down after three seconds without news, and up again with them", () => {
    const state = makeFollowedSockets("oracle");
    takeReceived(state, UP, FOLLOWING);
    const published = Array.from({ length: 5 }, () => endSilence(state));
    expect(published).toEqual([[], [], [DOWN], [], []]);
    expect(takeReceived(state, UP, FOLLOWING)).toEqual([{ ...DOWN, isUp: true }]);
  });
});
