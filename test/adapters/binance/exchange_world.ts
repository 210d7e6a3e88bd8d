/**
 * A simulated exchange, spot and futures, for the adapter's tests, and a client pointed at it.
 *
 * @module
 */
import { Effect } from "effect";
import { makeBinancePriceFeed } from "../../../adapters/binance/price_feed.ts";
import { makeBinanceClient } from "../../../adapters/binance/client.ts";
import { symbolOf } from "../../../adapters/binance/market.ts";
import { makeSandboxClock, type SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { type SimulatorName, startSimulator } from "../../../app/simulator/start_simulator.ts";
import type { Asset } from "../../../core/market/mod.ts";
import type { PriceFeed } from "../../../core/port/price_feed.ts";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { formatE18, type TargetQuery } from "../../../core/price/mod.ts";
import { scopedSimulator } from "../../simulator/kit/scoped_simulator.ts";
import { makeStillClock, ms, ORACLE_KEY } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";
import { askInGroups, DAY_START_SEC, type PriceFact } from "../../contract/price_feed_contract.ts";

/** Starts both markets for as long as the scope lives. */
export const makeExchange = Effect.fnUntraced(function* (
  { clock = makeSandboxClock() }: { readonly clock?: SandboxClock } = {},
) {
  const startOne = (name: SimulatorName) =>
    scopedSimulator(() => startSimulator(name, { seed: 1, clock, oracleKey: ORACLE_KEY }));
  const spot = yield* startOne("exchange-spot");
  const futures = yield* startOne("exchange-futures");
  const client = yield* makeBinanceClient({
    spotUrl: spot.url,
    spotMirrorUrl: `${spot.url}/mirror`,
    futuresUrl: futures.url,
  });
  const marketOf = (asset: Asset) => symbolOf(asset).market === "spot" ? spot : futures;
  return {
    client,
    archiveUrl: `${spot.url}/archive`,
    /** Puts trades; between the first and the last of an asset there are no others. */
    put: (facts: ReadonlyArray<PriceFact>) =>
      Effect.forEach(
        [...Map.groupBy(facts, ({ asset }) => asset)],
        ([asset, own]) =>
          marketOf(asset).send("PUT", "/__series", {
            ...symbolOf(asset),
            trades: own
              .toSorted((a, b) => a.atMs - b.atMs)
              .map(({ atMs, priceE18 }) => [atMs, formatE18(priceE18), "1"]),
          }),
      ),
    putKlines: (asset: Asset, rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
      marketOf(asset).send("PUT", "/__series", { ...symbolOf(asset), klines_1m: rows }),
    fault: (asset: Asset, fault: Readonly<Record<string, unknown>>) => marketOf(asset).fault(fault),
    /** The paths of the requests so far, with their queries. */
    log: (asset: Asset) => marketOf(asset).asked,
  };
});

const DAY_MS = 86_400_000;

/** Trades far before and far after: what lies between them has only what a test puts there. */
export const SILENCE: ReadonlyArray<PriceFact> = (["btc", "eth", "sol"] as const).flatMap((asset) =>
  [-50 * DAY_MS, 50 * DAY_MS].map((offsetMs) => ({
    asset,
    atMs: DAY_START_SEC * 1000 + offsetMs,
    priceE18: 10n ** 18n,
  }))
);

/** Both markets, as a test prepares them. */
export type Exchange = Effect.Success<ReturnType<typeof makeExchange>>;

/** What a test asks a feed, and when, after whatever it does first. */
export interface AskOptions {
  readonly nowIso: string;
  readonly prepare?: (exchange: Exchange) => Effect.Effect<unknown>;
}

/** Asks the exchange's own feed, or another over it, and gives the log of the market it asked. */
export function ask(asked: ReadonlyArray<TargetQuery>, { nowIso, prepare, ...over }: AskOptions & {
  readonly makeFeed?: (exchange: Exchange) => Effect.Effect<PriceFeed, never, ProviderWatch>;
  readonly logged?: Asset;
}) {
  const clock = makeStillClock(ms(nowIso));
  const program = Effect.gen(function* () {
    const exchange = yield* makeExchange({ clock });
    yield* prepare?.(exchange) ?? Effect.void;
    const feed = yield* over.makeFeed?.(exchange) ??
      Effect.succeed(makeBinancePriceFeed(exchange.client));
    const results = yield* askInGroups(feed, asked);
    return { results, log: yield* exchange.log(over.logged ?? asked[0]?.asset ?? "btc") };
  });
  return runStill(clock, program);
}
