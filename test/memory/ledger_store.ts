/** What ledgers are made of, in memory. @module */
import { Effect, Layer, Option } from "effect";
import { hasNoTx, nameActivity, type NamedActivity } from "../../core/ledger/mod.ts";
import { type KeptResolution, LedgerStore } from "../../core/port/ledger_store.ts";
import type { IndexedActivity } from "../../core/port/wallet_index.ts";

/** A row, and the newest reading that has it. */
interface Kept extends NamedActivity<IndexedActivity> {
  readonly readMs: number;
}

/** Empty at the start of its scope; it accepts wallets that are not stored. */
export const layerMemoryLedgerStore: Layer.Layer<LedgerStore> = Layer.sync(LedgerStore, () => {
  const rows = new Map<string, ReadonlyArray<Kept>>();
  const listings = new Map<string, { readonly asOfMs: number; readonly version: number }>();
  const resolutions = new Map<string, KeptResolution>();
  const asOfMsOf = (walletId: string) =>
    Option.map(Option.fromUndefinedOr(listings.get(walletId)), ({ asOfMs }) => asOfMs);
  return LedgerStore.of({
    noteActivity: ({ walletId, activity, fromMs, asOfMs }) =>
      Effect.sync(() => {
        const known = rows.get(walletId) ?? [];
        const newer = new Set(
          known.filter(({ readMs }) => readMs > asOfMs).map(({ origin }) => origin),
        );
        const given = nameActivity(activity).filter(({ origin }) => !newer.has(origin));
        const said = new Set(given.map(({ origin }) => origin));
        const stays = ({ origin, readMs, row }: Kept) =>
          readMs > asOfMs || !(said.has(origin) ||
            (hasNoTx(origin) && row.atMs >= fromMs && row.atMs <= asOfMs));
        const now = [
          ...known.filter(stays),
          ...given.map((one): Kept => ({ ...one, readMs: asOfMs })),
        ];
        const keysOf = (some: ReadonlyArray<Kept>) => some.map(({ key }) => key).toSorted();
        const isSame = Bun.deepEquals(keysOf(known), keysOf(now));
        const listing = listings.get(walletId) ?? { asOfMs: 0, version: 0 };
        rows.set(walletId, now);
        listings.set(walletId, {
          asOfMs: Math.max(listing.asOfMs, asOfMs),
          version: listing.version + (isSame ? 0 : 1),
        });
      }),
    activityOf: (walletId) =>
      Effect.sync(() => ({
        activity: (rows.get(walletId) ?? [])
          .toSorted((a, b) => a.row.atMs - b.row.atMs || (a.key < b.key ? -1 : 1))
          .map(({ row }) => row),
        asOfMs: asOfMsOf(walletId),
      })),
    listingOf: (walletId) =>
      Effect.sync(() => ({
        asOfMs: asOfMsOf(walletId),
        version: listings.get(walletId)?.version ?? 0,
      })),
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
