/**
 * The targets of windows, as requests ask for them and answers carry them.
 *
 * @module
 */
import { t } from "elysia";
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { AssetList, AssetWire, Interval, IntervalWire, ProviderWire } from "../wire/market.ts";
import { PriceErrorWire, PriceWire, ProvisionalWire, SourceWire } from "../wire/price.ts";
import { whole } from "../wire/number.ts";
import { Listed } from "../wire/text.ts";
import { orByAsset } from "./by_asset.ts";
import { ENVELOPE_FIELDS } from "./price_envelope.ts";
import { EvidenceWire } from "./wire_evidence.ts";
import { Evidence, OptionalAssets, RequiredAsset, Timestamp, Type } from "./wire_question.ts";
import { PLACE_EXAMPLE, PLACE_FIELDS } from "./wire_window.ts";

/** What is asked of the open windows. */
export const ActiveQuestion = strict({
  asset: OptionalAssets,
  types: t.Optional(Listed(Interval(), {
    default: INTERVALS.join(","),
    description: "Comma-separated intervals or aliases; default: all five",
    examples: ["5min,1hour"],
  })),
});

/** A target that was found. */
export const ACTIVE_TARGET_EXAMPLE = {
  marketType: "15min",
  ok: true,
  ...PLACE_EXAMPLE,
  windowStartIso: "2026-01-01T00:00:00.000Z",
  source: "oracle",
  price: 87_648.21,
};

/** A target that is not published yet. */
export const ACTIVE_TARGET_FAILED_EXAMPLE = {
  marketType: "5min",
  ok: false,
  windowStart: 1_767_225_600,
  windowEnd: 1_767_225_900,
  slug: "btc-updown-5m-1767225600",
  url: "https://polymarket.com/event/btc-updown-5m-1767225600",
  windowStartIso: "2026-01-01T00:00:00.000Z",
  source: "oracle",
  price: null,
  error: "Cannot give the target of the 5min window of btc that opened at 1767225600: " +
    "not published yet",
};

const FOUND_OR_ASKED = "Where the price was found, or the provider that was asked";

/** An item of `results` of `targets/active`. A failed one has no price, but an `error`. */
export const ActiveTargetWire = t.Object(
  {
    marketType: IntervalWire,
    ok: t.Boolean(),
    ...PLACE_FIELDS,
    windowStartIso: IsoWire,
    source: t.String({ description: FOUND_OR_ASKED }),
    price: nullable(PriceWire),
    provisional: ProvisionalWire,
    error: PriceErrorWire,
  },
  { $id: "ActiveTarget", description: "The target of one interval's current window" },
);

const ASSET_TARGETS_EXAMPLE = {
  asset: "btc",
  results: [ACTIVE_TARGET_FAILED_EXAMPLE, ACTIVE_TARGET_EXAMPLE],
};

/** The targets of an asset's open windows. */
export const ActiveTargets = t.Object({
  now: IsoWire,
  asset: AssetWire,
  results: t.Array(ActiveTargetWire),
}, {
  $id: "ActiveTargets",
  description: "One result per interval, in the order requested",
  examples: [{ now: "2026-01-01T00:07:00.000Z", ...ASSET_TARGETS_EXAMPLE }],
});

/** The targets of open windows, of one asset or by asset. */
export const ActiveTargetsOfAssets = orByAsset(ActiveTargets, {
  ofAsset: "AssetTargets",
  examples: [{ now: "2026-01-01T00:07:00.000Z", assets: { btc: ASSET_TARGETS_EXAMPLE } }],
});

/** What is asked of one window. */
export const AtQuestion = strict({
  asset: RequiredAsset,
  type: Type,
  timestamp: Timestamp(),
  evidence: Evidence,
});

const REQUESTED = {
  requestedTimestamp: whole({ description: "The requested instant, unix seconds" }),
  requestedTimestampIso: IsoWire,
};
const REQUESTED_EXAMPLE = {
  requestedTimestamp: 1_767_226_020,
  requestedTimestampIso: "2026-01-01T00:07:00.000Z",
};

/** The target of one window. */
export const TargetAt = t.Object({
  ...ENVELOPE_FIELDS,
  ...REQUESTED,
  ...PLACE_FIELDS,
  source: SourceWire,
  price: PriceWire,
  provisional: ProvisionalWire,
  evidence: t.Optional(EvidenceWire),
}, {
  $id: "TargetAt",
  description: "The target",
  examples: [{
    now: "2026-01-01T00:10:00.000Z",
    asset: "btc",
    marketType: "1hour",
    provider: "exchange",
    ...REQUESTED_EXAMPLE,
    windowStart: 1_767_225_600,
    windowEnd: 1_767_229_200,
    slug: "bitcoin-up-or-down-december-31-7pm-et",
    url: "https://polymarket.com/event/bitcoin-up-or-down-december-31-7pm-et",
    source: "aggTrades",
    price: 87_648.21,
  }],
});

/** What is asked of several assets. */
export const BatchQuestion = strict({
  assets: t.Optional(AssetList({
    default: ASSETS.join(","),
    description: "Comma-separated assets; default: all seven",
    examples: ["btc,eth"],
  })),
  type: Type,
  timestamp: Timestamp(),
});

/** The targets of several assets. */
export const TargetBatch = t.Object({
  now: IsoWire,
  marketType: IntervalWire,
  provider: ProviderWire,
  ...REQUESTED,
  results: t.Array(t.Object({
    asset: AssetWire,
    ok: t.Boolean(),
    ...PLACE_FIELDS,
    source: t.String({ description: FOUND_OR_ASKED }),
    price: nullable(PriceWire),
    provisional: ProvisionalWire,
    error: PriceErrorWire,
  })),
}, {
  $id: "TargetBatch",
  description: "One result per asset, in the order requested",
  examples: [{
    now: "2026-01-01T00:10:00.000Z",
    marketType: "15min",
    provider: "oracle",
    ...REQUESTED_EXAMPLE,
    results: [{ asset: "btc", ok: true, ...PLACE_EXAMPLE, source: "oracle", price: 87_648.21 }],
  }],
});
