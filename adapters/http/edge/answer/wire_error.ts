/**
 * The error bodies of both families, as the OpenAPI document describes them.
 *
 * @module
 */
import { t } from "elysia";
import { ORDER_REASONS } from "../../../../core/order_reason.ts";
import { words } from "../../wire/text.ts";

/** All codes of the coded family. */
export const CODES = [
  "bad_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "rate_limited",
  "unavailable",
  "internal",
] as const;

/** One of {@linkcode CODES}. */
export type Code = (typeof CODES)[number];

const ERROR = t.String({ description: "What failed, in one sentence" });
const HINT = t.String({ description: "What to do next" });

/** Why an order is refused, in one word. */
export const OrderReasonWire = words(ORDER_REASONS, {
  $id: "OrderReason",
  description: "Why an order is refused",
  examples: ["killed"],
});

/** The plain family: prices, history, fees, health and status. */
export const PlainError = t.Object(
  { error: ERROR, hint: HINT },
  { $id: "PlainError", description: "An error of the plain family" },
);

/** The coded family: everything else. */
export const CodedError = t.Object(
  {
    error: ERROR,
    code: words(CODES, { $id: "ErrorCode", description: "A stable code to branch on" }),
    hint: t.Optional(HINT),
    reason: t.Optional(OrderReasonWire),
  },
  { $id: "CodedError", description: "An error of the coded family" },
);

/** The error schema of each family. */
export const ERROR_BY_FAMILY = { plain: PlainError, coded: CodedError } as const;

/** An example error body of each family, for the OpenAPI document. */
export const ERROR_EXAMPLE_BY_FAMILY = {
  plain: {
    error: 'Cannot use asset "btx"',
    hint: "Use one of btc, eth, sol, xrp, hype, doge, bnb",
  },
  coded: {
    error: 'Cannot use limit "0"',
    code: "bad_request",
    hint: "Send a whole number from 1 to 200",
  },
} as const;
