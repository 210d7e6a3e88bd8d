/**
 * Credentials for a simulated oracle, for use when the user supplied none.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";
import { type OracleKey } from "./authentication.ts";

/** Returns the same key for the same seed, in the format of real ones. Works only on simulators. */
export function demoOracleKey(seed: number): OracleKey {
  const hex = (name: string, words: number) => {
    const stream = streamOf(seed, `oracle key:${name}`);
    const each = Array.from({ length: words }, (_, i) => hash32(stream, i).toString(16));
    return each.map((word) => word.padStart(8, "0")).join("");
  };
  const id = hex("id", 4);
  const groups = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20)];
  return { apiKey: `${groups.join("-")}-${id.slice(20)}`, apiSecret: hex("secret", 8) };
}
