/** What the venue says of wallets and of how markets were resolved, as a test has it. @module */
import { Effect, Layer, Option } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { Resolutions } from "../../core/port/resolutions.ts";
import {
  type IndexedActivity,
  type IndexedHolding,
  WalletIndex,
} from "../../core/port/wallet_index.ts";
import { TokenQuotes } from "../../core/port/token_quotes.ts";
import {
  layerIndexReadings,
  layerKeptLedgers,
  layerResolutionReadings,
} from "../../core/use_case/ledger/mod.ts";
import type { ConditionId, Resolution } from "../../core/venue/mod.ts";
import { layerMemoryChainStore } from "../memory/chain_store.ts";
import { layerMemoryLedgerStore } from "../memory/ledger_store.ts";

/** Makes an index that lists nothing, and a venue where every market is open. */
export function makeStagedIndex() {
  const hands = {
    isUp: true,
    areHoldingsUp: true,
    areResolutionsUp: true,
    asOfMs: 0,
    /** How far a part of what a wallet did goes. */
    partMs: Infinity,
    activity: [] as ReadonlyArray<IndexedActivity>,
    holdings: [] as ReadonlyArray<IndexedHolding>,
    /** What of holdings cannot be read, and whether all of the others were. */
    unclear: new Set<ConditionId>() as ReadonlySet<ConditionId>,
    areAllHeld: true,
    resolutions: new Map<ConditionId, Resolution>(),
    /** Best bids by token, in millionths; and the tokens that were followed. */
    bidsE6: new Map<string, bigint>(),
    followed: new Set<string>(),
    /** Since when activity was asked for, and for which conditions resolutions were. */
    asked: [] as Array<number | ConditionId>,
    /** Before an index answers. */
    before: Effect.void as Effect.Effect<void>,
  };
  const failed = (wanted: string) =>
    new ProviderFailed({
      provider: "venue data",
      reason: "timeout",
      wanted,
      cause: new Error("the secret inside"),
    });
  const answer = <A>(wanted: string, value: () => A) =>
    Effect.suspend(() =>
      Effect.andThen(
        hands.before,
        Effect.suspend(() => hands.isUp ? Effect.succeed(value()) : Effect.fail(failed(wanted))),
      )
    );
  const index = WalletIndex.of({
    activity: (_, { sinceMs }) =>
      Effect.suspend(() => {
        hands.asked.push(sinceMs);
        return answer("activity", () => {
          const untilMs = sinceMs + hands.partMs;
          const isAll = untilMs >= hands.asOfMs;
          return {
            activity: hands.activity.filter(({ atMs }) =>
              atMs >= sinceMs && (isAll || atMs <= untilMs)
            ),
            asOfMs: isAll ? hands.asOfMs : untilMs,
            isAll,
          };
        });
      }),
    holdings: () =>
      hands.areHoldingsUp
        ? answer("holdings", () => ({
          holdings: hands.holdings,
          unclear: hands.unclear,
          isAll: hands.areAllHeld,
          asOfMs: hands.asOfMs,
        }))
        : Effect.fail(failed("holdings")),
  });
  const resolutions = Resolutions.of({
    of: (conditionId) =>
      Effect.suspend(() => {
        hands.asked.push(conditionId);
        if (!hands.areResolutionsUp) return Effect.fail(failed("a resolution"));
        const value = Option.fromUndefinedOr(hands.resolutions.get(conditionId));
        return Effect.succeed({ value, isCached: false });
      }),
  });
  const quotes: typeof TokenQuotes.Service = {
    of: (tokenId) => {
      const priceE6 = hands.bidsE6.get(tokenId);
      const bid = priceE6 === undefined ? null : { priceE6, sizeE6: 5_000_000n };
      return { bid, ask: null, atMs: 0 };
    },
    follow: (tokenIds) => Effect.sync(() => tokenIds.forEach((id) => hands.followed.add(id))),
  };
  const layer = Layer.mergeAll(
    layerIndexReadings,
    layerKeptLedgers,
    layerResolutionReadings,
  ).pipe(
    Layer.provideMerge(Layer.merge(layerMemoryLedgerStore, layerMemoryChainStore)),
    Layer.provideMerge(Layer.mergeAll(
      Layer.succeed(TokenQuotes, quotes),
      Layer.succeed(WalletIndex, index),
      Layer.succeed(Resolutions, resolutions),
    )),
  );
  return { hands, layer };
}
