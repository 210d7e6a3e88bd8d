/**
 * Entries of what was done elsewhere, by what the venue's index lists: by hand, by another bot, or
 * by the venue itself.
 *
 * The index lists what was done here as well. A row belongs to a fill if both have the transaction,
 * the outcome and the side; what a row has beyond its fills was traded elsewhere in the same
 * transaction.
 *
 * @module
 */
import { Option } from "effect";
import { least, type Side } from "../fee/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import { compareEntries, type LedgerEntry, type Move } from "./entry.ts";

/** A row of the index. Amounts are times 10^6. */
export interface Activity {
  readonly kind: "trade" | "split" | "merge" | "redeem" | "payment" | "other";
  /** In whole seconds, as unix milliseconds. */
  readonly atMs: number;
  readonly tx: Option.Option<string>;
  readonly conditionId: Option.Option<ConditionId>;
  /** None for what concerns no single outcome. */
  readonly tokenId: Option.Option<string>;
  readonly side: Option.Option<Side>;
  readonly sharesE6: Option.Option<bigint>;
  readonly usdcE6: Option.Option<bigint>;
}

/** What rows come to. */
export interface ActivityOutcome {
  readonly entries: ReadonlyArray<LedgerEntry>;
  /** Conditions with a row that may belong to a fill whose own row is not known yet. */
  readonly unsettled: ReadonlySet<ConditionId>;
  /** Conditions with a row that no entry can be made of: their positions are not certain. */
  readonly unclear: ReadonlySet<ConditionId>;
}

/** What is known beside the rows. */
export interface ActivityContext {
  /** The entries of the wallet's own fills. */
  readonly fills: ReadonlyArray<LedgerEntry>;
  /** The market of a token, where an own order or a holding names it. */
  readonly conditionOf: (tokenId: string) => ConditionId | undefined;
  /** The tokens of a market's two outcomes; undefined while they are not known. */
  readonly tokensOf: (conditionId: ConditionId) => readonly [string, string] | undefined;
}

/** Rows that are one thing. */
interface Group {
  readonly kind: Exclude<Activity["kind"], "payment" | "other">;
  readonly atMs: number;
  readonly tx: string;
  readonly conditionId: ConditionId;
  readonly tokenId: string | undefined;
  readonly side: Side | undefined;
  sharesE6: bigint;
  usdcE6: bigint;
}

const SECOND_MS = 1_000;
/** The service's clock, which says when a fill was settled, may be late by so much. */
const LATE_MS = 60_000;

/** Returns the entries of what was done elsewhere. */
export function activityEntries(
  activity: ReadonlyArray<Activity>,
  { fills, tokensOf, conditionOf }: ActivityContext,
): ActivityOutcome {
  const entries: Array<LedgerEntry> = [];
  const [unsettled, unclear] = [new Set<ConditionId>(), new Set<ConditionId>()];
  const own = ownTrades(fills);
  const groups = groupsOf(activity, { unclear, conditionOf });
  const awaited = awaitedFills(fills, groups);
  for (const group of groups) {
    const { conditionId } = group;
    if (group.kind === "trade") {
      const moreE6 = moreThanOwn(group, own);
      const awaitedE6 = takeAwaited(group, { moreE6: moreE6.sharesE6, awaited });
      if (awaitedE6 > 0n) unsettled.add(conditionId);
      entries.push(...tradeElsewhere(group, { moreE6, awaitedE6 }));
      continue;
    }
    const moves = movesOf(group, tokensOf(conditionId));
    if (moves === undefined) unclear.add(conditionId);
    else entries.push(entryOf(group, { moves, feeE6: 0n }));
  }
  return { entries, unsettled, unclear };
}

/** Adds up rows of one transaction, oldest first. What concerns no market is left out. */
function groupsOf(
  activity: ReadonlyArray<Activity>,
  { unclear, conditionOf }: Pick<ActivityContext, "conditionOf"> & {
    readonly unclear: Set<ConditionId>;
  },
): ReadonlyArray<Group> {
  const groups = new Map<string, Group>();
  for (const { kind, atMs, ...row } of activity) {
    if (kind === "payment") continue;
    // An index that does not know the market may know the outcome.
    const conditionId = Option.getOrUndefined(row.conditionId) ??
      Option.getOrUndefined(Option.map(row.tokenId, conditionOf));
    if (conditionId === undefined) continue;
    const tx = Option.getOrUndefined(row.tx);
    const sharesE6 = Option.getOrUndefined(row.sharesE6);
    const usdcE6 = Option.getOrUndefined(row.usdcE6);
    const [tokenId, side] = [Option.getOrUndefined(row.tokenId), Option.getOrUndefined(row.side)];
    const isKnown = tx !== undefined && isAmount(sharesE6) && isAmount(usdcE6);
    if (kind === "other" || !isKnown || (kind === "trade" && (!tokenId || !side))) {
      // What the index does not say is not zero.
      unclear.add(conditionId);
      continue;
    }
    const key = [kind, tx.toLowerCase(), conditionId, tokenId, side].join(" ");
    const known = groups.get(key);
    if (known === undefined) {
      const group = { kind, atMs, tx: tx.toLowerCase(), conditionId, tokenId, side };
      groups.set(key, { ...group, sharesE6, usdcE6 });
    } else {
      known.sharesE6 += sharesE6;
      known.usdcE6 += usdcE6;
    }
  }
  return [...groups.values()].toSorted((a, b) =>
    a.atMs - b.atMs || (a.tx < b.tx ? -1 : Number(a.tx > b.tx))
  );
}

type Traded = Pick<Group, "sharesE6" | "usdcE6">;

/** What of a fill whose row is not known yet no other row may be. */
interface AwaitedMove {
  readonly fill: LedgerEntry;
  leftE6: bigint;
}

const tradeKey = (tx: string, tokenId: string, side: Side) => [tx, tokenId, side].join(" ");
const sideOf = ({ sharesE6 }: Move): Side => sharesE6 > 0n ? "BUY" : "SELL";
const isAmount = (amountE6: bigint | undefined): amountE6 is bigint =>
  amountE6 !== undefined && amountE6 >= 0n;
const sizeOf = (amountE6: bigint) => amountE6 < 0n ? -amountE6 : amountE6;

/** What the fills traded, by transaction, outcome and side. */
function ownTrades(fills: ReadonlyArray<LedgerEntry>): ReadonlyMap<string, Traded> {
  const own = new Map<string, Traded>();
  for (const { tx, moves } of fills) {
    if (tx === null) continue;
    for (const move of moves) {
      const key = tradeKey(tx.toLowerCase(), move.tokenId, sideOf(move));
      const known = own.get(key) ?? { sharesE6: 0n, usdcE6: 0n };
      known.sharesE6 += sizeOf(move.sharesE6);
      known.usdcE6 += sizeOf(move.usdcE6);
      own.set(key, known);
    }
  }
  return own;
}

/**
 * Returns, by outcome and side, the fills whose row is not known yet: those that are not settled,
 * and those of whose transaction no row is listed, because the venue named none, or another one.
 */
function awaitedFills(
  fills: ReadonlyArray<LedgerEntry>,
  groups: ReadonlyArray<Group>,
): ReadonlyMap<string, ReadonlyArray<AwaitedMove>> {
  const listed = new Set(
    groups.filter(({ kind }) => kind === "trade")
      .map(({ tx, tokenId = "", side = "BUY" }) => tradeKey(tx, tokenId, side)),
  );
  const isListed = ({ tx, moves }: LedgerEntry) =>
    tx !== null &&
    moves.every((move) => listed.has(tradeKey(tx.toLowerCase(), move.tokenId, sideOf(move))));
  const awaited = fills.filter((fill) => !fill.isFinal || !isListed(fill)).toSorted(compareEntries);
  const byTrade = new Map<string, Array<AwaitedMove>>();
  for (const fill of awaited) {
    for (const move of fill.moves) {
      byTrade.getOrInsertComputed(tradeKey("", move.tokenId, sideOf(move)), () => [])
        .push({ fill, leftE6: sizeOf(move.sharesE6) });
    }
  }
  return byTrade;
}

/** Takes what of this may be fills whose rows are not known yet, once, and returns it. */
function takeAwaited(
  { tx, tokenId = "", side = "BUY", atMs }: Group,
  { moreE6, awaited }: {
    readonly moreE6: bigint;
    readonly awaited: ReadonlyMap<string, ReadonlyArray<AwaitedMove>>;
  },
): bigint {
  let takenE6 = 0n;
  for (const move of awaited.get(tradeKey("", tokenId, side)) ?? []) {
    const { fill, leftE6 } = move;
    const mayBe = fill.tx?.toLowerCase() !== tx && fill.atMs < atMs + SECOND_MS &&
      (!fill.isFinal || atMs <= fill.settledMs + LATE_MS);
    const wantedE6 = moreE6 - takenE6;
    if (!mayBe || wantedE6 <= 0n) continue;
    const partE6 = least(leftE6, wantedE6);
    move.leftE6 -= partE6;
    takenE6 += partE6;
  }
  return takenE6;
}

function moreThanOwn(
  { tx, tokenId = "", side = "BUY", ...all }: Group,
  own: ReadonlyMap<string, Traded>,
): Traded {
  const mine = own.get(tradeKey(tx, tokenId, side)) ?? { sharesE6: 0n, usdcE6: 0n };
  const usdcE6 = all.usdcE6 - mine.usdcE6;
  return { sharesE6: all.sharesE6 - mine.sharesE6, usdcE6: usdcE6 < 0n ? 0n : usdcE6 };
}

function tradeElsewhere(
  group: Group,
  { moreE6, awaitedE6 }: { readonly moreE6: Traded; readonly awaitedE6: bigint },
): ReadonlyArray<LedgerEntry> {
  const { tokenId = "", side } = group;
  const sharesE6 = moreE6.sharesE6 - awaitedE6;
  if (sharesE6 <= 0n) return [];
  const usdcE6 = moreE6.usdcE6 * sharesE6 / moreE6.sharesE6;
  const sign = side === "SELL" ? -1n : 1n;
  const moves = [{ tokenId, sharesE6: sign * sharesE6, usdcE6: -sign * usdcE6 }];
  // The index does not say what each trade cost in fees.
  return [entryOf(group, { moves, feeE6: null })];
}

/** Undefined where the tokens are not known. */
function movesOf(
  { kind, tokenId, sharesE6, usdcE6 }: Group,
  tokens: readonly [string, string] | undefined,
): ReadonlyArray<Move> | undefined {
  if (kind === "redeem") {
    return tokenId === undefined ? undefined : [{ tokenId, sharesE6: -sharesE6, usdcE6 }];
  }
  return tokens && pairMoves(tokens, { kind: kind === "split" ? kind : "merge", sharesE6 });
}

/** Returns what a split or a merge of pairs moves: half a dollar a share, to the last digit. */
export function pairMoves(
  [first, second]: readonly [string, string],
  { kind, sharesE6 }: { readonly kind: "split" | "merge"; readonly sharesE6: bigint },
): ReadonlyArray<Move> {
  const sign = kind === "split" ? 1n : -1n;
  const halfE6 = sharesE6 / 2n;
  return [
    { tokenId: first, sharesE6: sign * sharesE6, usdcE6: -sign * halfE6 },
    { tokenId: second, sharesE6: sign * sharesE6, usdcE6: -sign * (sharesE6 - halfE6) },
  ];
}

function entryOf(
  { kind, tx, atMs, conditionId, tokenId, side }: Group,
  parts: Pick<LedgerEntry, "moves" | "feeE6">,
): LedgerEntry {
  const id = [kind, tx, conditionId, tokenId, side].filter((part) => part !== undefined).join(":");
  const named = kind === "redeem" ? "claim" : kind;
  return { id, kind: named, atMs, settledMs: atMs, conditionId, isFinal: true, tx, ...parts };
}
