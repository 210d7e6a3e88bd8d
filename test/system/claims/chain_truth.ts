/**
 * What the simulated chain did to a wallet, and by whose transactions: the truth that a history is
 * judged by. Amounts are millionths.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { CONTRACT } from "../../../app/simulator/polymarket/chain/contract.ts";
import type { ClaimGround } from "./ground.ts";
import { type ClaimMarket, type ClaimWallet, MARKETS } from "./holdings.ts";

/** Whether a wallet has a road to the chain: a key has none without a node. */
export function hasRoad({ world }: ClaimGround, { signatureType }: ClaimWallet): boolean {
  return world.hasNode || signatureType !== 0;
}

/** What one transaction did to the shares of one market. */
export interface Deed {
  readonly tx: string;
  readonly kind: "claim" | "split" | "merge";
  readonly conditionId: string;
  /** USDC that came of a claim; the pairs of a split or a merge. */
  readonly amountE6: bigint;
  /** `service`: of calls that the service had signed. */
  readonly by: "service" | "owner" | "venue";
}

const KINDS = { REDEEM: "claim", SPLIT: "split", MERGE: "merge" } as const;

/** Returns what was done to a wallet, in order. */
export function deedsOf({ simulated }: ClaimGround, { funder }: ClaimWallet): ReadonlyArray<Deed> {
  const { parts: { chain, node }, byHand } = simulated;
  const deeds = new Map<string, Deed>();
  for (const record of chain.recordsUntil(funder, Infinity)) {
    if (record.type === "TRADE" || record.type === "TRANSFER") continue;
    const tx = record.transactionHash.toLowerCase();
    const conditionId = record.market.conditionId.toLowerCase();
    const amountE6 = record.type === "REDEEM" ? record.usdcE6 : record.sizeE6;
    const former = deeds.get(`${tx} ${conditionId}`);
    const isOfVenue = node.mined(tx)?.to === CONTRACT.autoRedeemer;
    deeds.set(`${tx} ${conditionId}`, {
      tx,
      kind: KINDS[record.type],
      conditionId,
      amountE6: amountE6 + (former?.amountE6 ?? 0n),
      by: byHand.has(tx) ? "owner" : isOfVenue ? "venue" : "service",
    });
  }
  return [...deeds.values()];
}

/** Returns the shares that a wallet has of a token. */
export function sharesE6(
  { simulated: { parts } }: ClaimGround,
  { funder }: ClaimWallet,
  tokenId: string,
): bigint {
  return parts.accounts.of(funder).sharesE6.get(tokenId) ?? 0n;
}

/** Returns the USDC that a wallet has. */
export function moneyE6({ simulated: { parts } }: ClaimGround, { funder }: ClaimWallet): bigint {
  return parts.accounts.of(funder).balanceE6;
}

/** Returns the markets of which a wallet has shares that pay. */
export function unclaimedOf(ground: ClaimGround, wallet: ClaimWallet): ReadonlyArray<ClaimMarket> {
  return MARKETS.filter(({ conditionId, tokenIds }) => {
    const first = ground.resolutions.get(conditionId);
    if (first === undefined) return false;
    const pays = [first, 1_000_000 - first];
    return tokenIds.some((id, at) => (pays[at] ?? 0) > 0 && sharesE6(ground, wallet, id) > 0n);
  });
}

/** Bytes of a wallet that have reached the relayer or the node. */
export interface SentBytes {
  readonly signature: string;
  readonly nonce: string;
  readonly atMs: number;
  /** Whether they were taken. */
  readonly isTaken: boolean;
  /** The relayer's id; none of the node's. */
  readonly id: string | undefined;
  /** Undefined where they are good for ever. */
  readonly deadlineSec: number | undefined;
}

/** Returns what was submitted to the relayer for a wallet, in order. */
export function submittedFor(
  { wire }: ClaimGround,
  { funder }: ClaimWallet,
): ReadonlyArray<SentBytes> {
  return wire.arrived.flatMap(({ provider, request, answer, atMs }): ReadonlyArray<SentBytes> => {
    if (provider !== "relayer" || request.path !== "/submit") return [];
    const body = JSON.parse(request.body);
    const batch = body.depositWalletParams;
    if (String(batch?.depositWallet ?? body.proxyWallet) !== funder) return [];
    const { transactionID: id } = answer.body as { readonly transactionID?: string };
    const deadlineSec = batch === undefined ? undefined : Number(batch.deadline);
    const isTaken = answer.status === 200;
    return [{ signature: body.signature, nonce: body.nonce, atMs, isTaken, id, deadlineSec }];
  });
}

/** Returns the relayer's state of a submission, and since when it has it. */
function relayed({ simulated }: ClaimGround, id: string) {
  const query = new URLSearchParams({ id });
  const asked = { method: "GET", path: "/transaction", target: `/transaction?${query}`, query };
  const answer = simulated.answer("relayer", {
    ...asked,
    headers: new Headers(),
    body: "",
    client: "",
  });
  if (answer instanceof Promise) throw new Error("the relayer does not answer at once");
  const [found] = answer.body as ReadonlyArray<Readonly<Record<"state" | "updatedAt", string>>>;
  return { state: found?.state ?? "unknown", sinceMs: Date.parse(found?.updatedAt ?? "") };
}

/** Returns the relayer's state of a submission. */
export const relayedState = (ground: ClaimGround, id: string) => relayed(ground, id).state;

const ENDS = ["STATE_CONFIRMED", "STATE_FAILED", "STATE_INVALID"];
/** What has an end has another state sooner. */
const STALLED_MS = 1_200_000;

/** Whether a wallet waits for a submission that stays for ever where it is, good for ever. */
export function isStalled(ground: ClaimGround, { id }: ClaimWallet): boolean {
  const { inFlight } = Effect.runSync(ground.chain.openOf(id));
  return Option.exists(inFlight, ({ deadlineSec, roadId }) => {
    if (Option.isSome(deadlineSec) || Option.isNone(roadId)) return false;
    const { state, sinceMs } = relayed(ground, roadId.value);
    return !ENDS.includes(state) && ground.time.nowMs - sinceMs > STALLED_MS;
  });
}
