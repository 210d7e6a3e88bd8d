/**
 * `POST /submit`: what is refused, in which order, and what is accepted.
 *
 * Source: refusals that users of the real relayer saw. Their order, and the status of those whose
 * status nobody reported, are guesses.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { fieldsOf, isJsonObject, parseJson } from "../../kit/json.ts";
import { type WalletKind, type WalletRegistry } from "../chain/wallet_registry.ts";
import { refuseCalls } from "./allowed_call.ts";
import { readProxyTransaction } from "./proxy_transaction.ts";
import { type RelayerCaller } from "./relayer_caller.ts";
import { type RelayerQuota } from "./relayer_quota.ts";
import { relayerRefused } from "./relayer_refusal.ts";
import { type Relaying } from "./relaying.ts";
import { readSafeTransaction } from "./safe_transaction.ts";
import { type Parsed, type Submission, unregistered } from "./submission.ts";
import { readWalletBatch } from "./wallet_batch.ts";

/** What submitting works with. */
export interface SubmitParts {
  readonly relaying: Relaying;
  readonly quota: RelayerQuota;
  readonly wallets: WalletRegistry;
  readonly nowMs: () => number;
}

const READERS: ReadonlyMap<unknown, (fields: ReturnType<typeof fieldsOf>) => Parsed<Submission>> =
  new Map([
    ["WALLET", readWalletBatch],
    ["SAFE", readSafeTransaction],
    ["PROXY", readProxyTransaction],
  ]);

/** Answers the call of a known caller. */
export async function submit(
  body: string,
  caller: RelayerCaller,
  parts: SubmitParts,
): Promise<Answer> {
  const { relaying, quota, wallets, nowMs } = parts;
  const waitMs = quota.attempts.take(caller.key, nowMs());
  if (waitMs !== undefined) return relayerRefused(429, "too many requests");
  const read = readSubmission(body);
  if (Result.isFailure(read)) return relayerRefused(400, read.failure);
  const submission = read.success;
  const { from, wallet, kind } = submission;
  if (caller.signer !== undefined && caller.signer !== from.toLowerCase()) {
    return relayerRefused(403, "the API key is of another address");
  }
  const signedBy = await submission.signedBy();
  // From here on nothing comes in between.
  const refusal = refuse(submission, parts) ??
    (signedBy?.toLowerCase() === from.toLowerCase() ? undefined : "invalid signature");
  if (refusal !== undefined) return relayerRefused(400, refusal);
  const resetMs = quota.units.take(caller.key, nowMs());
  if (resetMs !== undefined) {
    const seconds = Math.ceil(resetMs / 1_000);
    return relayerRefused(429, `quota exceeded: 0 units remaining, resets in ${seconds} seconds`);
  }
  wallets.learn(wallet, { owner: from, kind });
  const { id, state } = relaying.begin(submission);
  return { status: 200, body: { transactionID: id, state } };
}

function readSubmission(body: string): Parsed<Submission> {
  const value = parseJson(body);
  if (!isJsonObject(value)) return Result.fail("invalid request body");
  const fields = fieldsOf(value);
  return READERS.get(fields.get("type"))?.(fields) ?? Result.fail("invalid type");
}

function refuse(submission: Submission, parts: SubmitParts): string | undefined {
  const { wallet, from, kind, calls, nonce, deadlineSec } = submission;
  const { relaying, wallets, nowMs } = parts;
  if (!isOwn({ wallet, from, kind }, wallets)) {
    return Result.merge(unregistered(wallet));
  }
  const blocked = refuseCalls(calls);
  if (blocked !== undefined) return blocked;
  if (relaying.isBusy(wallet)) return `wallet busy: wallet ${wallet} has an active action`;
  const next = wallets.nonce(wallet);
  if (nonce !== next) return `batch nonce ${nonce} does not match on-chain nonce ${next}`;
  return deadlineSec !== undefined && deadlineSec * 1_000n <= BigInt(nowMs())
    ? `batch deadline ${deadlineSec} has passed`
    : undefined;
}

/** A deposit wallet is its first signer's: how its address follows from his is not known here. */
function isOwn(
  { wallet, from, kind }: {
    readonly wallet: string;
    readonly from: string;
    readonly kind: WalletKind;
  },
  wallets: WalletRegistry,
): boolean {
  const known = wallets.of(wallet);
  const own = kind === "WALLET" ? wallets.depositWalletOf(from) : undefined;
  return (known === undefined || known.owner === from.toLowerCase()) &&
    (own === undefined || own === wallet.toLowerCase());
}
