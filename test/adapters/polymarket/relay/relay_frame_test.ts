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

const UPDATE = updateText({ asset: "btc", seq: 3, sec: NOW_SEC, valueE18: 10n ** 18n });
const SNAPSHOT = snapshotText({
  asset: "eth",
  seq: 1,
  points: [{ sec: NOW_SEC - 1, valueE18: 7n }, { sec: NOW_SEC, valueE18: 8n }],
});

function pointsOf(text: string) {
  const frame = readRelayFrame(text);
  if (frame.kind !== "points") throw new Error(`it is ${frame.kind}`);
  return Option.getOrUndefined(frame.content);
}

describe("readRelayFrame()", () => {
  test("reads an update as it is documented", () => {
    const text = '{"v":1,"channel":"price.crypto.twap","seq":3,"ts":1788886177000,"payload":' +
      '{"symbol":"btcusd","value":87648.21,"full_accuracy_value":"87648.210000000000000001"' +
      ',"timestamp":1788886177000,"window_seconds":60,"source":"chainlink"}}';
    expect(readRelayFrame(text)).toMatchObject({
      kind: "points",
      seq: 3,
      hasDropped: false,
      isSnapshot: false,
    });
    expect(pointsOf(text)).toEqual({
      symbol: "btcusd",
      window_seconds: 60,
      source: "chainlink",
      points: [{ timestamp: 1788886177000, full_accuracy_value: "87648.210000000000000001" }],
      unread: 0,
    });
  });

  test("reads a snapshot, and passes over those of its points that are none", () => {
    expect(readRelayFrame(SNAPSHOT)).toMatchObject({ kind: "points", seq: 1, isSnapshot: true });
    expect(pointsOf(SNAPSHOT)?.points).toHaveLength(2);
    const data = [
      { timestamp: NOW_SEC * 1000, full_accuracy_value: "1" },
      { timestamp: "soon", full_accuracy_value: "1" },
      null,
    ];
    const text = snapshotText({ asset: "eth", seq: 1, points: [] }, { data });
    expect(pointsOf(text)).toMatchObject({ unread: 2, points: [data[0]] });
    expect(pointsOf(snapshotText({ asset: "eth", seq: 1, points: [] }))?.points).toEqual([]);
  });

  test.each([1, 5, "3"])("sees that frames were dropped: %p", (dropped) => {
    const text = UPDATE.replace('"seq":3', `"seq":3,"dropped":${JSON.stringify(dropped)}`);
    expect(readRelayFrame(text)).toMatchObject({ seq: 3, hasDropped: true });
  });

  test("counts a frame whose payload cannot be read", () => {
    for (const payload of ["null", "[]", '{"symbol":1}', '{"symbol":"btcusd"}']) {
      const text = `{"channel":"price.crypto.twap","seq":9,"payload":${payload}}`;
      expect(readRelayFrame(text)).toMatchObject({ kind: "points", seq: 9 });
      expect(pointsOf(text)).toBeUndefined();
    }
    expect(readRelayFrame('{"channel":"price.crypto.twap","seq":9}')).toMatchObject({ seq: 9 });
  });

  test.each([
    ['{"op":"authed","rid":"a1"}', { op: "authed", rid: "a1" }],
    ['{"op":"subscribed","channel":"price.crypto.twap"}', { op: "subscribed" }],
    ['{"op":"error","code":"auth_invalid","rid":7}', { op: "error", code: "auth_invalid" }],
    ['{"op":"error","code":"came_later"}', { op: "error", code: "came_later" }],
    ['{"op":"error","code":"key 4f5c is\\nwrong"}', { op: "error", code: "unknown" }],
    ['{"op":"error","code":{}}', { op: "error", code: "unknown" }],
  ])("reads the answer %s", (text, answer) => {
    expect(readRelayFrame(text)).toMatchObject({ kind: "answer", ...answer });
  });

  test("passes over other channels, and knows what it cannot read", () => {
    expect(readRelayFrame('{"channel":"price.crypto","seq":1,"payload":{}}').kind).toBe("other");
    for (const text of ["", "PING", "[]", "1", "null", "{}", '{"op":5}', '{"channel":1}']) {
      expect(readRelayFrame(text).kind).toBe("unreadable");
    }
    const withoutSeq = '{"channel":"price.crypto.twap","payload":{}}';
    expect(readRelayFrame(withoutSeq).kind).toBe("unreadable");
  });

  test("takes no frame that was cut for a whole one", () => {
    fc.assert(fc.property(
      fc.constantFrom(UPDATE, SNAPSHOT),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (text, share) => {
        expect(readRelayFrame(text.slice(0, Math.floor(text.length * share))).kind)
          .toBe("unreadable");
      },
    ));
  });
});

const ARRIVAL = { seq: 5, nowMs: NOW_SEC * 1000 + 1_700 };

function payloadOf(text: string): PointsPayload {
  const content = pointsOf(text);
  if (content === undefined) throw new Error("it has no points");
  return content;
}

/** What comes of an update of btc with these fields. */
const usable = (rest: Readonly<Record<string, unknown>>) => {
  const text = updateText({ asset: "btc", seq: 5, sec: NOW_SEC, valueE18: 10n ** 18n }, rest);
  return usablePoints(payloadOf(text), ARRIVAL);
};

const valueE18 = fc.bigInt({ min: 1n, max: 10n ** 30n });

describe("usablePoints()", () => {
  test("gives every digit that was written, of every asset", () => {
    fc.assert(fc.property(asset, valueE18, (asset, valueE18) => {
      const text = updateText({ asset, seq: 5, sec: NOW_SEC, valueE18 });
      const { asset: found, points, complaint } = usablePoints(payloadOf(text), ARRIVAL);
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
      const { asset, points } = usablePoints(payloadOf(text), ARRIVAL);
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
    expect(usablePoints(payloadOf(text), ARRIVAL).points).toMatchObject([{ priceE18: 2n }]);
  });

  test("does not let a bad point of a snapshot spoil the others", () => {
    const data = ["x", "2", "-1", "3"].map((full_accuracy_value, index) => ({
      timestamp: (NOW_SEC - index) * 1000,
      full_accuracy_value,
    }));
    const text = snapshotText({ asset: "btc", seq: 5, points: [] }, { data });
    const { points, complaint } = usablePoints(payloadOf(text), ARRIVAL);
    expect(points.map(({ observedSec }) => observedSec)).toEqual([NOW_SEC - 3, NOW_SEC - 1]);
    expect(complaint).toBeString();
  });
});
