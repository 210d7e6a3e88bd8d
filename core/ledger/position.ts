/**
 * Positions: what a wallet has of each outcome, what that cost, and what it has made of it.
 *
 * A fold over entries in the order in which they happened, so that the order in which they were
 * heard of does not matter. Cost is the average of what is held, without fees. Whatever was paid
 * and got is either cost or profit, to the last digit.
 *
 * @module
 */
import type { ConditionId } from "../venue/mod.ts";
import { compareEntries, type EntryKind, type LedgerEntry, type Move } from "./entry.ts";

/** How a market was resolved, for one of its outcomes. */
export interface Resolved {
  /** Micro-USDC that one share pays. */
  readonly payoutE6: bigint;
  readonly atMs: number;
}

/** A position. Amounts are times 10^6. */
export interface Position {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  sharesE6: bigint;
  /** Of these, what the chain has settled and nothing has sold since. */
  settledE6: bigint;
  /** What the held shares cost, USDC. */
  costE6: bigint;
  /** What they cost before their market was resolved against them, USDC. */
  lostE6: bigint;
  /** All fees; null where one is not known. */
  feesE6: bigint | null;
  /** Proceeds less cost of what is no longer held, USDC; a loser's cost from its resolution on. */
  realizedE6: bigint;
  /** Whether nothing was sold that is not known to have come: else its cost is not certain. */
  isWhole: boolean;
  /** When it changed last, unix milliseconds. */
  lastMs: number;
  /** The chain had all of it by then, unix milliseconds. */
  settledMs: number;
}

/** What one move, or a resolution, made. Amounts are USDC times 10^6. */
export interface Realization {
  readonly atMs: number;
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly kind: EntryKind | "loss";
  /** Null where the cost is not known. */
  readonly realizedE6: bigint | null;
  /** Null where it is not known. */
  readonly feesE6: bigint | null;
  /** What was paid for shares, or got for them. */
  readonly movedE6: bigint;
}

/** The states of a position. `lost`: the market is resolved, and its shares pay nothing. */
export const POSITION_STATUSES = ["open", "claimable", "lost", "closed"] as const;

/** One of {@linkcode POSITION_STATUSES}. */
export type PositionStatus = (typeof POSITION_STATUSES)[number];

/** Returns the status of a position, given how its market was resolved, if it was. */
export function statusOf(
  { sharesE6 }: Pick<Position, "sharesE6">,
  resolved: Resolved | undefined,
): PositionStatus {
  if (sharesE6 <= 0n) return "closed";
  if (resolved === undefined) return "open";
  return resolved.payoutE6 > 0n ? "claimable" : "lost";
}

/** Folds entries, in any order. `resolvedOf` knows of each token how it was resolved, if it was. */
export function foldPositions(
  entries: ReadonlyArray<LedgerEntry>,
  resolvedOf: (tokenId: string) => Resolved | undefined = () => undefined,
): {
  readonly positions: ReadonlyMap<string, Position>;
  readonly realizations: ReadonlyArray<Realization>;
} {
  const positions = new Map<string, Position>();
  const realizations: Array<Realization> = [];
  const losses = [...new Set(entries.flatMap(({ moves }) => moves.map(({ tokenId }) => tokenId)))]
    .flatMap((tokenId) => {
      const resolved = resolvedOf(tokenId);
      return resolved?.payoutE6 === 0n ? [{ tokenId, atMs: resolved.atMs }] : [];
    })
    .toSorted((a, b) => a.atMs - b.atMs);
  const loseUntil = (untilMs: number) => {
    while (losses[0] !== undefined && losses[0].atMs <= untilMs) {
      const { tokenId, atMs } = losses.shift() ?? losses[0];
      const position = positions.get(tokenId);
      if (position !== undefined) realizations.push(...lose(position, atMs));
    }
  };
  for (const entry of entries.toSorted(compareEntries)) {
    // Whoever claims both sides of a market burns the side that has lost before.
    loseUntil(entry.atMs);
    realizations.push(...take(positions, entry));
  }
  loseUntil(Infinity);
  for (const position of positions.values()) {
    // Bought after the resolution, by a clock that is late.
    if (resolvedOf(position.tokenId)?.payoutE6 === 0n) {
      realizations.push(...lose(position, position.lastMs));
    }
  }
  return { positions, realizations };
}

/** Returns what each move of an entry made. */
function take(
  positions: Map<string, Position>,
  entry: LedgerEntry,
): ReadonlyArray<Realization> {
  const { atMs, conditionId, isFinal, kind, moves } = entry;
  return moves.map((move, index): Realization => {
    const { tokenId, usdcE6 } = move;
    const position = positions.getOrInsertComputed(tokenId, () => newPosition(tokenId, entry));
    const madeE6 = moveShares(position, move, isFinal);
    const realizedE6 = position.isWhole ? madeE6 : null;
    // The fee is of the whole entry, and entries with one have one move.
    const feesE6 = index === 0 ? entry.feeE6 : 0n;
    position.feesE6 = sumKnown(position.feesE6, feesE6);
    position.lastMs = atMs;
    position.settledMs = Math.max(position.settledMs, entry.settledMs);
    const movedE6 = usdcE6 < 0n ? -usdcE6 : usdcE6;
    return { atMs, tokenId, conditionId, kind, realizedE6, feesE6, movedE6 };
  });
}

function newPosition(tokenId: string, { conditionId, atMs }: LedgerEntry): Position {
  return {
    tokenId,
    conditionId,
    sharesE6: 0n,
    settledE6: 0n,
    costE6: 0n,
    lostE6: 0n,
    feesE6: 0n,
    realizedE6: 0n,
    isWhole: true,
    lastMs: atMs,
    settledMs: atMs,
  };
}

/** Returns what the move realized. */
function moveShares(position: Position, { sharesE6, usdcE6 }: Move, isFinal: boolean): bigint {
  if (sharesE6 >= 0n) {
    position.sharesE6 += sharesE6;
    if (isFinal) position.settledE6 += sharesE6;
    position.costE6 -= usdcE6;
    return 0n;
  }
  const soldE6 = -sharesE6;
  const heldE6 = position.sharesE6;
  const isCovered = soldE6 <= heldE6;
  const costE6 = isCovered ? position.costE6 * soldE6 / heldE6 : position.costE6;
  position.isWhole &&= isCovered;
  position.sharesE6 -= soldE6;
  position.settledE6 -= soldE6;
  position.costE6 -= costE6;
  position.realizedE6 += usdcE6 - costE6;
  return usdcE6 - costE6;
}

/** The shares stay, and are worth nothing from then on. */
function lose(position: Position, atMs: number): ReadonlyArray<Realization> {
  const { tokenId, conditionId, costE6 } = position;
  if (costE6 === 0n) return [];
  position.costE6 = 0n;
  position.lostE6 += costE6;
  position.realizedE6 -= costE6;
  position.lastMs = Math.max(position.lastMs, atMs);
  return [{
    atMs,
    tokenId,
    conditionId,
    kind: "loss",
    realizedE6: position.isWhole ? -costE6 : null,
    feesE6: 0n,
    movedE6: 0n,
  }];
}

/** Adds amounts, as long as both are known. */
export function sumKnown(aE6: bigint | null, bE6: bigint | null): bigint | null {
  return aE6 === null || bE6 === null ? null : aE6 + bE6;
}
