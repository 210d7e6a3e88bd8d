/**
 * What the price routes are asked.
 *
 * @module
 */
import { t } from "elysia";
import { RESOLUTIONS_MAX } from "../../../core/use_case/price/mod.ts";
import { type Asset as AssetName, ASSETS } from "../../../core/market/mod.ts";
import { Instant } from "../wire/instant.ts";
import type { KindOptions } from "../wire/kind.ts";
import { Asset, AssetList, Interval } from "../wire/market.ts";
import { Flag } from "../wire/text.ts";

const ASSET = { description: "The asset, in any case", examples: ["btc"] };

/** The default asset. */
export const ASSET_DEFAULT = ASSETS.find((asset) => asset === "btc") ?? ASSETS[0] ?? "btc";

/** `asset`; defaults to btc. */
export const OptionalAsset = t.Optional(Asset({ ...ASSET, default: ASSET_DEFAULT }));

/** `asset`: one or a list; defaults to btc. */
export const OptionalAssets = t.Optional(
  AssetList<AssetName | `${AssetName},${string}`>({
    description: `One of ${ASSETS.join(", ")}, in any case, or a comma-separated list of them: ` +
      "two or more are answered by asset",
    examples: ["btc"],
    default: ASSET_DEFAULT,
  }),
);

/** `asset`, required. */
export const RequiredAsset = Asset(ASSET);

const TYPE = {
  description: "The interval or an alias of it, in any case",
  examples: ["15min"],
};

/** `type`: one interval. */
export const Type = Interval(TYPE);

/** The same, where something else may stand for it. */
export const OptionalType = t.Optional(Interval({ ...TYPE, isSuggested: true }));

/** Any instant inside the wanted window. */
export const Timestamp = (options: KindOptions = {}) =>
  Instant({
    description: "Any instant inside the window",
    examples: ["2026-01-01T00:07:00Z"],
    ...options,
  });

/**
 * `start` and `end` of a range. Windows start at whole seconds, and one starts in `[start, end)`
 * exactly if it does with both bounds rounded up.
 */
export const RANGE = {
  start: Instant({
    rounding: "up",
    description: "Start of the range, included",
    examples: ["2026-01-01T00:00:00Z"],
  }),
  end: Instant({
    rounding: "up",
    description: "End of the range, not included; must be after the start",
    examples: ["2026-01-01T06:00:00Z"],
  }),
};

const flag = (description: string) =>
  t.Optional(Flag({ description, default: "false", examples: ["true"] }));

/** `evidence`: whether to include the evidence of the price. */
export const Evidence = flag(
  "Adds `evidence`: the signed report, the relayed point, the published price, the trade or the " +
    "candle that the price comes from",
);

/** `includeOutcomeMeta`: whether to include the outcome of each window. */
export const OutcomeMeta = flag(
  "Adds `outcomeMeta` to each window: its closing price and outcome",
);

/** The same of the exchange's range, which has windows in one mode alone. */
export const OutcomeMetaOfMarket = flag(
  "Adds `outcomeMeta` to each window; requires `mode=market`",
);

/** `includeResolution`: whether to include the venue's resolution of each window. */
export const Resolution = flag(
  "Adds the venue's own `resolution` to `outcomeMeta`, which it needs, for at most " +
    `${RESOLUTIONS_MAX} windows`,
);
