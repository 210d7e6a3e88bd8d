/**
 * Port: the best prices of outcomes, from the order books that the service follows.
 *
 * @module
 */
import { Context, Effect } from "effect";
import type { TokenQuote } from "../window/mod.ts";

/** Knows the best prices of the tokens whose books are followed. */
export interface TokenQuotesService {
  /** Returns the best prices of a token; null while its book is not followed, or not known. */
  readonly of: (tokenId: string) => TokenQuote | null;
  /** Follows the books of these tokens from now on, for as long as they are asked for. */
  readonly follow: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void>;
}

/** The books in use. Without any, nothing is quoted. */
export const TokenQuotes = Context.Reference<TokenQuotesService>("core/port/TokenQuotes", {
  defaultValue: () => ({ of: () => null, follow: () => Effect.void }),
});
