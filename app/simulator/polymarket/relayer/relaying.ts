/**
 * Takes submissions through their states, and executes them on the simulated chain.
 *
 * What the real relayer makes of one that stalls was not observed: here it stays as it is, and its
 * wallet is busy until its deadline has passed, or for ten minutes if it has none.
 *
 * @module
 */
import { Result } from "effect";
import { BoundedMap } from "../../../../core/bounded_map.ts";
import { keptCount, type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type Markets } from "../clob/markets.ts";
import { inventedNames } from "../clob/trade_log.ts";
import { type Agenda } from "../chain/agenda.ts";
import { claimedTokens } from "../chain/claimed_tokens.ts";
import { type Hex, type Revert } from "../chain/contract_call.ts";
import { type Execution, gasOf } from "../chain/execution.ts";
import { type Node } from "../chain/node.ts";
import { type WalletRegistry } from "../chain/wallet_registry.ts";
import { RELAY } from "./proxy_transaction.ts";
import {
  type RelayingFate,
  relayingFate,
  type RelayingTerms,
  USUAL_RELAYING,
} from "./relaying_fate.ts";
import { type Submission } from "./submission.ts";

/** The states; only the confirmed one is a success. */
export type RelayingState =
  | "STATE_NEW"
  | "STATE_EXECUTED"
  | "STATE_MINED"
  | "STATE_CONFIRMED"
  | "STATE_INVALID"
  | "STATE_FAILED";

/** A submission, and how far it has come. */
export interface Relayed {
  readonly id: string;
  readonly submission: Omit<Submission, "signedBy">;
  readonly fate: RelayingFate;
  readonly submittedMs: number;
  state: RelayingState;
  /** Undefined until it is executed. */
  hash: Hex | undefined;
  error: string | undefined;
  /** When it came so far, in unix milliseconds. */
  updatedMs: number;
}

/** The submissions. */
export interface Relaying {
  begin(submission: Submission): Relayed;
  find(id: string): Relayed | undefined;
  /** Returns whether a wallet has a submission on its way. */
  isBusy(wallet: string): boolean;
  /** Sets how they are relayed from now on. */
  setTerms(terms: RelayingTerms): void;
}

/** What relaying works with. */
export interface RelayingParts {
  readonly agenda: Agenda;
  readonly execution: Execution;
  readonly markets: Pick<Markets, "byCondition">;
  readonly node: Pick<Node, "include">;
  readonly wallets: Pick<WalletRegistry, "count" | "nonce">;
  readonly nowMs: () => number;
  readonly seed: number;
  readonly kept?: KeptMaps;
}

const KEPT_MAX = 10_000;
const BUSY_MS_MAX = 600_000;
const ENDS: ReadonlySet<RelayingState> = new Set([
  "STATE_CONFIRMED",
  "STATE_FAILED",
  "STATE_INVALID",
]);

/** Makes relaying at the usual terms, with the submissions that were kept. */
export function makeRelaying(parts: RelayingParts): Relaying {
  const { agenda, execution, markets, node, wallets, nowMs, seed, kept = UNKEPT } = parts;
  const submissions = kept.map<Relayed>("submissions", KEPT_MAX);
  const latest = new BoundedMap<string, Relayed>(KEPT_MAX);
  let terms = USUAL_RELAYING;
  const count = keptCount(kept, "submissions of relayers");
  const enter = (relayed: Relayed, state: RelayingState, atMs: number) => {
    relayed.state = state;
    relayed.updatedMs = atMs;
    if (submissions.has(relayed.id)) submissions.set(relayed.id, relayed);
  };
  const fail = (relayed: Relayed, error: string, atMs: number) => {
    relayed.error = error;
    enter(relayed, "STATE_FAILED", atMs);
  };
  const run = ({ submission: { wallet, calls } }: Relayed, atMs: number) =>
    execution.run(wallet, calls, atMs);
  /** The wallet may have executed other calls of its owner's meanwhile. */
  const refuseNonce = ({ submission: { wallet, nonce } }: Relayed): string | undefined => {
    const next = wallets.nonce(wallet);
    return nonce === next
      ? undefined
      : `batch nonce ${nonce} does not match on-chain nonce ${next}`;
  };
  /** What would do nothing, or be reverted, is not sent. */
  const refuse = (relayed: Relayed, atMs: number): string | undefined => {
    const { wallet, calls } = relayed.submission;
    const before = execution.run(wallet, [], atMs);
    const isHeld = (tokenId: string) =>
      Result.isSuccess(before) && before.success.transaction.heldE6(tokenId) > 0n;
    const isEmpty = calls.some((call) =>
      claimedTokens(call, markets.byCondition)?.some(isHeld) === false
    );
    if (isEmpty) return "PRECHECK_SKIPPED: redeem skipped: zero position balance";
    const done = run(relayed, atMs);
    return Result.isFailure(done) ? textOf(done.failure) : undefined;
  };
  /** Ends one whose deadline has passed, and returns whether it has. */
  const isLate = (relayed: Relayed, atMs: number): boolean => {
    const { deadlineSec } = relayed.submission;
    const isOver = deadlineSec !== undefined && atMs > Number(deadlineSec) * 1_000;
    if (!isOver) return false;
    relayed.error = "batch deadline has passed";
    enter(relayed, "STATE_INVALID", atMs);
    return true;
  };
  const executeAt = (relayed: Relayed) => (atMs: number) => {
    if (relayed.state !== "STATE_NEW" || isLate(relayed, atMs)) return;
    const error = refuseNonce(relayed) ?? refuse(relayed, atMs);
    if (error !== undefined) return fail(relayed, error, atMs);
    relayed.hash = inventedNames(`transaction of ${relayed.id}`).hash as Hex;
    enter(relayed, "STATE_EXECUTED", atMs);
  };
  const mineAt = (relayed: Relayed) => (atMs: number) => {
    const { hash, state, submission: { wallet, to, calls } } = relayed;
    if (hash === undefined || state !== "STATE_EXECUTED" || isLate(relayed, atMs)) return;
    const late = refuseNonce(relayed);
    if (late !== undefined) return fail(relayed, late, atMs);
    const done = run(relayed, atMs);
    if (Result.isFailure(done)) return fail(relayed, textOf(done.failure), atMs);
    const { transaction, logs } = done.success;
    transaction.commit(hash);
    wallets.count(wallet);
    node.include({ hash, from: RELAY, to, isReverted: false, gasUsed: gasOf(calls), logs }, atMs);
    enter(relayed, "STATE_MINED", atMs);
  };
  /** What it has come through already is not done again. */
  const schedule = (relayed: Relayed) => {
    const { fate, submittedMs } = relayed;
    const at = (afterMs: number, due: (atMs: number) => void) =>
      agenda.at(submittedMs + afterMs, due);
    if (fate.stallsAt === "STATE_NEW") return;
    if (fate.isFailed) {
      return at(fate.minedMs, (atMs) => fail(relayed, "the relayer could not send it", atMs));
    }
    at(fate.executedMs, executeAt(relayed));
    if (fate.stallsAt !== undefined) return;
    at(fate.minedMs, mineAt(relayed));
    at(fate.confirmedMs, (atMs) => {
      if (relayed.state === "STATE_MINED") enter(relayed, "STATE_CONFIRMED", atMs);
    });
  };
  for (const relayed of submissions.values()) {
    latest.setNewest(relayed.submission.wallet.toLowerCase(), relayed);
    if (!ENDS.has(relayed.state)) schedule(relayed);
  }
  return {
    find: (id) => submissions.get(id),
    setTerms: (to) => void (terms = to),
    isBusy(wallet) {
      const relayed = latest.get(wallet.toLowerCase());
      return relayed !== undefined && !ENDS.has(relayed.state) && nowMs() <= busyUntilMs(relayed);
    },
    begin({ signedBy: _, ...submission }) {
      const { uuid: id } = inventedNames(`submission ${count()} of ${seed}`);
      const relayed: Relayed = {
        id,
        submission,
        fate: relayingFate(id, { terms, seed }),
        submittedMs: nowMs(),
        state: "STATE_NEW",
        hash: undefined,
        error: undefined,
        updatedMs: nowMs(),
      };
      submissions.set(id, relayed);
      latest.setNewest(submission.wallet.toLowerCase(), relayed);
      schedule(relayed);
      return relayed;
    },
  };
}

/** One that is mined late is busy until then: a deadline is for what is not executed. */
function busyUntilMs({ state, submittedMs, submission: { deadlineSec } }: Relayed): number {
  if (state === "STATE_MINED") return Infinity;
  return deadlineSec === undefined ? submittedMs + BUSY_MS_MAX : Number(deadlineSec) * 1_000;
}

function textOf({ reason }: Revert): string {
  return `execution reverted${reason === undefined ? "" : `: ${reason}`}`;
}
