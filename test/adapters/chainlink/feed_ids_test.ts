import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import type { ChainlinkClient } from "../../../adapters/chainlink/client.ts";
import { makeFeedIds } from "../../../adapters/chainlink/feed_ids.ts";
import { layerStillClock, makeStillClock, ms } from "../../simulator/kit/support.ts";

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

const MAINNET = "https://api.dataengine.chain.link";
const MEMORY_MS = 60_000;

/** A look-up of HYPE's 60-second average in a catalogue that a test may change. */
function makeLookUp(feeds: ReadonlyArray<Feed>, url = MAINNET) {
  const clock = makeStillClock(ms("2026-11-10T12:00:00Z"));
  const world = { feeds, calls: 0, clock };
  const discover = () => Effect.sync(() => (world.calls += 1, world.feeds));
  const feedIds = makeFeedIds({ feeds: new Map(), url }, { discover });
  const find = async () => {
    const asked = Effect.result(feedIds("hype", "twap_60"));
    const found = await Effect.runPromise(Effect.provide(asked, layerStillClock(clock)));
    return Result.getOrElse(
      found,
      (failure) => failure._tag === "FeedUnlisted" ? "unlisted" : failure.reason,
    );
  };
  return { world, find };
}

/** Looks it up, twice. */
async function lookUp(feeds: ReadonlyArray<Feed>, url = MAINNET) {
  const { find, world } = makeLookUp(feeds, url);
  const found = await find();
  await find();
  return { found, calls: world.calls };
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
    expect(await lookUp(others)).toEqual({ found: "unlisted", calls: 1 });
  });

  test("learns of a stream that is listed later, asking at most once a minute", async () => {
    const { find, world } = makeLookUp([]);
    expect(await find()).toBe("unlisted");
    world.feeds = [entry(id("f"))];
    world.clock.set(world.clock.nowMs() + MEMORY_MS - 1);
    expect(await find()).toBe("unlisted");
    expect(world.calls).toBe(1);
    world.clock.set(world.clock.nowMs() + 1);
    expect(await find()).toBe(id("f"));
    expect(world.calls).toBe(2);
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
