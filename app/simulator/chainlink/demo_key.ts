/**
 * Credentials for a simulated oracle, for use when the user supplied none.
 *
 * @module
 */
import { hexOf, streamOf } from "../world/hash.ts";
import { type OracleKey } from "./authentication.ts";

/** Returns the same key for the same seed, in the format of real ones. Works only on simulators. */
export function demoOracleKey(seed: number): OracleKey {
  const hex = (name: string, words: number) => hexOf(streamOf(seed, `oracle key:${name}`), words);
  const id = hex("id", 4);
  const groups = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20)];
  return { apiKey: `${groups.join("-")}-${id.slice(20)}`, apiSecret: hex("secret", 8) };
}
