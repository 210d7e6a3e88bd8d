import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lastSeqOf, type TopicEvent } from "../../../core/stream/mod.ts";
import { makeLiveTwaps } from "../../../core/use_case/mod.ts";
import { pointOf } from "../price/oracle_target.ts";

const NOW_SEC = 1_793_880_000;
const TOPIC = "twap:btc:60";

/** The teller of averages, from a second on that everything before is lost of. */
function start() {
  const told: Array<TopicEvent> = [];
  const twaps = makeLiveTwaps({
    nowMs: () => NOW_SEC * 1000,
    tell: (event) => void (event.topic === TOPIC && told.push(event)),
  });
  twaps.start();
  const lose = (fromSec: number, toSec: number) =>
    twaps.hear({ kind: "lost_reports", asset: "btc", stream: "twap_60", fromSec, toSec });
  lose(0, NOW_SEC);
  told.length = 0;
  return {
    lose: (fromSec: number, toSec: number) => lose(NOW_SEC + fromSec, NOW_SEC + toSec),
    hear: (sec: number) =>
      twaps.hear({
        kind: "point",
        asset: "btc",
        point: pointOf({ observedSec: NOW_SEC + sec, priceE18: 1n }),
      }),
    /** A second where its average was told, a pair where it was told as missing. */
    told: () =>
      told.map((event) =>
        event.kind === "gap"
          ? [event.fromSeq - NOW_SEC, event.toSeq - NOW_SEC]
          : lastSeqOf(event) - NOW_SEC
      ),
  };
}

describe("makeLiveTwaps", () => {
  test("a wide loss costs none of the seconds that another source has brought", () => {
    const { lose, hear, told } = start();
    hear(1);
    hear(12);
    hear(15);
    lose(2, 20);
    hear(21);
    expect(told()).toEqual([1, [2, 11], 12, [13, 14], 15, [16, 20], 21]);
  });

  test("a second that nobody accounts for holds up later ones for a while only", () => {
    const { hear, told } = start();
    for (let sec = 2; sec <= 2_000; sec++) hear(sec);
    expect(told().slice(0, 3)).toEqual([[1, 1], 2, 3]);
    expect(told().at(-1)).toBe(2_000);
  });

  test("every second is told once and in order, however many are lost", () => {
    const second = fc.constantFrom("heard", "lost", "both", "silent");
    fc.assert(fc.property(fc.array(second, { minLength: 1, maxLength: 60 }), (fates) => {
      const { lose, hear, told } = start();
      for (const [at, fate] of fates.entries()) {
        if (fate === "heard" || fate === "both") hear(at + 1);
        if (fate === "lost" || fate === "both") lose(at + 1, at + 1);
      }
      lose(1, fates.length);
      const seconds = told().flatMap((one) => {
        if (typeof one === "number") return [one];
        const [from = 0, to = 0] = one;
        return Array.from({ length: to - from + 1 }, (_, at) => from + at);
      });
      expect(seconds).toEqual(fates.map((_, at) => at + 1));
      const values = told().filter((one) => typeof one === "number");
      expect(values).toEqual(
        fates.flatMap((fate, at) => fate === "heard" || fate === "both" ? [at + 1] : []),
      );
    }));
  });
});
