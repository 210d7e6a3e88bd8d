/**
 * Reads the body of a fee estimate: two amounts, a side and an event.
 *
 * @module
 */
import { type BigDecimal, Option, Result } from "effect";
import {
  AMOUNT_HINT,
  type Amounts,
  formatDecimal,
  parseAmount,
  parseDecimal,
  parseSide,
  type Side,
} from "../../core/fee/mod.ts";
import { RequestRejected } from "../../core/request.ts";
import type { EventReference } from "../../core/venue/mod.ts";
import { type BodyFields } from "./body.ts";
import { readEventReference } from "./event_reference.ts";
import { JsonNumber } from "./json_number.ts";

/** What is traded, where. */
export interface FeeBody {
  readonly side: Option.Option<Side>;
  readonly amounts: Amounts;
  readonly reference: EventReference;
}

/** Reads every field. Whether side and amounts make a trade is for the core to judge. */
export function readFeeBody(fields: BodyFields): Result.Result<FeeBody, RequestRejected> {
  return Result.gen(function* () {
    const side = fields.has("side") ? Option.some(yield* readSide(fields)) : Option.none();
    const making = yield* readAmount(fields, "makingAmount");
    const taking = yield* readAmount(fields, "takingAmount");
    const reference = yield* readEvent(fields);
    return { side, amounts: { making, taking }, reference };
  });
}

/** Reads `side`, which must be sent. */
export function readSide(fields: BodyFields): Result.Result<Side, RequestRejected> {
  const side = fields.get("side");
  if (typeof side === "string") return parseSide(side);
  return fields.has("side")
    ? refuse("side", wordFor(side), 'Send text: "BUY" or "SELL"')
    : missing("side", "Send BUY for USDC into shares, or SELL for shares into USDC");
}

function readAmount(
  fields: BodyFields,
  field: string,
): Result.Result<BigDecimal.BigDecimal, RequestRejected> {
  const value = fields.get(field);
  if (value instanceof JsonNumber) return parseAmount(value.text, field);
  if (!fields.has(field)) return missing(field, AMOUNT_HINT);
  const quotes = typeof value === "string" ? ", without quotation marks" : "";
  return refuse(field, wordFor(value), AMOUNT_HINT + quotes);
}

function readEvent(fields: BodyFields): Result.Result<EventReference, RequestRejected> {
  const hint = "Send either eventSlug or eventId, not both";
  if (fields.has("eventId") && fields.has("eventSlug")) {
    return refuse("eventId", wordFor(fields.get("eventId")), hint);
  }
  if (fields.has("eventId")) return readEventId(fields.get("eventId"));
  if (!fields.has("eventSlug")) {
    return missing(
      "eventSlug or eventId",
      'Send either, for example "eventSlug": "btc-updown-5m-1773307200"',
    );
  }
  const slug = fields.get("eventSlug");
  return typeof slug === "string"
    ? readEventReference("slug", slug)
    : refuse("eventSlug", wordFor(slug), "Send text, as the event's address has it");
}

function readEventId(value: unknown): Result.Result<EventReference, RequestRejected> {
  if (typeof value === "string") return readEventReference("id", value);
  const id = value instanceof JsonNumber ? wholeText(value.text) : Option.none();
  return Option.isSome(id)
    ? readEventReference("id", id.value)
    : refuse("eventId", wordFor(value), "Send text or a whole number");
}

/** Digits of a whole number from 0 on, which may be spelled `1e3`. */
function wholeText(text: string): Option.Option<string> {
  return parseDecimal(text).pipe(
    Option.map((decimal) => formatDecimal(decimal)),
    Option.filter((digits) => /^\d+$/.test(digits)),
  );
}

/** A value that was sent, for a sentence. What may be deep is not written out. */
function wordFor(value: unknown): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return "[...]";
  return typeof value === "object" && value !== null ? "{...}" : String(value);
}

function missing(field: string, hint: string) {
  return refuse("a body without", field, hint);
}

function refuse(
  parameter: string,
  received: string,
  hint: string,
): Result.Result<never, RequestRejected> {
  return Result.fail(new RequestRejected({ parameter, received, hint }));
}
