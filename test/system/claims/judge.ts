/**
 * Judges a history of claims by what the guide "Positions" promises, beside what the chain did.
 *
 * @module
 */
import { Option } from "effect";
import { parseTransaction } from "viem/utils";
import { type ChainAction, isActionOver } from "../../../core/chain/mod.ts";
import { actionsOf } from "./actions.ts";
import { brokenAnswerClaims } from "./answer_judge.ts";
import {
  type Deed,
  deedsOf,
  hasRoad,
  isStalled,
  relayedState,
  type SentBytes,
  submittedFor,
  unclaimedOf,
} from "./chain_truth.ts";
import type { ClaimGround } from "./ground.ts";
import type { ClaimHistory } from "./history.ts";
import { type ClaimWallet, WALLETS } from "./holdings.ts";
import { givenUp, sameBodies } from "../history/message_judge.ts";
import { brokenToldClaims } from "./told_judge.ts";

/** Returns a description of every promise that was not kept. */
export function brokenClaims(history: ClaimHistory): ReadonlyArray<string> {
  const { ground } = history;
  return [
    ...WALLETS.flatMap((wallet) => {
      const actions = actionsOf(ground, wallet.id);
      const deeds = deedsOf(ground, wallet);
      if (!hasRoad(ground, wallet)) return [];
      const broken = [
        ...endedActions(ground, wallet, actions),
        ...pairsOnce(actions, deeds),
        ...claimsOnce(actions, { deeds, hasLogs: ground.world.hasNode }),
        ...nothingForgotten(ground, wallet, actions),
        ...signedOnce(ground, submittedFor(ground, wallet)),
        ...brokenToldClaims(ground, wallet, actions),
      ];
      return broken.map((why) => `${why} (wallet of type ${wallet.signatureType})`);
    }),
    ...transactionsOnce(ground),
    ...sameBodies(ground.traffic.messages).map((why) => `6 webhooks: ${why}`),
    ...givenUp(ground.traffic.messages, ground.machineMs).map((why) => `6 webhooks: ${why}`),
    ...brokenAnswerClaims(history),
  ];
}

const named = ({ kind, id, state, market: { slug } }: ChainAction) =>
  `${kind} ${id} of ${Option.getOrElse(slug, () => "?")}, which is ${state},`;
const usdcOf = ({ moved }: ChainAction) =>
  Option.getOrElse(Option.map(moved, ({ usdcE6 }) => usdcE6), () => 0n);

/** Everything is over, unless bytes that are good for ever stay at the relayer. */
function endedActions(
  ground: ClaimGround,
  wallet: ClaimWallet,
  actions: ReadonlyArray<ChainAction>,
): ReadonlyArray<string> {
  const open = actions.filter((action) => !isActionOver(action));
  return open.length === 0 || isStalled(ground, wallet)
    ? []
    : open.map((action) => `1 end: ${named(action)} has no end: ${Option.getOrNull(action.why)}`);
}

/** Splits and merges happen as often as they are told. */
function pairsOnce(
  actions: ReadonlyArray<ChainAction>,
  deeds: ReadonlyArray<Deed>,
): ReadonlyArray<string> {
  const own = deeds.filter(({ by, kind }) => by === "service" && kind !== "claim");
  const told = actions.filter(({ kind, state }) => kind !== "claim" && state === "confirmed");
  const done = own.map(({ kind, conditionId, amountE6 }) => `${kind} ${conditionId} ${amountE6}`);
  const said = told.map(({ kind, market, sizeE6 }) =>
    `${kind} ${market.conditionId} ${Option.getOrElse(sizeE6, () => 0n)}`
  );
  return [
    ...without(done, said).map((deed) => `2 pairs: was done, and is not told: ${deed}`),
    ...without(said, done).map((deed) => `2 pairs: is told, and was not done: ${deed}`),
  ];
}

/** The first ones without as many of the others. */
function without(some: ReadonlyArray<string>, others: ReadonlyArray<string>) {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What the chain paid to claims of the service is told once, with its USDC. */
function claimsOnce(
  actions: ReadonlyArray<ChainAction>,
  { deeds, hasLogs }: { readonly deeds: ReadonlyArray<Deed>; readonly hasLogs: boolean },
): ReadonlyArray<string> {
  const left = deeds.filter(({ kind, amountE6 }) => kind === "claim" && amountE6 > 0n);
  const confirmed = actions.filter(({ kind, state }) => kind === "claim" && state === "confirmed");
  // Without a log, what owners split or merge meanwhile is in the balances, too.
  const byOwnersE6 = (of: string) =>
    deeds.flatMap(({ by, kind, conditionId, amountE6 }) =>
      hasLogs || by !== "owner" || conditionId !== of || kind === "claim"
        ? []
        : kind === "split"
        ? -amountE6
        : amountE6
    );
  const isOf = (action: ChainAction) => ({ conditionId, amountE6 }: Deed) =>
    conditionId === action.market.conditionId &&
    [0n, ...byOwnersE6(conditionId)].some((byE6) => amountE6 + byE6 === usdcOf(action));
  const take = (is: (deed: Deed) => boolean) => {
    const at = left.findIndex(is);
    return at >= 0 && left.splice(at, 1).length > 0;
  };
  const unpaid = confirmed.filter((action) => {
    const is = isOf(action);
    const isTx = ({ tx }: Deed) => Option.isNone(action.tx) || action.tx.value === tx;
    if (take((deed) => deed.by === "service" && isTx(deed) && is(deed))) return false;
    // Of bytes that nobody has named, the index says which transaction it may have been: one that
    // paid as much. Without a log, another's payment looks like this one's, too.
    return !take((deed) => (!hasLogs || (Option.isSome(action.tx) && isTx(deed))) && is(deed));
  });
  return [
    ...unpaid.map((action) => `3 claims: ${named(action)} was not paid ${usdcOf(action)}`),
    ...left.filter(({ by }) => by === "service").map(({ tx, conditionId, amountE6 }) =>
      `3 claims: ${tx} paid ${amountE6} for ${conditionId}, and no claim says so`
    ),
  ];
}

/** Nothing that pays is left once it was wanted, but behind bytes that stall. */
function nothingForgotten(
  ground: ClaimGround,
  wallet: ClaimWallet,
  actions: ReadonlyArray<ChainAction>,
): ReadonlyArray<string> {
  if (isStalled(ground, wallet)) return [];
  const lastOf = (conditionId: string) =>
    actions.findLast(({ kind, market }) => kind === "claim" && market.conditionId === conditionId);
  return [
    ...unclaimedOf(ground, wallet).flatMap(({ slug, conditionId }) => {
      const last = lastOf(conditionId);
      return last?.state === "failed" ? [] : [`4 forgotten: ${slug}: ${last && named(last)}`];
    }),
    ...(ground.unclaimedByPolicy.get(wallet.id) ?? []).map((slug) =>
      `4 forgotten: the policy did not claim ${slug}`
    ),
  ];
}

const GONE = ["STATE_FAILED", "STATE_INVALID"];

/** Nothing else is signed for a number as long as what was taken for it may be executed. */
function signedOnce(
  ground: ClaimGround,
  submitted: ReadonlyArray<SentBytes>,
): ReadonlyArray<string> {
  const isFirst = ({ signature }: SentBytes, at: number) =>
    submitted.findIndex((one) => one.signature === signature) === at;
  return submitted.flatMap((bytes, at) =>
    // Bytes that come again were signed before, and so were those whose deadline is sooner.
    !isFirst(bytes, at) ? [] : submitted.slice(0, at).flatMap((former) => {
      const isOther = former.signature !== bytes.signature && former.nonce === bytes.nonce;
      const isLater = (bytes.deadlineSec ?? Infinity) >= (former.deadlineSec ?? Infinity);
      if (!isOther || !isLater || former.id === undefined) return [];
      const isLate = former.deadlineSec !== undefined && former.deadlineSec * 1000 < bytes.atMs;
      // Of copies that it took, and of these, the chain executes one: they have the same number.
      const isGone = submitted.some(({ signature, id }) =>
        signature === former.signature && id !== undefined &&
        GONE.includes(relayedState(ground, id))
      );
      return isLate || isGone ? [] : [
        `5 signing: other bytes of the number ${bytes.nonce} while ${former.id} may be executed`,
      ];
    })
  );
}

/** The node never takes two transactions of the service of one number. */
function transactionsOnce({ wire }: ClaimGround): ReadonlyArray<string> {
  const taken = new Set(wire.arrived.flatMap(({ provider, request: { body }, answer }) => {
    const isSending = provider === "node" && body.includes('"eth_sendRawTransaction"');
    const isTaken = typeof (answer.body as { readonly result?: unknown }).result === "string";
    return isSending && isTaken ? [String(JSON.parse(body).params[0])] : [];
  }));
  const numbers = [...taken].map((bytes) => parseTransaction(bytes as `0x${string}`).nonce);
  return numbers.filter((number, at) => numbers.indexOf(number) !== at)
    .map((number) => `5 signing: two transactions of the number ${number}`);
}
