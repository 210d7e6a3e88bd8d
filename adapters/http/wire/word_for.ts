/**
 * A received value in a message.
 *
 * @module
 */
import { JsonNumber } from "../../../core/json/mod.ts";

/** Writes a value as it was sent. Arrays and objects are abbreviated. */
export function wordFor(value: unknown): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return "[...]";
  return typeof value === "object" && value !== null ? "{...}" : String(value);
}
