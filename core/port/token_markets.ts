/**
 * Port: which market a token of the primary venue is of.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";

/** Knows the markets that the venue's catalog has listed here. */
export class TokenMarkets extends Context.Service<TokenMarkets, {
  /** Returns the slug of the market of a token; none where the catalog has not listed it here. */
  readonly slugOf: (tokenId: string) => Effect.Effect<Option.Option<string>>;
}>()("core/port/TokenMarkets") {}
