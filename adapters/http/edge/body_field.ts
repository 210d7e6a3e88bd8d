/**
 * Reads one field of a JSON body, or explains what is wrong with it and what to send.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { type BodyFields } from "./body.ts";
import { JsonNumber } from "../../../core/json/mod.ts";

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
