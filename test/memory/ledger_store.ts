/** What ledgers are made of, in memory. @module */
import { Effect, Layer, Option } from "effect";
import { toActivityRows } from "../../adapters/postgres/store/activity_row.ts";
import { type KeptResolution, LedgerStore } from "../../core/port/ledger_store.ts";
import type { IndexedActivity } from "../../core/port/wallet_index.ts";

/** Empty at the start of its scope; it accepts wallets that are not stored. */
export const layerMemoryLedgerStore: Layer.Layer<LedgerStore> = Layer.sync(LedgerStore, () => {
  const rows = new Map<string, Map<string, IndexedActivity>>();
  const asOf = new Map<string, number>();
  const resolutions = new Map<string, KeptResolution>();
  return LedgerStore.of({
    noteActivity: ({ walletId, activity, asOfMs }) =>
      Effect.sync(() => {
        const kept = rows.getOrInsertComputed(walletId, () => new Map());
        for (const [index, { key }] of toActivityRows(activity).entries()) {
          const one = activity[index];
          if (one !== undefined) kept.set(key, one);
        }
        asOf.set(walletId, Math.max(asOf.get(walletId) ?? 0, asOfMs));
      }),
    activityOf: (walletId) =>
      Effect.sync(() => ({
        activity: [...rows.get(walletId) ?? []]
          .toSorted(([a, one], [b, other]) => one.atMs - other.atMs || (a < b ? -1 : 1))
          .map(([, one]) => one),
        asOfMs: Option.fromUndefinedOr(asOf.get(walletId)),
      })),
    listedMsOf: (walletId) => Effect.sync(() => Option.fromUndefinedOr(asOf.get(walletId))),
    noteResolutions: (noted) =>
      Effect.sync(() => {
        for (const one of noted) {
          if (!resolutions.has(one.conditionId)) resolutions.set(one.conditionId, one);
        }
      }),
    resolutionsOf: (conditionIds) =>
      Effect.sync(() => conditionIds.flatMap((id) => resolutions.get(id) ?? [])),
  });
});
