/**
 * Reads fields that the venue writes in several forms, or leaves out.
 *
 * @module
 */
import type { JsonFields } from "../../../core/json_fields.ts";

/** Returns text in lower case, as hashes, addresses and keys are compared; "" for all else. */
export function foldedText(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase() : "";
}

/** Whether a value is a JSON object, not a list. */
export function isFields(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
