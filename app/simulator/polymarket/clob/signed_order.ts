/**
 * The body of an order request.
 *
 * @module
 */
import { fieldsOf } from "../../kit/json.ts";
import { type Side } from "./market_feed.ts";

/**
 * An order's time in force: until cancelled, until a date, all immediately, or as much as possible
 * immediately.
 */
export type OrderType = "GTC" | "GTD" | "FOK" | "FAK";

/** An order: its fields as sent, and their parsed values. */
export interface SignedOrder {
  readonly salt: bigint;
  /** Checksummed or in lower case, as sent. */
  readonly maker: `0x${string}`;
  readonly signer: `0x${string}`;
  readonly tokenId: string;
  /** The amount given: a buyer's USDC, a seller's shares, times 10^6. */
  readonly makerE6: bigint;
  readonly takerE6: bigint;
  readonly side: Side;
  readonly signatureType: 0 | 1 | 2 | 3;
  readonly timestampMs: bigint;
  readonly metadata: `0x${string}`;
  readonly builder: `0x${string}`;
  readonly signature: `0x${string}`;
  /** Unix seconds; 0 for never. Not part of the signature. */
  readonly expirationSec: number;
  /** As sent. */
  readonly wire: Readonly<Record<string, unknown>>;
}

/** An order and its handling options. */
export interface Submission {
  readonly order: SignedOrder;
  /** An API key. */
  readonly owner: string;
  readonly orderType: OrderType;
  readonly isPostOnly: boolean;
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const WORD = /^0x[0-9a-f]{64}$/i;
const BYTES = /^0x([0-9a-f]{2})+$/i;
const DIGITS = /^(0|[1-9]\d{0,77})$/;
const WORD_END = 2n ** 256n;
const ORDER_TYPES: ReadonlyMap<unknown, OrderType> = new Map(
  (["GTC", "GTD", "FOK", "FAK"] as const).map((type) => [type, type]),
);

/** Parses a body; undefined for any other shape. Unknown fields are ignored. */
export function readSubmission(body: unknown): Submission | undefined {
  const fields = fieldsOf(body);
  const order = readOrder(fieldsOf(fields.get("order")));
  const orderType = ORDER_TYPES.get(fields.get("orderType"));
  const owner = fields.get("owner");
  const postOnly = fields.get("postOnly") ?? false;
  const deferExec = fields.get("deferExec") ?? false;
  const isRight = typeof owner === "string" && typeof postOnly === "boolean" &&
    typeof deferExec === "boolean";
  if (order === undefined || orderType === undefined || !isRight) return undefined;
  return { order, owner, orderType, isPostOnly: postOnly };
}

/** Returns whether a body requests post-only, whatever else it contains. */
export function isPostOnlyBody(body: unknown): boolean {
  return fieldsOf(body)?.get("postOnly") === true;
}

function readOrder(fields: ReadonlyMap<string, unknown> | undefined): SignedOrder | undefined {
  if (fields === undefined) return undefined;
  const text = (name: string, pattern: RegExp): `0x${string}` | undefined => {
    const value = fields.get(name);
    return typeof value === "string" && pattern.test(value) ? value as `0x${string}` : undefined;
  };
  const whole = (name: string): bigint | undefined => {
    const digits = text(name, DIGITS);
    const value = digits === undefined ? undefined : BigInt(digits);
    return value === undefined || value >= WORD_END ? undefined : value;
  };
  const salt = readSalt(fields.get("salt"));
  const [maker, signer] = [text("maker", ADDRESS), text("signer", ADDRESS)];
  const [tokenId, makerE6, takerE6] = [
    whole("tokenId"),
    whole("makerAmount"),
    whole("takerAmount"),
  ];
  const [timestampMs, expiration] = [whole("timestamp"), whole("expiration")];
  const [metadata, builder] = [text("metadata", WORD), text("builder", WORD)];
  const signature = text("signature", BYTES);
  const side = fields.get("side");
  const signatureType = fields.get("signatureType");
  const isThere = salt !== undefined && maker !== undefined && signer !== undefined &&
    tokenId !== undefined && makerE6 !== undefined && takerE6 !== undefined &&
    timestampMs !== undefined && expiration !== undefined && metadata !== undefined &&
    builder !== undefined && signature !== undefined;
  const isKnown = (side === "BUY" || side === "SELL") && isSignatureType(signatureType);
  if (!isThere || !isKnown || makerE6 === 0n || takerE6 === 0n) return undefined;
  return {
    salt,
    maker,
    signer,
    tokenId: tokenId.toString(),
    makerE6,
    takerE6,
    side,
    signatureType,
    timestampMs,
    metadata,
    builder,
    signature,
    expirationSec: Number(expiration),
    wire: Object.fromEntries(fields),
  };
}

/** Reads a number, as the venue's clients send it, or digits. */
function readSalt(value: unknown): bigint | undefined {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  }
  return typeof value === "string" && DIGITS.test(value) && BigInt(value) < WORD_END
    ? BigInt(value)
    : undefined;
}

function isSignatureType(value: unknown): value is 0 | 1 | 2 | 3 {
  return value === 0 || value === 1 || value === 2 || value === 3;
}
