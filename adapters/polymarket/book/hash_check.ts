/**
 * Checks a followed book against the venue's hash of it.
 *
 * The check begins with a snapshot whose hash can be computed, and goes on with what a few times
 * per second is the newest state: a hash covers the whole book, so one that agrees proves all that
 * was applied before it. One that differs is given time, because the trade that it counts may be
 * told later. Then the book is doubted, and a new snapshot tells whether that was right: where it
 * names a last trade that was never told here, or where it happens again and again, the hashes of
 * this token prove nothing, and are not checked any more on this connection.
 *
 * @module
 */
import { bookHasher } from "./book_hash.ts";
import type { BookSnapshot, FollowedBook } from "./followed_book.ts";

/** How long a hash may differ before the book is doubted: trades are told up to 0.1 s later. */
export const PROOF_MS_MAX = 1_000;
/** A book that was doubted so often by its hash is not checked any more. */
export const DOUBTS_MAX = 3;
const CHECKS_A_LOOK = 40;
/** Trades since the last proof that are remembered. */
const PRICES_MAX = 8;

/** The check of one token's hashes on one connection. It changes in place. */
export interface HashCheck {
  /** A snapshot that has all that its hash covers, and was not tried yet. */
  snapshot: BookSnapshot | undefined;
  /** Undefined until a snapshot has shown that its hash can be computed. */
  isNegRisk: boolean | undefined;
  /** The prices of the last trade that a hash may cover, newest first. */
  lastPrices: ReadonlyArray<string>;
  /** The state that was last proven. */
  proven: FollowedBook | undefined;
  differsSinceMs: number | undefined;
  /** The prices that were tried when the book was doubted. */
  triedPrices: ReadonlyArray<string> | undefined;
  doubts: number;
  /** When it was last looked at, in milliseconds of machine time. */
  lookedMs: number;
}

/** Makes a check that has seen nothing. */
export function makeHashCheck(): HashCheck {
  return {
    snapshot: undefined,
    isNegRisk: undefined,
    lastPrices: [],
    proven: undefined,
    differsSinceMs: undefined,
    triedPrices: undefined,
    doubts: 0,
    lookedMs: -Infinity,
  };
}

/** Notes a snapshot. Later ones of a subscription do not say at which price the last trade was. */
export function noteSnapshot(check: HashCheck, snapshot: BookSnapshot): void {
  const { hash, lastTradePrice } = snapshot;
  check.differsSinceMs = undefined;
  if (hash === undefined || lastTradePrice === undefined) return;
  check.snapshot = snapshot;
  check.lastPrices = [lastTradePrice];
}

/** Notes the price of a trade, as the venue writes it. */
export function noteTrade(check: HashCheck, price: string): void {
  check.lastPrices = [price, ...check.lastPrices].slice(0, PRICES_MAX);
}

/**
 * Returns those to look at now: of those that have something new, the few that were looked at
 * longest ago. A hash of a deep book takes 60 us.
 */
export function dueChecks<Token extends { readonly book: FollowedBook; hashCheck: HashCheck }>(
  tokens: Iterable<readonly [tokenId: string, token: Token]>,
): ReadonlyArray<readonly [tokenId: string, token: Token]> {
  return [...tokens]
    .filter(([, { book, hashCheck }]) => book.kind === "known" && book !== hashCheck.proven)
    .sort(([, a], [, b]) => a.hashCheck.lookedMs - b.hashCheck.lookedMs)
    .slice(0, CHECKS_A_LOOK);
}

/** Whether the hash has spoken against the book for so long that it must be doubted. */
export function isRefuted(check: HashCheck, known: FollowedBook, nowMs: number): boolean {
  check.lookedMs = nowMs;
  trySnapshot(check);
  const { isNegRisk, doubts, proven } = check;
  const isOff = doubts >= DOUBTS_MAX;
  if (isOff || isNegRisk === undefined || known.kind !== "known" || known.hash === undefined) {
    check.differsSinceMs = undefined;
    return false;
  }
  if (known === proven) return false;
  const { book, hash, changedMs: timestampMs } = known;
  const hashAt = bookHasher(book, { timestampMs, isNegRisk });
  const at = check.lastPrices.findIndex((lastTradePrice) => hashAt(lastTradePrice) === hash);
  if (at >= 0) {
    // Older trades are over; newer ones may belong to a hash that is still to come.
    [check.proven, check.differsSinceMs] = [known, undefined];
    check.lastPrices = check.lastPrices.slice(0, at + 1);
    return false;
  }
  check.differsSinceMs ??= nowMs;
  if (nowMs - check.differsSinceMs < PROOF_MS_MAX) return false;
  [check.triedPrices, check.differsSinceMs] = [check.lastPrices, undefined];
  check.doubts += 1;
  return true;
}

function trySnapshot(check: HashCheck): void {
  const { snapshot, triedPrices } = check;
  if (snapshot === undefined) return;
  check.snapshot = undefined;
  check.triedPrices = undefined;
  const lastTradePrice = snapshot.lastTradePrice ?? "";
  check.isNegRisk = negRiskOf(snapshot, lastTradePrice);
  const isKnown = triedPrices === undefined || triedPrices.includes(lastTradePrice);
  if (!isKnown) check.doubts = DOUBTS_MAX;
}

/** The mark with which the snapshot's hash comes out; undefined if it does with neither. */
function negRiskOf(
  { book, timestampMs, hash }: BookSnapshot,
  lastTradePrice: string,
): boolean | undefined {
  return [false, true].find((isNegRisk) =>
    bookHasher(book, { timestampMs, isNegRisk })(lastTradePrice) === hash
  );
}
