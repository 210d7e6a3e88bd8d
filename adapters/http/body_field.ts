/**
 * Reads one field of a JSON body, or says what is wrong with it and how to do it right.
 *
 * @module
 */
import { type BigDecimal, Result } from "effect";
import { AMOUNT_HINT, parseAmount, parseSide, type Side } from "../../core/fee/mod.ts";
import { RequestRejected } from "../../core/request.ts";
import { type BodyFields } from "./body.ts";
import { JsonNumber } from "./json_number.ts";

/** Reads `side`, which must be sent. */
export function readSide(fields: BodyFields): Result.Result<Side, RequestRejected> {
  const side = fields.get("side");
  if (typeof side === "string") return parseSide(side);
  return fields.has("side")
    ? refuseField("side", wordFor(side), 'Send text: "BUY" or "SELL"')
    : missingField("side", "Send BUY for USDC into shares, or SELL for shares into USDC");
}

/** Reads an amount exactly, which must be sent. */
export function readAmount(
  fields: BodyFields,
  field: string,
): Result.Result<BigDecimal.BigDecimal, RequestRejected> {
  const value = fields.get(field);
  if (value instanceof JsonNumber) return parseAmount(value.text, field);
  if (!fields.has(field)) return missingField(field, AMOUNT_HINT);
  return refuseField(field, wordFor(value), AMOUNT_HINT + quotesHint(value));
}

/** Reads text, which must be sent. What the text must be is for the caller to check. */
export function readText(
  fields: BodyFields,
  field: string,
  hint: string,
): Result.Result<string, RequestRejected> {
  const value = fields.get(field);
  if (typeof value === "string") return Result.succeed(value);
  return fields.has(field)
    ? refuseField(field, wordFor(value), `Send text. ${hint}`)
    : missingField(field, hint);
}

/** What to add to the hint of a number, for whoever sent it as text. */
export function quotesHint(value: unknown): string {
  return typeof value === "string" ? ", without quotation marks" : "";
}

/** A value that was sent, for a sentence. What may be deep is not written out. */
export function wordFor(value: unknown): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return "[...]";
  return typeof value === "object" && value !== null ? "{...}" : String(value);
}

/** Refuses a body that lacks a field. */
export function missingField(field: string, hint: string) {
  return refuseField("a body without", field, hint);
}

/** Refuses the value of a field. */
export function refuseField(
  parameter: string,
  received: string,
  hint: string,
): Result.Result<never, RequestRejected> {
  return Result.fail(new RequestRejected({ parameter, received, hint }));
}
