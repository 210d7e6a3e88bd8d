/**
 * What every answer about one asset and interval begins with.
 *
 * @module
 */
import { type Asset, type Interval, providerOf } from "../../core/market/mod.ts";
import { AssetWire, IntervalWire, IsoWire, ProviderWire } from "./wire_target.ts";

/** The fields, for schemas that go on from there. */
export const ENVELOPE_FIELDS = {
  now: IsoWire,
  asset: AssetWire,
  marketType: IntervalWire,
  provider: ProviderWire,
};

/** The fields of one answer. */
export function envelopeBody(
  { asset, interval, nowMs }: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly nowMs: number;
  },
) {
  return {
    now: new Date(nowMs).toISOString(),
    asset,
    marketType: interval,
    provider: providerOf(interval),
  };
}
