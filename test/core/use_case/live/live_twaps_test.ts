import { describe, expect, test } from "bun:test";
import { lastSeqOf, type TopicEvent } from "../../../../core/stream/mod.ts";
import { makeLiveTwaps } from "../../../../core/use_case/live/mod.ts";
import { pointOf } from "../../price/oracle_target.ts";

const NOW_SEC = 1_793_880_000;
const TOPIC = "twap:btc:60";

/** The publisher of averages. Every second up to now is lost, unless the past is still fetched. */
function start({ isPastKnown = true } = {}) {
  const published: Array<TopicEvent> = [];
  let nowSec = NOW_SEC;
  const twaps = makeLiveTwaps({
    nowMs: () => nowSec * 1000,
    publishEvent: (event) => {
      if (event.kind !== "feed" && event.topic === TOPIC) published.push(event);
    },
  });
  twaps.start();
  const lose = (fromSec: number, toSec: number) =>
    twaps.publishTwap({ kind: "lost_reports", asset: "btc", stream: "twap_60", fromSec, toSec });
  if (isPastKnown) lose(0, NOW_SEC);
  published.length = 0;
  return {
    twaps,
    /** The clock moves on to a second. */
    moveTo: (sec: number) => void (nowSec = NOW_SEC + sec),
    lose: (fromSec: number, toSec: number) => lose(NOW_SEC + fromSec, NOW_SEC + toSec),
    receive: (sec: number) =>
      twaps.publishTwap({
        kind: "point",
        asset: "btc",
        point: pointOf({ observedSec: NOW_SEC + sec, priceE18: 1n }),
      }),
    /** The published events: a second for an average, a pair for a gap. */
    events: () =>
      published.map((event) =>
        event.kind === "gap"
          ? [event.fromSeq - NOW_SEC, event.toSeq - NOW_SEC]
          : lastSeqOf(event) - NOW_SEC
      ),
  };
}

describe("makeLiveTwaps", () => {
  test("an average that the oracle publishes after the start waits for none before it", () => {
    const { twaps, receive, lose, events } = start({ isPastKnown: false });
    lose(-NOW_SEC, -51);
    receive(-50);
    // What comes next does not follow it.
    expect(twaps.current(TOPIC)).toBeUndefined();
    receive(-2);
    receive(-1);
    expect(events().slice(1)).toEqual([-50, -2, -1]);
    expect(twaps.current(TOPIC)).toMatchObject({ seq: NOW_SEC - 1 });
    const isReplayable = (sec: number) => twaps.isReplayable(TOPIC, NOW_SEC + sec);
    expect([-50, -3].map(isReplayable)).toEqual([false, true]);
    lose(-49, -3);
    expect(isReplayable(-50)).toBe(true);
  });

  test("a series continues where it stopped, however long nobody listened to the oracle", () => {
    const { twaps, receive, lose, moveTo, events } = start();
    receive(1);
    moveTo(500);
    twaps.start();
    receive(500);
    expect(events()).toEqual([1]);
    lose(-NOW_SEC, 498);
    receive(499);
    expect(events()).toEqual([1, [2, 498], 499, 500]);
  });

  test("a second that stays missing delays later ones only for a limited time", () => {
    const { receive, events } = start();
    for (let sec = 2; sec <= 2_000; sec++) receive(sec);
    expect(events().slice(0, 3)).toEqual([[1, 1], 2, 3]);
    expect(events().at(-1)).toBe(2_000);
  });
});
