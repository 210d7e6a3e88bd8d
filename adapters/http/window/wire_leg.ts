/**
 * Legs of windows as answers and frames carry them: the same window at several venues.
 *
 * @module
 */
import { t } from "elysia";
import {
  COMPARABLES,
  LEG_TARGET_STATES,
  LEG_VENUES,
  OUTCOME_STATES,
  PRIMARY_VENUE,
  RULE_METHODS,
} from "../../../core/leg/mod.ts";
import { REDISTRIBUTIONS } from "../../../core/game/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { ExactNumber, whole } from "../wire/number.ts";
import { words } from "../wire/text.ts";

const VenueWire = t.String({
  description: `\`${PRIMARY_VENUE}\`, the first leg, or ${
    LEG_VENUES.map((venue) => `\`${venue}\``).join(", ")
  }`,
});

const LegRuleWire = t.Object({
  index: t.String({ description: "The index that is read, or the pair at `target_source`" }),
  method: words(RULE_METHODS, { description: "How a number is made of it" }),
  seconds: nullable(whole({}), {
    description: "The look-back of an average; null for a single number",
  }),
  comparison: words(["greater_or_equal", "greater"], {
    description: "How the number at the end compares with the target where the window is up",
  }),
  digits: nullable(whole({}), {
    description: "Decimals of the numbers; null where they are not fixed, or not known yet",
  }),
  tie: words(["up", "split"], { description: "What equal numbers are" }),
}, { $id: "LegRule", description: "What decides the market" });

/** A leg of a window. */
export const LegWire = t.Object({
  venue: VenueWire,
  kind: t.Literal("up_down"),
  id: nullable(t.String(), {
    description: "The venue's own: a condition id or a ticker. Null while there is none",
  }),
  url: nullable(t.String({ format: "uri" }), {
    description: "The venue's page",
  }),
  target: nullable(ExactNumber({}), {
    description: "In US dollars; null while it is not known",
  }),
  target_text: nullable(t.String(), {
    description: "The same with the market's own decimals",
  }),
  target_state: words(LEG_TARGET_STATES, {
    description: "`not_listed`: the venue has no market on this window. `announced`: it has not " +
      "opened. `pending`: not known yet. `provisional`: what the window before was settled at, " +
      "until the market's own comes. `final`: the market's own. `never_set`: it ended without one",
  }),
  target_source: nullable(t.String(), {
    description: "As of targets, or `<venue>_market`, `<venue>_previous_settlement`",
  }),
  rule: LegRuleWire,
  outcome: nullable(words(["up", "down", "tie"]), {
    description: "The result as the venue has it, once it stands",
  }),
  outcome_state: words(OUTCOME_STATES, {
    description: "`open`: the window has not ended. `closed`: it has, and no result stands. " +
      "`final`, or `amended`: the venue has replaced a result by this one. `void`: no winner",
  }),
  settled_text: nullable(t.String(), {
    description: "The number that settled it, as its source has it",
  }),
  at: nullable(IsoWire, { description: "When this was first known so" }),
  comparable: words(COMPARABLES, {
    description: "How it compares with the first leg: by the same oracle, or on the same clock " +
      "by another index, whose number is never computed from this one's",
  }),
  disputed: t.Boolean({
    description: "Whether the result contradicts the market's own target and settlement",
  }),
  redistributable: words(REDISTRIBUTIONS, {
    description: "Whether the venue's numbers may be passed on; `unknown`: nobody says so",
  }),
}, { $id: "Leg", description: "The same window at one venue" });

/** How far the targets of two legs are apart. */
export const LegBasisWire = t.Object({
  a: VenueWire,
  b: VenueWire,
  price: ExactNumber({
    description: "The target of `b` less that of `a`, US dollars",
  }),
  bps: nullable(ExactNumber({}), {
    description: "The same in hundredths of a percent of the target of `a`, to four decimals",
  }),
}, { $id: "LegBasis", description: "How far two targets are apart" });

/** The legs of a window. */
export const LEG_FIELDS = {
  legs: t.Optional(t.Array(LegWire, {
    description: "Only if asked for: the market of each venue, the primary venue's first",
  })),
  basis: t.Optional(t.Array(LegBasisWire, {
    description: "Only if legs are asked for: how far their targets are apart",
  })),
};

const RULE = { comparison: "greater_or_equal", tie: "up" } as const;

/** The open window of an asset at two venues. */
export const LEGS_EXAMPLE = {
  legs: [
    {
      venue: "polymarket",
      kind: "up_down",
      id: "0x4f1c3a0f0f6f6f3a7d6c5b4a39281706f5e4d3c2b1a0918273645546372819aa",
      url: "https://polymarket.com/event/btc-updown-15m-1767225600",
      target: 87_648.21,
      target_text: "87648.21",
      target_state: "final",
      target_source: "oracle_twap",
      rule: { index: "BTC/USD", method: "twap", seconds: 60, ...RULE, digits: 18 },
      outcome: "up",
      outcome_state: "final",
      settled_text: "87702.55",
      at: "2026-01-01T00:15:41.000Z",
      comparable: "same_oracle",
      disputed: false,
      redistributable: "unknown",
    },
    {
      venue: "kalshi",
      kind: "up_down",
      id: "KXBTC15M-25DEC311915-15",
      url: "https://kalshi.com/markets/kxbtc15m/bitcoin-price-up-down/kxbtc15m-25dec311915",
      target: 87_651.9,
      target_text: "87651.90",
      target_state: "final",
      target_source: "kalshi_market",
      rule: { index: "BRTI", method: "mean", seconds: 60, ...RULE, digits: 2 },
      outcome: "up",
      outcome_state: "final",
      settled_text: "87699.04",
      at: "2026-01-01T00:15:10.212Z",
      comparable: "same_clock_other_index",
      disputed: false,
      redistributable: "unknown",
    },
  ],
  basis: [{ a: "polymarket", b: "kalshi", price: 3.69, bps: 0.421 }],
} as const;
