import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  type PointsPayload,
  readRelayFrame,
} from "../../../../adapters/polymarket/relay/relay_frame.ts";
import { usablePoints } from "../../../../adapters/polymarket/relay/usable_points.ts";
import { asset } from "../../../arbitrary.ts";
import { NOW_SEC, snapshotText, updateText, type WrittenPoint } from "./relay_texts.ts";

const ARRIVAL = { seq: 5, nowMs: NOW_SEC * 1000 + 1_700 };

function pointsOf(text: string): PointsPayload {
  const frame = readRelayFrame(text);
  if (frame.kind !== "points") throw new Error(`it is ${frame.kind}`);
  return Option.getOrThrow(frame.content);
}

/** What comes of an update of btc with these fields. */
const usable = (rest: Readonly<Record<string, unknown>>) => {
  const text = updateText({ asset: "btc", seq: 5, sec: NOW_SEC, valueE18: 10n ** 18n }, rest);
  return usablePoints(pointsOf(text), ARRIVAL);
};

const valueE18 = fc.bigInt({ min: 1n, max: 10n ** 30n });

describe("usablePoints()", () => {
  test("gives every digit that was written, of every asset", () => {
    fc.assert(fc.property(asset, valueE18, (asset, valueE18) => {
      const text = updateText({ asset, seq: 5, sec: NOW_SEC, valueE18 });
      const { asset: found, points, complaint } = usablePoints(pointsOf(text), ARRIVAL);
      expect(complaint).toBeUndefined();
      expect(found).toBe(asset);
      expect(points).toMatchObject([{
        stream: "twap_60",
        validFromSec: NOW_SEC,
        observedSec: NOW_SEC,
        priceE18: valueE18,
        symbol: `${asset}usd`,
        seq: 5,
        receivedAtMs: ARRIVAL.nowMs,
      }]);
      expect(text).toContain(`"full_accuracy_value":"${points[0]?.fullAccuracyValue}"`);
    }));
  });

  test("gives the points of a snapshot in the order of their seconds", () => {
    const written = fc.uniqueArray(
      fc.record({ sec: fc.integer({ min: NOW_SEC - 120, max: NOW_SEC }), valueE18 }),
      { selector: ({ sec }) => sec },
    );
    fc.assert(fc.property(written, (written: ReadonlyArray<WrittenPoint>) => {
      const text = snapshotText({ asset: "bnb", seq: 5, points: written });
      const { asset, points } = usablePoints(pointsOf(text), ARRIVAL);
      expect(asset).toBe("bnb");
      expect(points.map(({ observedSec, priceE18 }) => ({ sec: observedSec, valueE18: priceE18 })))
        .toEqual(written.toSorted((a, b) => a.sec - b.sec));
    }));
  });

  test.each([
    ["another look-back", { window_seconds: 30 }],
    ["a source that is not the oracle", { source: "pyth" }],
    ["no source", { source: undefined }],
    ["a pair that is not ours", { symbol: "zecusd" }],
    ["no whole second", { timestamp: NOW_SEC * 1000 + 1 }],
    ["a second before all", { timestamp: 0 }],
    ["a second that is more than a minute ahead", { timestamp: (NOW_SEC + 62) * 1000 }],
    ["a value with too many digits", { full_accuracy_value: "1.0000000000000000001" }],
    ["a value that is not plain", { full_accuracy_value: "1e5" }],
    ["a value below zero", { full_accuracy_value: "-1" }],
    ["the value zero", { full_accuracy_value: "0.0" }],
  ])("takes no point of %s", (_, rest) => {
    const { points, complaint } = usable(rest);
    expect(points).toEqual([]);
    expect(complaint).toBeString();
  });

  test("takes the last of two values of one second in a snapshot", () => {
    const points = [1n, 2n].map((valueE18) => ({ sec: NOW_SEC, valueE18 }));
    const text = snapshotText({ asset: "btc", seq: 5, points });
    expect(usablePoints(pointsOf(text), ARRIVAL).points).toMatchObject([{ priceE18: 2n }]);
  });

  test("does not let a bad point of a snapshot spoil the others", () => {
    const data = ["x", "2", "-1", "3"].map((full_accuracy_value, index) => ({
      timestamp: (NOW_SEC - index) * 1000,
      full_accuracy_value,
    }));
    const text = snapshotText({ asset: "btc", seq: 5, points: [] }, { data });
    const { points, complaint } = usablePoints(pointsOf(text), ARRIVAL);
    expect(points.map(({ observedSec }) => observedSec)).toEqual([NOW_SEC - 3, NOW_SEC - 1]);
    expect(complaint).toBeString();
  });
});
