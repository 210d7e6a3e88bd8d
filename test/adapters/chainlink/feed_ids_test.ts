import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import type { ChainlinkClient } from "../../../adapters/chainlink/client.ts";
import { makeFeedIds } from "../../../adapters/chainlink/feed_ids.ts";

type Feed = Effect.Success<ReturnType<ChainlinkClient["discover"]>>[number];

const id = (digit: string, version = 2) => `0x000${version}${digit.repeat(60)}`;
const entry = (feedId: string, change: Partial<Feed> = {}): Feed => ({
  feedId,
  name: "HYPE/USD-Streams-TWAP-60s-mainnet-production",
  baseAsset: "HYPE",
  quoteAsset: "USD",
  networkType: "mainnet",
  status: "live",
  ...change,
});

/** Looks HYPE's 60-second average up, twice, in a catalogue of these feeds. */
async function lookUp(feeds: ReadonlyArray<Feed>, url = "https://api.dataengine.chain.link") {
  let calls = 0;
  const discover = () => Effect.sync(() => (calls += 1, feeds));
  const feedIds = makeFeedIds({ feeds: new Map(), url }, { discover });
  const found = await Effect.runPromise(Effect.result(feedIds("hype", "twap_60")));
  await Effect.runPromise(Effect.result(feedIds("hype", "twap_60")));
  return { found: Result.getOrElse(found, ({ reason }) => reason), calls };
}

describe("makeFeedIds()", () => {
  test("finds the stream by its name, and asks once", async () => {
    const others = [
      entry(id("a"), { name: "HYPE/USD-Streams-TWAP-30s-mainnet-production" }),
      entry(id("b", 3), { name: "HYPE/USD-Streams-mainnet-production" }),
      entry(id("c"), { baseAsset: "BTC" }),
      entry(id("d"), { quoteAsset: "EUR" }),
      entry(id("e"), { status: "testing" }),
    ];
    expect(await lookUp([...others, entry(id("f"))])).toEqual({ found: id("f"), calls: 1 });
    expect((await lookUp(others)).found).toBe("refused");
  });

  test("takes no feed of another network than the host's", async () => {
    const both = [entry(id("1"), { networkType: "testnet" }), entry(id("2"))];
    expect((await lookUp(both)).found).toBe(id("2"));
    expect((await lookUp(both, "https://api.testnet-dataengine.chain.link")).found).toBe(id("1"));
  });

  test("does not choose between two that would both do", async () => {
    expect((await lookUp([entry(id("1")), entry(id("2"))])).found).toBe("refused");
  });
});
