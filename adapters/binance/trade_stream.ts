/**
 * The exchange's live trades, and the first one of every hour among them.
 *
 * @module
 */
import { Effect, FiberSet, Result } from "effect";
import type { Asset } from "../../core/market/mod.ts";
import type { LiveEvent, LivePrices } from "../../core/port/live_prices.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import { makeStreamState, runReconnectingSocket } from "../outbound/mod.ts";
import {
  fillGap,
  nextTrade,
  type TradeGap,
  type TradePair,
  type TradeRun,
} from "./hour_rollover.ts";
import { symbolOf } from "./market.ts";
import { isFetchable, missedTrades, type TradeSource } from "./missed_trades.ts";
import type { AggTrade } from "./payload.ts";
import { assetsOn, type StreamOrigins, streamUrls } from "./stream_address.ts";
import { readStreamFrame } from "./stream_frame.ts";
import { toTrade } from "./trade.ts";

/** The name of both sockets in the log and on the status page. */
export const EXCHANGE_STREAM = "exchange stream";

const MARKETS = ["spot", "futures"] as const satisfies ReadonlyArray<ExchangeMarket>;

/** The six spot symbols are never all silent this long, the one futures symbol hardly ever. */
const SILENCE_MS_MAX = {
  spot: 5_000,
  futures: 30_000,
} as const satisfies Record<ExchangeMarket, number>;

/** How often unreadable frames are logged, by the machine's clock. */
const COMPLAINT_EVERY_MS = 60_000;

/** The origins of the sockets, and the client that fetches missed trades. */
export interface TradeStreamOptions extends StreamOrigins {
  readonly client: TradeSource;
}

/** Creates the exchange's part of {@linkcode LivePrices}: its trades, and the state of sockets. */
export const makeBinanceTradeStream = Effect.fnUntraced(function* (options: TradeStreamOptions) {
  const watch = yield* ProviderWatch;
  const listen = Effect.fnUntraced(
    function* (listener: (event: LiveEvent) => void) {
      const fork = yield* FiberSet.makeRuntime<never, void, never>();
      const follow = makeFollower({ client: options.client, fork, listener });
      const state = makeStreamState<ExchangeMarket>({
        provider: "exchange",
        needed: MARKETS.length,
        publish: listener,
      });
      let complainedAtMs = -Infinity;

      const complain = (text: string) => {
        const nowMs = performance.now();
        if (nowMs - complainedAtMs < COMPLAINT_EVERY_MS) return;
        complainedAtMs = nowMs;
        fork(Effect.annotateLogs(Effect.logWarning("Cannot read a frame"), {
          provider: EXCHANGE_STREAM,
          detail: text.slice(0, 200),
        }));
      };

      const link = (market: ExchangeMarket) => {
        const urls = streamUrls(options, market);
        const assets = new Map(assetsOn(market).map((asset) => [symbolOf(asset).symbol, asset]));
        let rotation = 0;
        return runReconnectingSocket({
          provider: EXCHANGE_STREAM,
          target: () => Effect.sync(() => ({ url: urls[rotation % urls.length] ?? urls[0] })),
          message: (text) => {
            const frame = readStreamFrame(text);
            if (frame === "unreadable") complain(text);
            if (typeof frame === "string") return false;
            const asset = assets.get(frame.symbol);
            if (asset === undefined) return false;
            state.delivered(market);
            follow(asset, frame.trade);
            return true;
          },
          lost: () => {
            // A host that opens but delivers nothing is no better than one that does not open.
            if (!state.isUp(market)) rotation += 1;
            state.lost(market);
          },
          silenceMsMax: SILENCE_MS_MAX[market],
        });
      };

      yield* Effect.all(MARKETS.map(link), { concurrency: "unbounded" });
      return yield* Effect.never;
    },
    Effect.scoped,
    Effect.provideService(ProviderWatch, watch),
  );
  return { listen } satisfies LivePrices["Service"];
});

/** Follows the trades of every asset and publishes them, and hour rollovers. */
function makeFollower({ client, fork, listener }: {
  readonly client: TradeSource;
  readonly fork: (effect: Effect.Effect<void>) => void;
  readonly listener: (event: LiveEvent) => void;
}): (asset: Asset, trade: AggTrade) => void {
  const runs = new Map<Asset, TradeRun>();

  const publish = (asset: Asset, { last, first }: TradePair) => {
    const symbol = symbolOf(asset);
    const rollover = Result.all({ last: toTrade(symbol, last), first: toTrade(symbol, first) });
    if (Result.isSuccess(rollover)) {
      return listener({ kind: "rollover", asset, rollover: rollover.success });
    }
    const { message, cause } = rollover.failure;
    fork(Effect.annotateLogs(Effect.logWarning(message), { asset, detail: String(cause) }));
  };

  /** Fetches the gap once. Without a proof, the opening is later found by its time. */
  const fill = (asset: Asset, gap: TradeGap) =>
    missedTrades(client, symbolOf(asset), gap).pipe(
      Effect.map((missing) => {
        const run = runs.get(asset);
        if (run === undefined) return;
        const filled = fillGap(run, gap, missing);
        runs.set(asset, filled.run);
        for (const pair of filled.rollovers) publish(asset, pair);
      }),
      Effect.catch(({ message, reason }) =>
        Effect.annotateLogs(Effect.logWarning(message), { provider: EXCHANGE_STREAM, reason })
      ),
    );

  return (asset, trade) => {
    const read = toTrade(symbolOf(asset), trade);
    if (Result.isSuccess(read)) listener({ kind: "trade", asset, trade: read.success });
    const { run, rollover, gap } = nextTrade(runs.get(asset), trade);
    runs.set(asset, run);
    if (rollover !== undefined) publish(asset, rollover);
    if (gap !== undefined && isFetchable(gap)) fork(fill(asset, gap));
  };
}
