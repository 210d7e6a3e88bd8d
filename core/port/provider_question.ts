/**
 * Port: one harmless question to a provider, which tells whether we still understand it.
 *
 * @module
 */
import type { Effect } from "effect";
import type { ProviderFailed } from "./provider_failure.ts";

/** Asked by `bun run probe`. Every adapter that speaks to a provider has one. */
export interface ProviderQuestion {
  /** The provider, and which of its interfaces. */
  readonly name: string;
  /** What is asked, in a few words. */
  readonly asks: string;
  /** Gives the answer in a few words, for a person to judge. */
  readonly ask: Effect.Effect<string, ProviderFailed>;
}
