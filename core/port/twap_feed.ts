/**
 * Port: the oracle's latest time-weighted averages.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import { type Observation, TWAP_WINDOWS_SEC, type TwapSeries } from "../price/mod.ts";
import { toIso, UnixSec } from "../time/mod.ts";
import type { ProviderFailed, ProviderOff } from "./provider_failure.ts";

/** The oracle answers, and has published none of these averages lately. */
export class TwapMissing extends Schema.TaggedError<TwapMissing>()("TwapMissing", {
  asset: Schema.String,
  windowSec: Schema.Literals(TWAP_WINDOWS_SEC),
  /** Unix seconds of the newest one there is. */
  observedSec: Schema.optional(Schema.Int),
}) {
  override get message(): string {
    const { asset, windowSec, observedSec } = this;
    const newest = observedSec === undefined
      ? ""
      : `, the newest is of ${toIso(UnixSec(observedSec))}`;
    return `Cannot give the average of ${asset} over ${windowSec} s: ` +
      `none was published in the last 60 s${newest}`;
  }
}

/** The oracle has no stream of such averages. */
export class TwapFeedMissing extends Schema.TaggedError<TwapFeedMissing>()("TwapFeedMissing", {
  asset: Schema.String,
  windowSec: Schema.Literals(TWAP_WINDOWS_SEC),
}) {
  override get message(): string {
    const { asset, windowSec } = this;
    return `Cannot give the average of ${asset} over ${windowSec} s: the oracle has no feed of it`;
  }
}

/** Asks for averages. */
export class TwapFeed extends Context.Service<TwapFeed, {
  /** The newest average of a series; none where its feed has none. */
  readonly latest: (
    series: TwapSeries,
  ) => Effect.Effect<Option.Option<Observation>, TwapFeedMissing | ProviderFailed | ProviderOff>;
}>()("core/port/TwapFeed") {}
