/**
 * Port: one harmless request to a provider, which checks that its answers can still be decoded.
 *
 * @module
 */
import type { Effect } from "effect";
import type { ProviderFailed } from "./provider_failure.ts";

/** A request made by `bun run probe`. Every adapter of a provider has one. */
export interface ProviderQuestion {
  /** The provider, and which of its interfaces. */
  readonly name: string;
  /** What the request asks for, in a few words. */
  readonly asks: string;
  /** Sends the request and returns a short summary of the answer, for a person to judge. */
  readonly ask: Effect.Effect<string, ProviderFailed>;
}
