/**
 * Assets and intervals on the wire.
 *
 * @module
 */
import {
  type Asset as AssetName,
  ASSETS,
  type Interval as IntervalName,
  INTERVAL_NAMES,
  INTERVALS,
  parseAsset,
  parseInterval,
  PROVIDERS,
} from "../../../core/market/mod.ts";
import type { KindOptions } from "./kind.ts";
import { Listed, Parsed, words } from "./text.ts";

/** An asset, in any case. */
export function Asset(options: KindOptions = {}) {
  return Parsed<AssetName, AssetName>({ enum: ASSETS }, options, {
    ask: `Use one of ${ASSETS.join(", ")}`,
    parse: (text, { name }) => parseAsset(text, name),
  });
}

/** Assets, separated by commas. One that is named twice is a mistake. */
export function AssetList<Sent = string>(options: KindOptions = {}) {
  return Listed<AssetName, Sent>(Asset(), { ...options, refusesRepeats: true });
}

/** What callers call a parameter that is an interval, or a list of them. */
export const INTERVAL_PARAMETERS = ["type", "types", "interval", "intervals", "marketType"];

/** An interval by its name or an alias of it, in any case. Callers may send any of the aliases. */
export function Interval(options: KindOptions = {}) {
  return Parsed<IntervalName, (typeof INTERVAL_NAMES)[number]>({ enum: INTERVAL_NAMES }, {
    aliases: INTERVAL_PARAMETERS,
    ...options,
  }, {
    ask: `Use one of ${INTERVALS.join(", ")}`,
    parse: (text, { name }) => parseInterval(text, name),
  });
}

/** An asset of an answer. */
export const AssetWire = words(ASSETS, { $id: "Asset", description: "Asset" });

/** A canonical interval name of an answer. */
export const IntervalWire = words(INTERVALS, {
  $id: "Interval",
  description: "Interval, canonical name",
});

/** The provider of a price. */
export const ProviderWire = words(PROVIDERS, {
  description: "`oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily",
});
