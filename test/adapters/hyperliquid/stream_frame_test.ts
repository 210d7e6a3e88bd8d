import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readStreamFrame } from "../../../adapters/hyperliquid/stream_frame.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

const read = (frame: unknown) => readStreamFrame(JSON.stringify(frame));

describe("a frame of the secondary venue", () => {
  const RECORDED = "platforms/hyperliquid_outcomes_real.json";
  testWithShared([RECORDED], "tells of a market that was created, as recorded", async () => {
    const { ws_outcomeMetaUpdates: frame } = await Bun.file(sharedPath(RECORDED)).json();
    const [{ outcomeCreated: row }] = frame.data;
    expect(read(frame)).toEqual({ kind: "updates", updates: [{ kind: "created", row }] });
  });

  const CREATED = { outcome: 1, name: "x" };
  test.each<[string, unknown]>([
    ["bare", [{ outcomeCreated: CREATED }, { outcomeSettled: 2 }, { questionSettled: 3 }]],
    ["in an object", {
      updates: [{ outcomeCreated: CREATED }, { outcomeSettled: { outcome: 2 } }],
    }],
  ])("tells of changes, %s", (_, data) => {
    expect(read({ channel: "outcomeMetaUpdates", data })).toEqual({
      kind: "updates",
      updates: [{ kind: "created", row: CREATED }, { kind: "settled", outcomeId: 2 }],
    });
  });

  test("tells prices of sides, and passes over all others", () => {
    const bad = { "#11": "1.5", "#12": "0.1", "#20": 0.5, "#21": "-0.1" };
    const mids = { BTC: "90000.5", "#10": "0.45", ...bad, "@1": "2" };
    expect(read({ channel: "allMids", data: { mids } })).toEqual({
      kind: "mids",
      mids: new Map([[10, 450_000_000_000_000_000n]]),
    });
  });

  const answerTo = (method: string) => ({
    channel: "subscriptionResponse",
    data: { method, subscription: { type: "allMids", dex: null } },
  });
  const settled = [{ outcomeSettled: "2" }];
  test.each<[string, unknown, unknown]>([
    ["that it is told", answerTo("subscribe"), { kind: "subscribed", type: "allMids" }],
    ["that it is told no more", answerTo("unsubscribe"), { kind: "nothing" }],
    ["a complaint", { channel: "error", data: "Already subscribed" }, {
      kind: "refused",
      text: "Already subscribed",
    }],
    ["an answer to a ping", { channel: "pong" }, { kind: "nothing" }],
    ["something else", { channel: "trades", data: [] }, { kind: "nothing" }],
    ["changes that are none", { channel: "outcomeMetaUpdates", data: "?" }, { kind: "unreadable" }],
    ["the end of no market", { channel: "outcomeMetaUpdates", data: settled }, {
      kind: "unreadable",
    }],
    ["prices that are none", { channel: "allMids", data: { mids: [] } }, { kind: "unreadable" }],
    ["no channel", {}, { kind: "unreadable" }],
  ])("may say %s", (_, frame, news) => {
    expect(read(frame)).toEqual(news as never);
  });

  test("may be a greeting, and no part of a frame", () => {
    expect(readStreamFrame("Websocket connection established.")).toEqual({ kind: "nothing" });
    expect(readStreamFrame('{"channel":"outcomeMetaUpd')).toEqual({ kind: "unreadable" });
  });

  test("may be any text", () => {
    const json = fc.json().map((text) => `{"channel":"outcomeMetaUpdates","data":${text}}`);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), json), (text) => {
      expect(readStreamFrame(text).kind).toMatch(/^[a-z]+$/);
    }));
  });
});
