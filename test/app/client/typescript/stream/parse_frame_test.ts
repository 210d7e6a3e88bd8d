import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseFrame } from "../../../../../app/client/typescript/stream/parse_frame.ts";
import { valueFrame } from "./fake_stream.ts";
import { quoteFrame, windowFrame } from "./window_frames.ts";

const fact = { seq: 1_767_225_600, endSec: 1_767_225_900, isMissing: false };
const FRAMES = [
  { type: "hello", protocol: 1, serverTime: "2026-01-01T00:00:00.000Z", limits: {} },
  { type: "subscribed", id: 1, channel: "targets", topics: ["targets:btc:5min"] },
  { type: "unsubscribed", channel: "targets", topics: [] },
  { type: "pong", id: "a" },
  { type: "error", id: 1, error: "Cannot", code: "bad_request", hint: "Use" },
  { type: "feed", provider: "oracle", state: "degraded", since: "2026-01-01T00:00:00.000Z" },
  { type: "gap", topic: "targets:btc:5min", fromSeq: 1, toSeq: 2, reason: "no_price" },
  { type: "game", topic: "games:nba", seq: 48_213_700_002, game: { id: "espn:1" } },
  { type: "order", topic: "orders:w", seq: 42, order: { order_id: "0x1" } },
  { type: "fill", topic: "orders:w", seq: 43, fill: { order_id: "0x1" } },
  { type: "claim", topic: "orders:w", seq: 44, claim: { id: "1" } },
  { type: "split", topic: "orders:w", seq: 45, split: { id: "2" } },
  { type: "merge", topic: "orders:w", seq: 46, merge: { id: "3" } },
  { type: "spot", topic: "spot:btc", asset: "btc", price: 1.5, at: "2026-01-01", source: "s" },
  { ...windowFrame(fact.seq, "open") },
  { ...quoteFrame(fact.seq, { bid: null, ask: 0.5 }) },
  valueFrame({ ...fact, topic: "targets:btc:5min" }, fact.seq + 1),
  valueFrame({ ...fact, topic: "twap:btc:60" }, fact.seq + 1),
];
/** Whether data is a frame, one of an unknown type, or malformed. */
function kindOf(data: unknown): "frame" | "unknown" | "malformed" {
  const frame = parseFrame(data);
  if (frame === undefined) return "unknown";
  return typeof frame === "string" ? "malformed" : "frame";
}
/** Fields that a frame may lack, or that are not read. */
const OPTIONAL = ["id", "hint", "limits"];

describe("parseFrame()", () => {
  test.each(FRAMES.map((frame) => [String(frame["type"]), frame] as const))(
    "parses %s, with any other field it has",
    (_, frame) => {
      const more = { ...frame, added_later: [1] };
      expect(parseFrame(JSON.stringify(more))).toEqual(more as never);
    },
  );

  test.each(FRAMES.map((frame) => [String(frame["type"]), frame] as const))(
    "refuses %s without a field, or with one of another kind",
    (_, frame) => {
      for (const field of Object.keys(frame)) {
        if (OPTIONAL.includes(field)) continue;
        if (frame["type"] === "unsubscribed" && field !== "type") continue;
        const isNullable = frame["type"] === "quote" && field === "price";
        for (const value of [undefined, ...(isNullable ? [] : [null]), {}, [7], true]) {
          const kind = kindOf(JSON.stringify({ ...frame, [field]: value }));
          expect([field, value, kind]).toEqual([field, value, "malformed"]);
        }
      }
    },
  );

  test("rejects numbers that are not a seq, and texts that are not a number", () => {
    const twap = FRAMES.at(-1);
    for (const wrong of [{ seq: -1 }, { seq: 1.5 }, { seq: "1" }, { value: "1e5" }]) {
      expect(kindOf(JSON.stringify({ ...twap, ...wrong }))).toBe("malformed");
    }
    for (const wrong of [{ valueE18: "1.5" }, { valueE18: "" }, { observedAt: "soon" }]) {
      expect(kindOf(JSON.stringify({ ...twap, ...wrong }))).toBe("malformed");
    }
  });

  test("reads a window without a price or a market, and none without what is computed from", () => {
    const frame = windowFrame(fact.seq, "next");
    const read = (window: object) => kindOf(JSON.stringify({ ...frame, window }));
    expect(read({ ...frame.window, price: null, market: null })).toBe("frame");
    const wrongs = [{ end: null }, { start: "0" }, { target: null }, { price: {} }, { market: {} }];
    for (const wrong of [...wrongs, { market: { outcomes: [{}] } }, { market: undefined }]) {
      expect([wrong, read({ ...frame.window, ...wrong })]).toEqual([wrong, "malformed"]);
    }
  });

  test("reads the seq after which games follow", () => {
    const subscribed = { type: "subscribed", channel: "games", topics: ["games:nba"] };
    const read = (seq: unknown) => kindOf(JSON.stringify({ ...subscribed, seq }));
    expect([0, 100_001].map(read)).toEqual(["frame", "frame"]);
    expect([-1, 0.5, "1", null].map(read)).toEqual(Array(4).fill("malformed"));
  });

  test("reads the seqs after which the orders of each wallet follow", () => {
    const subscribed = { type: "subscribed", channel: "orders", topics: ["orders:w"] };
    const read = (seqs: unknown) => kindOf(JSON.stringify({ ...subscribed, seqs }));
    expect([{}, { "orders:w": 0 }, { "orders:w": 41 }].map(read)).toEqual(Array(3).fill("frame"));
    expect([null, 5, "a", [1], { "orders:w": -1 }, { "orders:w": "1" }].map(read))
      .toEqual(Array(6).fill("malformed"));
  });

  test("reads what moves money with the parser of the bot, and nothing else", () => {
    const ids = { order_id: "0x1", id: "1" };
    const text = (type: string, price: string) =>
      `{"type":"${type}","topic":"orders:w","seq":7,` +
      `"${type}":{"order_id":"0x1","id":"1","price":${price}}}`;
    const digits = "0.12345678901234567890";
    const parse = (text: string) =>
      JSON.parse(text.replaceAll(/:(\d[\d.]*)/g, (_, number: string) => `:"${number}"`));
    for (const type of ["order", "fill", "claim", "split", "merge"]) {
      expect(parseFrame(text(type, digits), parse)).toEqual(
        { type, topic: "orders:w", seq: 7, [type]: { ...ids, price: digits } } as never,
      );
      expect(parseFrame(text(type, "1"), () => expect.unreachable())).toContain(type);
    }
    const target = JSON.stringify(FRAMES.at(-2));
    expect(parseFrame(target, parse)).toEqual(JSON.parse(target));
  });

  test("reports unknown types as unknown", () => {
    expect(parseFrame(`{"type":"tournament","x":1}`)).toBeUndefined();
    expect(parseFrame(`{"type":"constructor"}`)).toBeUndefined();
  });

  test("never throws, whatever the input", () => {
    const text = fc.oneof(fc.json(), fc.string());
    fc.assert(fc.property(fc.oneof(text, fc.anything()), (data) => {
      expect(["malformed", "unknown"]).toContain(kindOf(data));
    }));
  });
});
