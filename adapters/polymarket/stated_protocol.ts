/**
 * Reads the protocol that the venue states for a market; text today.
 *
 * @module
 */
import { Option } from "effect";
import type { StatedProtocol } from "../../core/venue/mod.ts";

/** Returns the stated text; none where nothing is stated. Any other value is returned as JSON. */
export function statedProtocol(written: unknown): StatedProtocol {
  if (written === undefined || written === null || written === "") return Option.none();
  return Option.some(typeof written === "string" ? written : JSON.stringify(written));
}
