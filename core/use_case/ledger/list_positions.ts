/**
 * Lists the positions of a wallet, beside what the venue's index says of them.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { ONE_E6 } from "../../fee/mod.ts";
import { type Position, type PositionStatus, statusOf } from "../../ledger/mod.ts";
import { TokenQuotes } from "../../port/token_quotes.ts";
import type { IndexedHolding, IndexedHoldings } from "../../port/wallet_index.ts";
import type { ConditionId } from "../../venue/mod.ts";
import { claimedWallet, type WalletClaim } from "../order/trading_wallet.ts";
import { foldLedger, NONE_RESOLVED } from "./folded_ledger.ts";
import { resolvedTokens } from "./resolved_tokens.ts";
import type { TokenFacts } from "./token_facts.ts";
import { type WalletLedger, walletLedger } from "./wallet_ledger.ts";

/** The place of a position in the listing: the one that changed last comes first. */
export interface PositionPlace {
  readonly lastMs: number;
  readonly tokenId: string;
}

/** Which of a wallet's positions to list. */
export interface PositionsQuery extends WalletClaim {
  readonly statuses: ReadonlyArray<PositionStatus>;
  readonly conditionId: Option.Option<ConditionId>;
  /** Only positions that come after this one. */
  readonly after: Option.Option<PositionPlace>;
  readonly limit: number;
}

/** A position as it is told. Amounts are times 10^6; what is not certain is null. */
export interface ListedPosition {
  readonly position: Position;
  readonly status: PositionStatus;
  /** None for a token of which nobody says what it is of. */
  readonly facts: TokenFacts | undefined;
  /** Whether its cost and profit are known. */
  readonly isCertain: boolean;
  /** USDC that a share brings now: the best bid, or what it pays. */
  readonly priceE6: bigint | null;
  /** What the index has of it, and until when that is whole. */
  readonly indexed: { readonly holding: IndexedHolding; readonly asOfMs: number } | null;
  /** Whether the index has as many shares; null while it is behind, or not known. */
  readonly isAgreed: boolean | null;
}

/** The positions of a wallet, and what each of its entries made. */
export const foldWallet = Effect.fn("foldWallet")(function* (claim: WalletClaim) {
  const { wallet } = yield* claimedWallet(claim);
  const ledger = yield* walletLedger(wallet);
  const holdings = new Map(holdingsOf(ledger.index).map((one) => [one.tokenId, one]));
  const { positions } = foldLedger(ledger.entries, NONE_RESOLVED);
  const factsOf = (some: ReadonlyArray<Position>) =>
    some.flatMap(({ tokenId }) => ledger.tokens.get(tokenId) ?? []);
  const own = [...positions.values()];
  const resolved = yield* resolvedTokens({
    walletId: wallet.id,
    needed: factsOf(own.filter(({ sharesE6 }) => sharesE6 > 0n)),
    others: factsOf(
      [...own, ...onlyIndexed(ledger, positions)]
        .filter((position) => position.sharesE6 <= 0n && shownE6(ledger, position, holdings) > 0n),
    ),
  });
  return { ledger, holdings, resolved, ...foldLedger(ledger.entries, resolved) };
});

/** Returns a page of positions, and the place that the next page comes after. */
export const listPositions = Effect.fn("listPositions")(function* (
  { statuses, conditionId, after, limit, ...claim }: PositionsQuery,
) {
  const { ledger, holdings, resolved, positions } = yield* foldWallet(claim);
  const all = [...positions.values(), ...onlyIndexed(ledger, positions)];
  const chosen = all
    .filter((position) => Option.isNone(conditionId) || position.conditionId === conditionId.value)
    .map((position) => {
      const sharesE6 = shownE6(ledger, position, holdings);
      return { position, status: statusOf({ sharesE6 }, resolved.get(position.tokenId)) };
    })
    .filter(({ status }) => statuses.includes(status))
    .toSorted((a, b) => comparePlaces(a.position, b.position))
    .filter(({ position }) => Option.isNone(after) || comparePlaces(after.value, position) < 0);
  const page = chosen.slice(0, limit);
  const open = page.filter(({ status }) => status === "open").map(({ position }) => position);
  const { of, follow } = yield* TokenQuotes;
  if (open.length > 0) yield* follow(open.map(({ tokenId }) => tokenId));
  const last = chosen.length > limit ? page.at(-1)?.position : undefined;
  return {
    listedMs: ledger.listedMs,
    positions: page.map(({ position, status }): ListedPosition => {
      const { tokenId } = position;
      const bidE6 = status === "open" ? of(tokenId)?.bid?.priceE6 : resolved.get(tokenId)?.payoutE6;
      return {
        position,
        status,
        facts: ledger.tokens.get(tokenId),
        isCertain: position.isWhole && !ledger.unclear.has(position.conditionId),
        priceE6: bidE6 ?? null,
        ...besideIndex(ledger, position, holdings.get(tokenId)),
      };
    }),
    next: Option.map(
      Option.fromUndefinedOr(last),
      ({ lastMs, tokenId }): PositionPlace => ({ lastMs, tokenId }),
    ),
  };
});

function comparePlaces(a: PositionPlace, b: PositionPlace): number {
  return b.lastMs - a.lastMs || (a.tokenId < b.tokenId ? -1 : a.tokenId > b.tokenId ? 1 : 0);
}

const holdingsOf = (index: Option.Option<IndexedHoldings>) =>
  Option.match(index, { onNone: () => [], onSome: ({ holdings }) => holdings });

/** What the index lists and no entry explains: shown, so that nobody misses it. */
export function onlyIndexed(
  { index }: WalletLedger,
  positions: ReadonlyMap<string, Position>,
): ReadonlyArray<Position> {
  return holdingsOf(index)
    .filter(({ tokenId, sharesE6 }) => sharesE6 > 0n && !positions.has(tokenId))
    .map(({ tokenId, conditionId }): Position => ({
      tokenId,
      conditionId,
      sharesE6: 0n,
      settledE6: 0n,
      costE6: 0n,
      lostE6: 0n,
      feesE6: 0n,
      realizedE6: 0n,
      isWhole: true,
      lastMs: 0,
      settledMs: 0,
    }));
}

/**
 * The wallet's own shares; the index's where no entry explains what it has. Of what is gone by the
 * wallet's own entries the index may be behind, until it is newer than them.
 */
export function shownE6(
  ledger: WalletLedger,
  position: Position,
  holdings: ReadonlyMap<string, IndexedHolding>,
): bigint {
  const { tokenId, sharesE6, isWhole, lastMs } = position;
  const holding = holdings.get(tokenId);
  const isGone = isWhole && lastMs > 0 && besideIndex(ledger, position, holding).isAgreed !== false;
  return sharesE6 > 0n || isGone ? sharesE6 : holding?.sharesE6 ?? 0n;
}

/**
 * What the index knows of the token, and whether it agrees once it is newer than the last change.
 * It has what the chain has: an own fill from its settlement on, which comes after its match. What
 * cannot be read, or was left out, may be anything.
 */
export function besideIndex(
  { index, unsettled }: WalletLedger,
  { conditionId, sharesE6, settledMs }: Position,
  holding: IndexedHolding | undefined,
): Pick<ListedPosition, "indexed" | "isAgreed"> {
  if (Option.isNone(index)) return { indexed: null, isAgreed: null };
  const { asOfMs, unclear, isAll } = index.value;
  const isBehind = asOfMs <= settledMs || unsettled.has(conditionId);
  const isUnknown = holding === undefined && !isAll || unclear.has(conditionId);
  return {
    indexed: holding === undefined ? null : { holding, asOfMs },
    isAgreed: isBehind || isUnknown ? null : (holding?.sharesE6 ?? 0n) === sharesE6,
  };
}

/** Returns what so many shares bring at a price, rounded down. */
export function worthE6(sharesE6: bigint, priceE6: bigint): bigint {
  return sharesE6 * priceE6 / ONE_E6;
}
