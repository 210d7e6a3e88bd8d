/**
 * Maps the states of orders to and from the columns of their table.
 *
 * @module
 */
import { Option } from "effect";
import {
  type ByEstimate,
  byEstimate,
  type CancelCause,
  type Fill,
  knownFill,
  knownOutcome,
  type OrderOutcome,
  type RefusalReason,
  UNSTATED_FILL,
} from "../../../core/order/mod.ts";
import type { StoredOrder } from "../../../core/port/order_store.ts";
import type { SqlRow } from "../engine/sql.ts";
import { amountIn, numberIn, textOf } from "./column.ts";

/** The parameters of {@linkcode SET_STATE}. */
export function stateParameters(state: StoredOrder["state"]) {
  const isUnknown = state.name === "unknown";
  const isFinal = state.name === "final";
  const isAsked = isUnknown || state.name === "live";
  return [
    state.orderId,
    state.name === "live" && state.isDelayed ? "delayed" : state.name,
    isFinal ? null : String(state.sentMs),
    isUnknown ? storable(state.why) : null,
    isAsked ? textOf(state.missingSinceMs) : null,
    isFinal ? state.isReconciled : null,
    ...outcomeParameters(state),
    isUnknown ? state.isAtVenue : null,
    estimatesText(state),
  ];
}

function outcomeParameters(state: StoredOrder["state"]) {
  const outcome = Option.getOrUndefined(knownOutcome(state));
  const fill = state.name === "live" ? state.fill : outcome && fillOf(outcome);
  const refusal = outcome?.kind === "refused" ? outcome.refusal : undefined;
  const end = outcome?.kind === "canceled" ? outcome : undefined;
  return [
    outcome?.kind ?? null,
    fill === undefined ? null : textOf(fill.sharesE6),
    fill === undefined ? null : textOf(fill.usdcE6),
    refusal?.reason ?? null,
    refusal === undefined ? null : storable(refusal.message),
    refusal === undefined ? null : textOf(refusal.retryAfterSec),
    end?.cause ?? null,
    end === undefined ? null : storable(end.message),
  ];
}

/** Integers are text, so that none loses a digit. */
function estimatesText(state: StoredOrder["state"]): string | null {
  const { estimates } = Option.getOrElse(knownFill(state), () => UNSTATED_FILL);
  if (estimates === undefined) return null;
  return JSON.stringify(
    byEstimate((one) => [String(estimates[one].sharesE6), String(estimates[one].usdcE6)]),
  );
}

function estimatesIn(column: unknown): Pick<Fill, "estimates"> {
  if (typeof column !== "string") return {};
  const amounts = JSON.parse(column) as ByEstimate<readonly [string, string]>;
  const estimates = byEstimate((one) => {
    const [sharesE6, usdcE6] = amounts[one];
    return { sharesE6: BigInt(sharesE6), usdcE6: BigInt(usdcE6) };
  });
  return { estimates };
}

function fillOf(outcome: OrderOutcome): Fill | undefined {
  return outcome.kind === "refused" ? undefined : outcome.fill;
}

/**
 * Sets `$2` to `$17` of the order with the id `$1`. A final order keeps its sending time, and
 * a cause that is known stays. What is known to be traded becomes no less: of two reports, the one
 * with more shares is the later one.
 */
export const SET_STATE = `
  update orders set order_id = $2, state = $3, sent_ms = coalesce($4::text::bigint, sent_ms),
    why = $5, missing_since_ms = $6::text::bigint, is_reconciled = $7, ending = $8,
    shares_e6 = case when $8 = 'refused' then null
      else greatest(shares_e6, $9::text::numeric) end,
    usdc_e6 = case when $8 = 'refused' then null
      when shares_e6 > coalesce($9::text::numeric, 0) then usdc_e6
      when shares_e6 = $9::text::numeric then coalesce($10::text::numeric, usdc_e6)
      else $10::text::numeric end,
    refusal_reason = $11, refusal_message = $12, retry_after_sec = $13::text::float8,
    cancel_cause = coalesce(cancel_cause, $14), cancel_message = $15, is_at_venue = $16::boolean,
    estimates = coalesce($17, estimates)
`;

/** Returns the state in the row of an order. */
export function toState(row: SqlRow): StoredOrder["state"] {
  const orderId = String(row["order_id"]);
  const sentMs = Number(row["sent_ms"]);
  switch (row["state"]) {
    case "sent":
      return { name: "sent", orderId, sentMs };
    case "delayed":
    case "live": {
      const isDelayed = row["state"] === "delayed";
      const missingSinceMs = numberIn(row["missing_since_ms"]);
      return { name: "live", orderId, sentMs, isDelayed, fill: fillIn(row), missingSinceMs };
    }
    case "unknown": {
      const missingSinceMs = numberIn(row["missing_since_ms"]);
      const why = String(row["why"]);
      const isAtVenue = row["is_at_venue"] === true;
      const isMatched = row["ending"] === "matched";
      return { name: "unknown", orderId, sentMs, why, isAtVenue, isMatched, missingSinceMs };
    }
    default: {
      const isReconciled = row["is_reconciled"] === true;
      return { name: "final", orderId, outcome: toOutcome(row), isReconciled };
    }
  }
}

function toOutcome(row: SqlRow): OrderOutcome {
  switch (row["ending"]) {
    case "matched":
      return { kind: "matched", fill: fillIn(row) };
    case "canceled": {
      const cause = row["cancel_cause"] as CancelCause;
      return { kind: "canceled", fill: fillIn(row), cause, message: String(row["cancel_message"]) };
    }
    default: {
      const reason = row["refusal_reason"] as RefusalReason;
      const message = String(row["refusal_message"]);
      const retryAfterSec = numberIn(row["retry_after_sec"]);
      return { kind: "refused", refusal: { reason, message, retryAfterSec } };
    }
  }
}

function fillIn(row: SqlRow): Fill {
  return {
    sharesE6: amountIn(row["shares_e6"]),
    usdcE6: amountIn(row["usdc_e6"]),
    ...estimatesIn(row["estimates"]),
  };
}

/** Strips the one character that PostgreSQL does not store from text of other origin. */
function storable(message: string): string {
  return message.replaceAll("\0", "");
}
