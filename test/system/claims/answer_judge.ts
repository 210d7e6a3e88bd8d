/** Judges what customers were answered, and what they read in the end. @module */
import { CLAIM_STATES } from "../../../adapters/http/position/wire_claim.ts";
import { actionsOf } from "./actions.ts";
import type { ActionWish } from "./claimants.ts";
import { moneyE6, sharesE6 } from "./chain_truth.ts";
import type { ClaimHistory } from "./history.ts";
import { MARKETS, WALLETS } from "./holdings.ts";

interface ToldAction {
  readonly kind: string;
  readonly id: string;
  readonly state: (typeof CLAIM_STATES)[number];
  readonly usdc: number | null;
}

/** Returns a description of every answer that was wrong. */
export function brokenAnswerClaims(history: ClaimHistory): ReadonlyArray<string> {
  const { claimants: { wishes, waiting } } = history;
  return [
    ...waiting === 0 ? [] : [`7 answers: ${waiting} customers wait for theirs`],
    ...[...Map.groupBy(wishes, nameOf)].flatMap(([name, same]) => sameAnswers(name, same)),
    ...unwanted(history),
    ...readAtTheEnd(history),
  ];
}

const nameOf = ({ wanted }: ActionWish) => `${wanted.content.walletId} ${wanted.key}`;

function toldIn(text: string): ReadonlyArray<ToldAction> {
  const { claims, split, merge } = JSON.parse(text);
  return [...claims ?? [], ...[split, merge].filter((one) => one !== undefined)];
}

/** One key always means the same actions, and what is over stays so. */
function sameAnswers(name: string, wishes: ReadonlyArray<ActionWish>): ReadonlyArray<string> {
  const answers = wishes.flatMap((wish) => wish.answers).toSorted((a, b) => a.atMs - b.atMs);
  const failed = answers.filter(({ status }) => status === 500);
  const told = answers.filter(({ status }) => status === 200).map(({ text }) => toldIn(text));
  const ids = new Set(told.map((actions) => actions.map(({ id }) => id).join()));
  return [
    ...failed.map(({ text }) => `7 answers: ${name}: ${text.slice(0, 200)}`),
    ...ids.size <= 1 ? [] : [`7 answers: ${name} means several things: ${[...ids]}`],
  ];
}

/** Each split and merge has a key of its own, and each answer says what is listed. */
function unwanted({ ground, claimants: { wishes } }: ClaimHistory): ReadonlyArray<string> {
  const ids = new Map<string, string>();
  for (const { wanted, answers } of wishes) {
    for (const { status, text } of answers) {
      if (status !== 200 || wanted.kind === "claim") continue;
      for (const { id } of toldIn(text)) ids.set(id, `${wanted.content.walletId} ${wanted.key}`);
    }
  }
  const keys = new Set(wishes.map(nameOf));
  const twice = ids.size - new Set(ids.values()).size;
  const counted = WALLETS.flatMap(({ id }) => actionsOf(ground, id))
    .filter(({ kind }) => kind !== "claim").length;
  return [
    ...twice === 0 ? [] : [`7 answers: ${twice} splits and merges share a key with others`],
    ...counted <= keys.size ? [] : [`7 answers: ${counted} splits and merges of fewer keys`],
  ];
}

interface ReadPosition {
  readonly tokenId: string;
  readonly shares: number;
  /** Null where shares came that no entry explains. */
  readonly cost_usdc: number | null;
  readonly realized_usdc: number | null;
  readonly agrees: boolean | null;
  readonly venue: { readonly shares: number } | null;
}

const toE6 = (amount: number | null): bigint => BigInt(Math.round((amount ?? 0) * 1e6));
/** What a wallet has at the venue before anything happens. */
const FRESH_E6 = 10_000_000_000n;

/** In the end every replica lists what the chain has, and each claim as it is. */
function readAtTheEnd({ ground, claimants: { readings } }: ClaimHistory): ReadonlyArray<string> {
  const last = new Map(readings.map((one) => [`${one.replica} ${one.walletId} ${one.what}`, one]));
  return [...last.values()].flatMap(({ walletId, replica, what, answer: { status, text } }) => {
    const wallet = WALLETS.find(({ id }) => id === walletId);
    if (wallet === undefined || !ground.lastReplicas.has(replica)) return [];
    const at = `8 read: ${what} of type ${wallet.signatureType}`;
    if (status !== 200) return [`${at}: ${status} ${text.slice(0, 200)}`];
    const { data } = JSON.parse(text);
    if (what === "claims") {
      const told = data as ReadonlyArray<ToldAction>;
      const states = new Map(actionsOf(ground, walletId).map(({ id, state }) => [id, state]));
      return told.filter(({ id, state }) => {
        const is = states.get(id);
        return state !== (is === "queued" ? "sent" : is);
      }).map(({ id, state }) => `${at}: ${id} is listed as ${state}`);
    }
    const isGiven = (at: number) =>
      ground.world.given[WALLETS.indexOf(wallet)]?.[at]?.how === "given";
    const rows = data as ReadonlyArray<ReadPosition>;
    const listed = new Map(rows.map((row) => [row.tokenId, row]));
    const isAllKnown = !MARKETS.some((_, market) => isGiven(market));
    const madeE6 = rows.reduce(
      (sum, row) => sum + toE6(row.realized_usdc) - toE6(row.cost_usdc),
      0n,
    );
    const gotE6 = moneyE6(ground, wallet) - FRESH_E6;
    const apart = MARKETS.flatMap(({ slug, tokenIds }, market) =>
      tokenIds.flatMap((tokenId) => {
        const [row, hasE6] = [listed.get(tokenId), sharesE6(ground, wallet, tokenId)];
        // What no entry explains is in the index alone.
        const saysE6 = toE6((isGiven(market) ? row?.venue?.shares : row?.shares) ?? 0);
        return saysE6 === hasE6 && (isGiven(market) || row?.agrees !== false)
          ? []
          : [`${at}: ${slug} has ${hasE6} shares, listed are ${JSON.stringify(row)}`];
      })
    );
    return madeE6 === gotE6 || !isAllKnown
      ? apart
      : [...apart, `${at}: the wallet has made ${madeE6} and got ${gotE6} millionths`];
  });
}
