/**
 * What an API key may do.
 *
 * @module
 */
import { Option } from "effect";

/** `read`: ask. `trade`: place and cancel orders. Neither includes the other. */
export const SCOPES = ["read", "trade"] as const;

/** One of {@linkcode SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** Reads `read,trade`: each scope once, in the order of {@linkcode SCOPES}. None if one is not. */
export function parseScopes(text: string): Option.Option<ReadonlyArray<Scope>> {
  const words = text.split(",").map((word) => word.trim().toLowerCase());
  const isKnown = words.every((word) => SCOPES.some((scope) => scope === word));
  return isKnown ? Option.some(SCOPES.filter((scope) => words.includes(scope))) : Option.none();
}
