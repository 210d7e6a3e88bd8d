import { expect, test } from "bun:test";
import type { Heard } from "../../../adapters/outbound/mod.ts";
import { feedOf, providerMsOf } from "../../../app/recording/heard_feed.ts";
import type { Feed } from "../../../core/recording/mod.ts";

const heard = (provider: string, fields: Partial<Heard> = {}): Heard => ({
  provider,
  kind: "frame",
  about: "",
  text: "",
  providerMs: null,
  ...fields,
});

test("what is of a wallet, an account or a game is not recorded", () => {
  const others = [
    "venue user stream",
    "venue data",
    "venue relayer",
    "chain",
    "schedule",
    "kalshi",
  ];
  for (const provider of others) {
    expect([provider, feedOf(heard(provider))]).toEqual([provider, undefined]);
  }
  const answered = (provider: string, path: string) =>
    feedOf(heard(provider, { kind: "answer", about: `200 ${path}` }));
  for (
    const path of [
      "/auth/derive-api-key",
      "/data/orders?market=0x",
      "/booked",
      "/balance-allowance",
    ]
  ) {
    expect([path, answered("venue orders", path)]).toEqual([path, undefined]);
  }
  expect(answered("venue metadata", "/events/keyset?tag=nba")).toBeUndefined();
  expect(answered("venue orders", "/book?token_id=7")).toBe("books");
  expect(answered("venue data", "/v2/positions?user=0x")).toBeUndefined();
  expect(answered("venue data", "/v2/resolutions?condition=0x")).toBe("metadata");
  expect(answered("venue metadata", "/markets/slug/btc-updown-5m-1")).toBe("metadata");
});

test("a frame is of its provider's own instant, and an answer of its provider's clock", () => {
  const frames: ReadonlyArray<readonly [Feed, string, number | null]> = [
    ["oracle", '{"report":{"feedID":"0x","observationsTimestamp":1795818698}}', 1_795_818_698_000],
    ["relay", '{"payload":{"symbol":"btcusd","timestamp":1795818698000}}', 1_795_818_698_000],
    ["exchange", '{"data":{"e":"aggTrade","E":1,"T":1795818698123}}', 1_795_818_698_123],
    ["books", '[{"event_type":"book","timestamp":"1795818698123"}]', 1_795_818_698_123],
    ["books", "PONG", null],
  ];
  for (const [feed, text, ms] of frames) expect(providerMsOf(feed, heard("a", { text }))).toBe(ms);
  const answer = heard("a", { kind: "answer", text: '{"timestamp":1795818698000}', providerMs: 5 });
  expect(providerMsOf("relay", answer)).toBe(5);
});
