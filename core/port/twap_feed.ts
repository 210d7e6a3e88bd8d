/**
 * Port: the oracle's latest time-weighted average.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import type { Asset } from "../market/mod.ts";
import type { Report } from "../price/mod.ts";
import type { ProviderFailed, ProviderOff } from "./provider_failure.ts";

/** The oracle answers, and has published no average of the asset lately. */
export class TwapMissing extends Schema.TaggedError<TwapMissing>()("TwapMissing", {
  asset: Schema.String,
  /** Unix seconds of the newest one there is. */
  observedSec: Schema.optional(Schema.Int),
}) {
  override get message(): string {
    const newest = this.observedSec === undefined ? "" : `, the newest is of ${this.observedSec}`;
    return `Cannot give the average of ${this.asset}: none was published in the last 60 s${newest}`;
  }
}

/** Asks for averages over 60 s, the one look-back that markets resolve on. */
export class TwapFeed extends Context.Service<TwapFeed, {
  /** The newest report of an asset's average; none where the oracle has none. */
  readonly latest: (
    asset: Asset,
  ) => Effect.Effect<Option.Option<Report>, ProviderFailed | ProviderOff>;
}>()("core/port/TwapFeed") {}
