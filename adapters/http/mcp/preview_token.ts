/**
 * Tokens of previewed orders: who previewed which order, and until when it may be placed.
 *
 * `<payload>.<code>`, both base64url: the payload is JSON, and the code authenticates its text. No
 * process remembers a token, so it holds on every replica and after a restart. That it is used once
 * is the work of the order's idempotency key, which is made of the code.
 *
 * @module
 */
import { Effect } from "effect";
import type { KeyHolder } from "../../../core/access/mod.ts";
import { parseExactJson } from "../../../core/json/mod.ts";
import { MessageAuth } from "../../../core/port/message_auth.ts";
import { IDEMPOTENCY_MS } from "../../../core/order/mod.ts";
import type { SentFields } from "../edge/request/read_fields.ts";
import { Refused } from "../edge/answer/refusal.ts";

/** How long a preview may be placed, by the service's clock. */
export const PREVIEW_MS = 120_000;

/**
 * How long an expired token tells what it has placed: the order was stored `PREVIEW_MS` before, at
 * the earliest. As much again is left, because nothing may be placed anew where its idempotency key
 * ends while the call is on its way, or sooner by the clock of another replica.
 */
export const TOLD_MS = IDEMPOTENCY_MS - 2 * PREVIEW_MS;

/** A change of the payload's shape needs another name: replicas of two releases may be running. */
const PURPOSE = "order previews, 2";

/** What a token places. */
export type PreviewKind = "market" | "limit";

/** A token, for examples. */
export const TOKEN_EXAMPLE =
  "eyJhY2NvdW50SWQiOiIwMTk5ZjJjNCJ9.m3hZ8cQ0v5n1tYw7bK2sR9dLxA4eGfUjPiOoCqVzN6E";

const SHAPE = /^([\w-]+)\.([\w-]{43})$/;

/** What a token says. */
export interface PreviewedOrder {
  readonly kind: PreviewKind;
  /** The body of the order. */
  readonly order: SentFields;
  /** Unix milliseconds, the first at which it may not be placed any more. */
  readonly expiresMs: number;
  /** The order is placed under this key, whoever repeats the call. */
  readonly idempotencyKey: string;
}

/** The payload, in JSON. `nonce` makes two previews of one order two tokens, and two orders. */
interface Payload {
  readonly kind: PreviewKind;
  readonly accountId: string;
  readonly keyId: string;
  readonly expiresMs: { readonly text: string };
  readonly order: Readonly<Record<string, unknown>>;
  readonly nonce: string;
}

/** Makes the token of an order that the holder of a key has previewed. */
export const makePreviewToken = Effect.fnUntraced(function* (
  { account, key }: KeyHolder,
  { kind, order, expiresMs }: Omit<PreviewedOrder, "idempotencyKey">,
) {
  const payload = {
    kind,
    accountId: account.id,
    keyId: key.id,
    expiresMs,
    order: Object.fromEntries(order),
    nonce: Bun.randomUUIDv7(),
  };
  const text = Buffer.from(JSON.stringify(payload)).toString("base64url");
  return `${text}.${yield* (yield* MessageAuth).codeOf(text, PURPOSE)}`;
});

/**
 * Reads a token of the holder's. Fails for one that was changed, or that another account or another
 * key was given. Whether it has expired is for the caller to judge.
 */
export const readPreviewToken = Effect.fnUntraced(function* (
  token: string,
  { account, key }: KeyHolder,
) {
  const [, text = "", code = ""] = SHAPE.exec(token) ?? [];
  if (code === "") return yield* MALFORMED;
  if (!(yield* (yield* MessageAuth).isCodeOf(code, text, PURPOSE))) return yield* CHANGED;
  const payload = parseExactJson(Buffer.from(text, "base64url").toString()) as Payload;
  if (payload.accountId !== account.id) return yield* OTHER_ACCOUNT;
  if (payload.keyId !== key.id) return yield* OTHER_KEY;
  const previewed: PreviewedOrder = {
    kind: payload.kind,
    order: new Map(Object.entries(payload.order)),
    expiresMs: Number(payload.expiresMs.text),
    idempotencyKey: `preview-${code}`,
  };
  return previewed;
});

const PREVIEW_AGAIN = "preview the order, and send the previewToken of its answer within 2 minutes";

/** Whether an order was placed must be known before it is previewed again. */
const HISTORY = "GET /api/v1/orders/history lists what became of every order of a wallet";

const refused = (status: 400 | 403, error: string, hint: string) =>
  new Refused({ status, error, hint });

const MALFORMED = refused(
  400,
  "Cannot read the previewToken",
  `This call placed nothing. Send it unchanged; without one, ${PREVIEW_AGAIN}`,
);
const CHANGED = refused(
  400,
  "Cannot use the previewToken: it was changed, or this service did not issue it",
  `This call placed nothing. Send it unchanged, or ${PREVIEW_AGAIN}`,
);
const OTHER_ACCOUNT = refused(
  403,
  "Cannot use the previewToken: it was issued to another account",
  `This call placed nothing. To place this order from your own account, ${PREVIEW_AGAIN}`,
);
const OTHER_KEY = refused(
  403,
  "Cannot use the previewToken: it was issued to another API key of this account",
  "This call placed nothing; an earlier one may have. Use the key that previewed the order: only " +
    `it is told. ${HISTORY}`,
);

/** The refusal of a token whose time is over, and that no order was placed with. */
export const EXPIRED = refused(
  400,
  "Cannot use the previewToken: it has expired",
  `Nothing was placed. Prices may have changed: ${PREVIEW_AGAIN}`,
);

/** The refusal of a token whose order, if it has placed one, is not found by it any more. */
export const FORGOTTEN = refused(
  400,
  "Cannot use the previewToken: it is about a day old, and what it has placed is not kept longer",
  `This call placed nothing; an earlier one may have. ${HISTORY}. For a new order, ` +
    PREVIEW_AGAIN,
);
