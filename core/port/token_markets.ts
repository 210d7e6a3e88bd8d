/**
 * Port: which market a token of the primary venue is of.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { ConditionId } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** Knows the markets of tokens. */
export class TokenMarkets extends Context.Service<TokenMarkets, {
  /** Returns the slug of the market of a token; none where the catalog has not listed it here. */
  readonly slugOf: (tokenId: string) => Effect.Effect<Option.Option<string>>;

  /** Asks the catalog for the open market of a condition. None where it lists none. */
  readonly slugOfCondition: (
    conditionId: ConditionId,
  ) => Effect.Effect<Option.Option<string>, ProviderFailed>;
}>()("core/port/TokenMarkets") {}
