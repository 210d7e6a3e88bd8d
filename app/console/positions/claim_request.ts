/**
 * Asks the public API for claims, and claims, splits and merges.
 *
 * @module
 */
import type { ChainAction, Claim, Claims } from "../../client/typescript/wire/position.ts";
import { type Pages, walkPages } from "../part/walk_pages.ts";
import { keyedApi, orderApi } from "../service/api.ts";
import type { Attempt } from "../wallets/order_attempt.ts";
import type { PairChange } from "./claim_words.ts";
import { certain } from "./road_off.ts";

/** A claim of one market, or of all that can be claimed. */
export interface ClaimRequest {
  readonly walletId: string;
  /** The market; undefined for all. */
  readonly conditionId: string | undefined;
  /** What is claimed in words, as the reader has confirmed it. */
  readonly lines: ReadonlyArray<string>;
}

/** The last claims of a wallet, and all that are on their way. */
export interface ShownClaims extends Pages<Claim, Claims> {
  /** Those on their way, and those that are listed. */
  readonly known: ReadonlyArray<Claim>;
}

const LISTED = 10;
/** A wallet has one submission in flight, of at most 100 claims; others wait for their turn. */
const OPEN_MAX = 200;

/** Asks for claims, newest first. */
export async function askClaims({ walletId, pages, signal }: {
  readonly walletId: string;
  /** How many pages are listed. */
  readonly pages: number;
  readonly signal: AbortSignal;
}): Promise<ShownClaims> {
  const { claims } = keyedApi().positions;
  const [open, listed] = await Promise.all([
    claims({ walletId, state: "sent", limit: OPEN_MAX }, { signal }),
    walkPages<Claim, Claims>(
      (from) => claims({ walletId, limit: LISTED, ...from }, { signal }),
      pages,
    ),
  ]);
  // What is over in either stays over: the two were answered one after the other.
  const known = new Map(open.data.map((claim) => [claim.id, claim]));
  for (const claim of listed.items) known.set(claim.id, claim);
  return { ...listed, known: [...known.values()] };
}

/** Claims under a key, or asks what became of it. */
export async function sendClaim(
  { body: { walletId, conditionId }, key }: Attempt<ClaimRequest>,
): Promise<ReadonlyArray<Claim>> {
  const asked = { walletId, ...(conditionId !== undefined && { condition_id: conditionId }) };
  const { claims } = await certain(
    orderApi().positions.claim(asked, { idempotencyKey: key }),
  );
  return claims;
}

/** Splits or merges under a key, or asks what became of it. */
export async function sendPair({ body, key }: Attempt<PairChange>): Promise<ChainAction> {
  const { kind, ...asked } = body;
  const { positions } = orderApi();
  const under = { idempotencyKey: key };
  return kind === "split"
    ? (await certain(positions.split(asked, under))).split
    : (await certain(positions.merge(asked, under))).merge;
}
