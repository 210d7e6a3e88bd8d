/**
 * Scopes: what an API key may do.
 *
 * @module
 */
import { Option } from "effect";
import { foldName } from "../fold_name.ts";

/** `read`: query data. `trade`: place and cancel orders. Neither includes the other. */
export const SCOPES = ["read", "trade"] as const;

/** One of {@linkcode SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/**
 * Parses a list such as `read,trade`: returns each scope once, in the order of
 * {@linkcode SCOPES}. None if any name is not a scope.
 */
export function parseScopes(text: string): Option.Option<ReadonlyArray<Scope>> {
  const names = text.split(",").map((name) => foldName(name));
  const areKnown = names.every((name) => SCOPES.some((scope) => scope === name));
  return areKnown ? Option.some(SCOPES.filter((scope) => names.includes(scope))) : Option.none();
}
