/**
 * The schemas of target prices and of the names around them.
 *
 * @module
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { ASSETS, INTERVALS, PROVIDERS } from "../../../core/market/mod.ts";
import { TARGET_SOURCES } from "../../../core/price/mod.ts";

/** Returns the schema of a few fixed names, which the OpenAPI document writes as an `enum`. */
export function wordSchema<const W extends ReadonlyArray<string>>(
  words: W,
  options: Readonly<Record<string, unknown>> = {},
) {
  return Type.Union(words.map((word: W[number]) => Type.Literal(word)), options);
}

/** Returns a schema that also allows null, for unknown values. */
export function nullable<S extends TSchema>(
  schema: S,
  options: Readonly<Record<string, unknown>> = {},
) {
  return Type.Union([schema, Type.Null()], options);
}

/** An asset. */
export const AssetWire = wordSchema(ASSETS, { description: "Asset" });

/** A canonical interval name. */
export const IntervalWire = wordSchema(INTERVALS, { description: "Interval, canonical name" });

/** The provider of a price. */
export const ProviderWire = wordSchema(PROVIDERS, {
  description: "`oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily",
});

/** The exact source of a price. */
export const SourceWire = wordSchema(TARGET_SOURCES, {
  description:
    "Where the price was found. `oracle_twap`: the oracle's own report, or the venue's " +
    "relay of it. `_late`: the first report up to 5 s after the start. `venue_site` and " +
    "`venue_metadata`: the double that the primary venue publishes",
});

/** A price in US dollars. */
export const PriceWire = Type.Number({ description: "Target (opening) price in US dollars" });

/** Marks a price that is not final. */
export const ProvisionalWire = Type.Optional(Type.Literal(true, {
  description:
    "Only the venue's site has published the price, and its metadata may still correct " +
    "it, once. Absent: the price is final",
  examples: [true],
}));

/** The target of one window, where it is known. */
export const DatapointWire = Type.Object({
  source: SourceWire,
  price: PriceWire,
  provisional: ProvisionalWire,
});

/** Why an item has no price. */
export const PriceErrorWire = Type.Optional(Type.String({
  description: "Why there is no price; only if not `ok`",
  examples: [
    "Cannot give the target of the 15min window of btc that opened at 1767225600: " +
    "not published yet",
  ],
}));

/** An instant in ISO 8601 UTC with milliseconds. */
export const IsoWire = Type.String({ format: "date-time" });

/** An item of `results` of `targets/active`. A failed one has no price, but an `error`. */
export const ActiveTargetWire = Type.Object(
  {
    marketType: IntervalWire,
    ok: Type.Boolean(),
    windowStart: Type.Integer({ description: "First second of the window, unix seconds" }),
    windowStartIso: IsoWire,
    source: Type.String({
      description: "Where the price was found, or the provider that was asked",
    }),
    price: nullable(PriceWire),
    provisional: ProvisionalWire,
    error: PriceErrorWire,
  },
  { $id: "ActiveTarget", description: "The target of one interval's current window" },
);

/** A target that was found. */
export const ACTIVE_TARGET_EXAMPLE = {
  marketType: "15min",
  ok: true,
  windowStart: 1_767_225_600,
  windowStartIso: "2026-01-01T00:00:00.000Z",
  source: "oracle",
  price: 87_648.21,
};

/** A target that is not published yet. */
export const ACTIVE_TARGET_FAILED_EXAMPLE = {
  marketType: "5min",
  ok: false,
  windowStart: 1_767_225_600,
  windowStartIso: "2026-01-01T00:00:00.000Z",
  source: "oracle",
  price: null,
  error: "Cannot give the target of the 5min window of btc that opened at 1767225600: " +
    "not published yet",
};
