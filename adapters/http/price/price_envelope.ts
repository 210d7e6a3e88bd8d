/**
 * The common fields of answers about one asset and interval.
 *
 * @module
 */
import { type Asset, type Interval, providerOf } from "../../../core/market/mod.ts";
import { IsoWire } from "../wire/answer.ts";
import { AssetWire, IntervalWire, ProviderWire } from "../wire/market.ts";
import { isoNow } from "../edge/answer/iso_now.ts";

/** The fields, for schemas that extend them. */
export const ENVELOPE_FIELDS = {
  now: IsoWire,
  asset: AssetWire,
  marketType: IntervalWire,
  provider: ProviderWire,
};

/** Returns the fields of one answer. */
export function envelopeBody(
  { asset, interval, nowMs }: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly nowMs: number;
  },
) {
  return {
    now: isoNow(nowMs),
    asset,
    marketType: interval,
    provider: providerOf(interval),
  };
}
