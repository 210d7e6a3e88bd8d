/**
 * Reads one field of a JSON body, or explains what is wrong with it and what to send.
 *
 * @module
 */
import { type BigDecimal, Result } from "effect";
import { AMOUNT_HINT, parseAmount, parseSide, type Side } from "../../../core/fee/mod.ts";
import { RequestRejected } from "../../../core/request.ts";
import { type BodyFields } from "./body.ts";
import { JsonNumber } from "../../../core/json/mod.ts";

/** Reads the required field `side`. */
export function readSide(fields: BodyFields): Result.Result<Side, RequestRejected> {
  const side = fields.get("side");
  if (typeof side === "string") return parseSide(side);
  return fields.has("side")
    ? refuseField("side", wordFor(side), 'Send text: "BUY" or "SELL"')
    : missingField("side", "Send BUY to turn USDC into shares, or SELL to turn shares into USDC");
}

/** Reads a required amount exactly. */
export function readAmount(
  fields: BodyFields,
  field: string,
): Result.Result<BigDecimal.BigDecimal, RequestRejected> {
  const value = fields.get(field);
  if (value instanceof JsonNumber) return parseAmount(value.text, field);
  if (!fields.has(field)) return missingField(field, AMOUNT_HINT);
  return refuseField(field, wordFor(value), AMOUNT_HINT + quotesHint(value));
}

/** Reads a required text field. The caller of this function checks the content. */
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

/** Returns a suffix for the hint of a number that was sent as text. */
export function quotesHint(value: unknown): string {
  return typeof value === "string" ? ", without quotation marks" : "";
}

/** Formats a received value for an error message. Arrays and objects are abbreviated. */
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
