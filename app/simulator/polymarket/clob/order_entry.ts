/**
 * Validates a posted order before the engine accepts it.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type Accounts } from "./accounts.ts";
import { type Entry } from "./order_takes.ts";
import { type L2Caller } from "./l2_request.ts";
import { type Markets } from "./markets.ts";
import { amountsOf } from "./order_price.ts";
import { checkOrder, endSecOf } from "./order_rules.ts";
import { judgeSignature } from "./order_signature.ts";
import { type Ledger, type PlacedOrder } from "./placed_order.ts";
import { invalidOrder, notAllowed, REFUSAL } from "./refusal.ts";
import { readSubmission, type Submission } from "./signed_order.ts";
import { type TradedMarket } from "./traded_market.ts";

/** The parts that the validation uses. */
export interface EntryParts {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly markets: Markets;
  readonly clock: SandboxClock;
}

/** An order with a valid signature, for an existing market. */
export interface Verified {
  readonly submission: Submission;
  readonly caller: L2Caller;
  readonly market: TradedMarket;
  readonly id: string;
}

/** Parses a body and verifies the order's signer. */
export async function verify(
  body: unknown,
  { caller, parts }: { readonly caller: L2Caller; readonly parts: EntryParts },
): Promise<Result.Result<Verified, Answer>> {
  const submission = readSubmission(body);
  if (submission === undefined) return Result.fail(REFUSAL.payload);
  const { order, owner } = submission;
  if (owner !== caller.key.apiKey) return Result.fail(REFUSAL.owner);
  // The signer of a deposit wallet is the wallet; its signature reveals the key behind it.
  const signer = order.signatureType === 3 ? order.maker : caller.address;
  if (order.signer.toLowerCase() !== signer.toLowerCase()) return Result.fail(REFUSAL.signer);
  const market = parts.markets.byToken(order.tokenId);
  if (market === undefined || market.winnerIndex !== undefined) return Result.fail(REFUSAL.book);
  const verdict = await judgeSignature(order, { market, address: caller.address });
  return "wrong" in verdict
    ? Result.fail(REFUSAL[verdict.wrong])
    : Result.succeed({ submission, caller, market, id: verdict.id });
}

/**
 * Checks what the order may do. Place it in the same synchronous step, so that the second of two
 * equal orders finds the first.
 */
export function admit(
  { submission, caller, market, id }: Verified,
  parts: EntryParts,
): Result.Result<Entry, Answer> {
  const { accounts, clock, ledger } = parts;
  const { order } = submission;
  if (ledger.byId(id) !== undefined) return Result.fail(invalidOrder(id, "Duplicated."));
  if (!market.isOpen) return Result.fail(REFUSAL.notReady);
  const nowMs = clock.nowMs();
  const payer = accounts.payerOf(order);
  const price = checkOrder(submission, { id, market, nowSec: nowMs / 1000 });
  if (Result.isFailure(price)) return Result.fail(price.failure);
  const { isDepositWalletOnly, isBanned, isClosedOnly } = accounts.of(payer);
  if (isBanned) return Result.fail(notAllowed(order.maker, "banned"));
  if (isClosedOnly && order.side === "BUY") {
    return Result.fail(notAllowed(order.maker, "in closed only mode"));
  }
  if (isDepositWalletOnly && order.signatureType !== 3) return Result.fail(REFUSAL.depositWallet);
  const placed: PlacedOrder = {
    id,
    order,
    orderType: submission.orderType,
    owner: submission.owner,
    address: caller.address,
    payer,
    market,
    side: order.side,
    priceE6: price.success,
    sizeE6: amountsOf(order).sharesE6,
    createdMs: nowMs,
    expirationSec: order.expirationSec,
    endSec: endSecOf(order),
    status: "delayed",
    fills: [],
    tradeIds: [],
  };
  return Result.succeed({ placed, isPostOnly: submission.isPostOnly });
}
