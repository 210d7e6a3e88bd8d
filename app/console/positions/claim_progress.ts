/**
 * Which claims are on their way, which have ended meanwhile, and when it is asked again.
 *
 * @module
 */
import type { Claim } from "../../client/typescript/wire/position.ts";

const POLL_MS = 1_000;
const POLL_MS_MAX = 15_000;

/** Returns how long to wait, in milliseconds, after so many answers without any news. */
export function pollAfterMs(answers: number): number {
  return Math.min(POLL_MS_MAX, POLL_MS * 2 ** answers);
}

/** Returns the claim of each market that was asked for last, by condition id. */
export function newestClaims(claims: ReadonlyArray<Claim>): ReadonlyMap<string, Claim> {
  const oldestFirst = claims.toSorted((one, other) =>
    one.requested_at < other.requested_at ? -1 : 1
  );
  return new Map(oldestFirst.map((claim) => [claim.condition_id, claim]));
}

/** Adds claims to those that ended before, the newest first and each once. */
export function withEnded(
  before: ReadonlyArray<Claim>,
  ended: ReadonlyArray<Claim>,
): ReadonlyArray<Claim> {
  const ids = new Set(ended.map(({ id }) => id));
  return [...ended, ...before.filter(({ id }) => !ids.has(id))];
}

/**
 * Takes what an answer says of claims: keeps in `followed` the ids of those on their way, and
 * returns those that were and are over.
 */
export function follow(followed: Set<string>, claims: ReadonlyArray<Claim>): ReadonlyArray<Claim> {
  const over = claims.filter(({ id, state }) => state !== "sent" && followed.has(id));
  for (const { id } of over) followed.delete(id);
  for (const { id, state } of claims) if (state === "sent") followed.add(id);
  return over;
}

/** A row of what can be claimed: what is said of its claim, and whether it can be claimed. */
export interface ClaimRow {
  readonly claim: Claim | undefined;
  readonly mayClaim: boolean;
}

/**
 * Returns the row of a position, of whose market `newest` is the last claim. `now`: of the answer
 * that lists the position.
 */
export function claimRow(newest: Claim | undefined, now: string): ClaimRow {
  if (newest?.state !== "confirmed") return { claim: newest, mayClaim: newest?.state !== "sent" };
  // Either the next answer is without the position, or more shares have come since.
  const isNews = (newest.ended_at ?? "") >= now;
  return { claim: isNews ? newest : undefined, mayClaim: !isNews };
}
