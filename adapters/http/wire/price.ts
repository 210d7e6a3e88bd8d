/**
 * Prices of answers.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { TARGET_SOURCES } from "../../../core/price/mod.ts";
import { words } from "./text.ts";

/** The exact source of a price. */
export const SourceWire = words(TARGET_SOURCES, {
  description:
    "Where the price was found. `oracle_twap`: the oracle's report, or the venue's relay of it. " +
    "`_late`: the first report up to 5 s late. `venue_site`, `venue_metadata`: the double that " +
    "the primary venue publishes",
});

/** A price in US dollars. */
export const PriceWire = Type.Number({ description: "Target (opening) price in US dollars" });

/** Marks a price that is not final. */
export const ProvisionalWire = Type.Optional(Type.Literal(true, {
  description:
    "Only the venue's site has the price yet, and its metadata may correct it, once. Absent: it " +
    "is final",
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
