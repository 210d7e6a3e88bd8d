import { describe, expect, test } from "bun:test";
import { Effect, Layer, Logger, Option } from "effect";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { FeedUnlisted } from "../../../adapters/chainlink/feed_ids.ts";
import { makeStreamFeeds } from "../../../adapters/chainlink/stream_feeds.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { layerStillClock, makeStillClock, ms } from "../../simulator/kit/support.ts";

const MEMORY_MS = 300_000;
const OTHERS = ["btc", "eth", "sol", "xrp", "hype", "bnb"];
const failed = (reason: ProviderFailed["reason"]) =>
  new ProviderFailed({ provider: "oracle", reason, cause: new Error(reason) });

/** An account's choice of feeds. What is wrong with it, DOGE, or HYPE's id, a test may change. */
function makeWorld() {
  const clock = makeStillClock(ms("2026-11-10T12:00:00Z"));
  const world = {
    ...{} as Partial<Record<"doge" | "hype" | "account", ProviderFailed["reason"] | undefined>>,
    /** Whether the provider lists HYPE's shorter average. */
    isHype30Listed: false,
    asked: 0,
    missing: [] as Array<string>,
    clock,
  };
  const account = {
    feedIds: (asset: string, stream: string) => {
      const id = MAINNET_FEEDS.get(`${asset}:${stream}`) ?? `0x0002hype${stream}`;
      if (asset === "hype" && stream === "twap_30" && !world.isHype30Listed) {
        return Effect.fail(new FeedUnlisted({ asset, stream }));
      }
      return asset === "hype" && world.hype ? Effect.fail(failed(world.hype)) : Effect.succeed(id);
    },
    client: {
      latest: (feedId: string) => {
        world.asked += 1;
        const isDoge = feedId === MAINNET_FEEDS.get("doge:twap_60");
        const reason = world.account ?? (isDoge ? world.doge : undefined);
        return reason ? Effect.fail(failed(reason)) : Effect.succeed(Option.none());
      },
    },
  } as unknown as Parameters<typeof makeStreamFeeds>[0];
  const feeds = makeStreamFeeds(account, {
    profile: PROFILE_BY_NAME.spec,
    missing: (asset, stream) => void world.missing.push(`${asset}:${stream}`),
  });
  const layer = Layer.merge(layerStillClock(clock), Logger.layer([]));
  const chosen = async (average: string) => {
    const feedsNow = await Effect.runPromise(Effect.provide(feeds.current, layer));
    return feedsNow.filter(({ stream }) => stream === average).map(({ asset }): string => asset);
  };
  const current = () => chosen("twap_60");
  const shorter = () => chosen("twap_30");
  return { ...feeds, world, current, shorter };
}

describe("makeStreamFeeds()", () => {
  test("listens to both averages, and tells of the one that the provider has not", async () => {
    const { shorter, world } = makeWorld();
    expect((await shorter()).toSorted()).toEqual(["bnb", "btc", "doge", "eth", "sol", "xrp"]);
    expect(world.missing).toEqual(["hype:twap_30"]);
    world.isHype30Listed = true;
    expect(await shorter()).toContain("hype");
    expect(world.missing).toEqual(["hype:twap_30"]);
  });

  test.each(
    [
      ["tells of what is refused, and leaves it out", "refused", ["doge:twap_60"]],
      ["keeps what it cannot ask for, as the network may be down", "unreachable", []],
    ] as const,
  )("%s", async (_, reason, missing) => {
    const { current, refused, world } = makeWorld();
    world.isHype30Listed = true;
    world.hype = "unreachable";
    world.doge = reason;
    refused();
    expect((await current()).includes("doge")).toBe(reason === "unreachable");
    expect<ReadonlyArray<string>>(world.missing).toEqual(missing);
  });

  test("does not take a refused account for a provider without feeds, and forgets it", async () => {
    const { current, refused, world } = makeWorld();
    world.isHype30Listed = true;
    world.account = "refused";
    refused();
    expect(await current()).toEqual([]);
    expect(world.missing).toEqual([]);
    // It may be all right a moment later.
    world.account = undefined;
    expect(await current()).toHaveLength(7);
  });

  test("leaves out what cannot be found, looks for it soon, and finds it later", async () => {
    const { current, againMs, world } = makeWorld();
    world.hype = "unreachable";
    expect(await current()).not.toContain("hype");
    expect(againMs()).toBe(5_000);
    world.hype = undefined;
    expect(await current()).toContain("hype");
    expect(againMs()).toBe(300_000);
  });

  test("asks for each alone after a refusal, and leaves out what is refused", async () => {
    const { current, refused, world } = makeWorld();
    world.doge = "refused";
    refused();
    expect(await current()).toEqual(OTHERS);
    expect(world.asked).toBe(13);
    expect(await current()).toEqual(OTHERS);
    expect(world.asked).toBe(13);
  });

  test("takes a refused feed back only when it is granted", async () => {
    const { current, refused, world } = makeWorld();
    world.doge = "refused";
    refused();
    await current();
    for (const reason of ["refused", "unreachable", undefined] as const) {
      world.clock.set(world.clock.nowMs() + MEMORY_MS);
      world.doge = reason;
      expect((await current()).includes("doge")).toBe(reason === undefined);
    }
  });
});
