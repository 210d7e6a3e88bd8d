/**
 * What the venue writes of a market's protocol, which is text today.
 *
 * @module
 */
import { Option } from "effect";
import type { ToldProtocol } from "../../core/venue/mod.ts";

/** Its words; none where it says nothing. What is no text is told as it would be written. */
export function toldProtocol(written: unknown): ToldProtocol {
  if (written === undefined || written === null || written === "") return Option.none();
  return Option.some(typeof written === "string" ? written : JSON.stringify(written));
}
