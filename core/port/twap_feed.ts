/**
 * Port: the oracle's latest time-weighted averages.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import { type OraclePrice, TWAP_WINDOWS_SEC, type TwapSeries } from "../price/mod.ts";
import { toIso, UnixSec } from "../time/mod.ts";
import type { ProviderFailed, ProviderOff } from "./provider_failure.ts";

/** The oracle answered and has published none of these averages recently. */
export class TwapMissing extends Schema.TaggedError<TwapMissing>()("TwapMissing", {
  asset: Schema.String,
  windowSec: Schema.Literals(TWAP_WINDOWS_SEC),
  /** The unix second of the newest average, if there is one. */
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

/** The oracle has no stream of these averages. */
export class TwapFeedMissing extends Schema.TaggedError<TwapFeedMissing>()("TwapFeedMissing", {
  asset: Schema.String,
  windowSec: Schema.Literals(TWAP_WINDOWS_SEC),
}) {
  override get message(): string {
    const { asset, windowSec } = this;
    return `Cannot give the average of ${asset} over ${windowSec} s: the oracle has no feed of it`;
  }
}

/** Fetches averages from the oracle. */
export class TwapFeed extends Context.Service<TwapFeed, {
  /** Fetches the newest average of a series; none if its feed is empty. */
  readonly latest: (
    series: TwapSeries,
  ) => Effect.Effect<Option.Option<OraclePrice>, TwapFeedMissing | ProviderFailed | ProviderOff>;
}>()("core/port/TwapFeed") {}
