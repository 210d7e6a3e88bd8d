/**
 * Port: the oracle's latest time-weighted average.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Asset } from "../market/mod.ts";
import type { Report } from "../price/mod.ts";
import type { ProviderFailed, ProviderOff } from "./provider_failure.ts";

/** Asks for averages over 60 s, the one look-back that markets resolve on. */
export class TwapFeed extends Context.Service<TwapFeed, {
  /** The newest report of an asset's average; none where the oracle has none. */
  readonly latest: (
    asset: Asset,
  ) => Effect.Effect<Option.Option<Report>, ProviderFailed | ProviderOff>;
}>()("core/port/TwapFeed") {}
