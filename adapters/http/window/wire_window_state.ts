/**
 * Windows as answers and frames carry them.
 *
 * @module
 */
import { t } from "elysia";
import { TARGET_SOURCES } from "../../../core/price/mod.ts";
import { PROTOCOLS } from "../../../core/venue/mod.ts";
import { PRICE_STATES, TARGET_STATES } from "../../../core/window/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { AssetWire, IntervalWire } from "../wire/market.ts";
import { ExactNumber, whole } from "../wire/number.ts";
import { words } from "../wire/text.ts";
import { LEG_FIELDS } from "./wire_leg.ts";

const number = (description: string) => nullable(ExactNumber({ description }));
const instant = (description: string) => nullable({ ...IsoWire, description });
const source = words(TARGET_SOURCES, { description: "As of targets" });
const OUTCOMES = ["up", "down", "tie"] as const;

/** The target of a window. */
const WindowTargetWire = t.Object({
  price: number("In US dollars, with all digits of its source; null while `pending`"),
  source: nullable(source),
  state: words(TARGET_STATES, {
    description: "`pending`: not known yet, or not opened. `provisional`: a better source may " +
      "still correct it, once. `final`: it never changes",
  }),
  at: instant("When the number itself was made; null where nothing says it"),
}, { $id: "WindowTarget" });

/** The live price of a window. */
const WindowPriceWire = t.Object({
  value: ExactNumber({
    description: "The newest number of the source that settles the window: the oracle's average " +
      "or, for 1hour and daily, the exchange's trade",
  }),
  source,
  at: { ...IsoWire, description: "When the number itself was made: at most 10 s ago" },
  distance: number("`value` less the target: above it is positive. Null without a target"),
  distance_bps: number("The same in hundredths of a percent of the target, to four decimals"),
}, { $id: "WindowPrice" });

const NAME = t.String({ examples: ["Up"] });
const BEST_PRICES = {
  best_bid: number("Highest price that is bid, USDC a share"),
  bid_size: number("Shares bid there"),
  best_ask: number("Lowest price that is asked, USDC a share"),
  ask_size: number("Shares asked there"),
};

/** The best prices of an outcome's order book. */
export const QuotedOutcomeWire = t.Object({ name: NAME, ...BEST_PRICES }, {
  $id: "QuotedOutcome",
});

/** An outcome of a market, with the best prices of its order book. */
const WindowTokenWire = t.Object({
  name: NAME,
  token_id: nullable(t.String({ description: "Null until the market is deployed" })),
  ...BEST_PRICES,
  at: instant("When the book was so; null while it is not known"),
}, { $id: "WindowToken" });

/** The market of a window. */
const WindowMarketWire = t.Object({
  condition_id: nullable(t.String({ description: "Null until the market is deployed" })),
  protocol: nullable(words(PROTOCOLS, { description: "Null where the venue is not clear" })),
  tick: number("Smallest step of a price, USDC"),
  min_size: number("Smallest order, shares"),
  accepting_orders: t.Boolean(),
  fee: nullable(
    t.Object({
      rate: ExactNumber({ description: "A fraction" }),
      exponent: ExactNumber({}),
      taker_only: t.Boolean(),
    }, { $id: "WindowFee" }),
    { description: "As the venue publishes it for this market" },
  ),
  outcomes: t.Array(WindowTokenWire, { description: "Up, then Down" }),
}, { $id: "WindowMarket" });

const WINDOW_FIELDS = {
  asset: AssetWire,
  interval: IntervalWire,
  start: whole({ description: "First second of the window, unix seconds" }),
  end: whole({ description: "First second after the window, unix seconds" }),
  start_iso: IsoWire,
  end_iso: IsoWire,
  slug: t.String({ description: "Slug of the event on the primary venue" }),
  url: t.String({ format: "uri", description: "Page of the event on the primary venue" }),
  seconds_left: whole({ description: "Until `end`, and 0 from then on" }),
  target: WindowTargetWire,
  price: nullable(WindowPriceWire, {
    description: "Null while nothing new is known, and once the window has ended",
  }),
  price_state: words(PRICE_STATES, {
    description: "`stale`: the newest number is over 10 s old, or none of the window's",
  }),
  market: nullable(WindowMarketWire, { description: "Null while the venue's is not known" }),
  close: nullable(
    t.Object({
      price: ExactNumber({ description: "In US dollars, with all digits of its source" }),
      source,
      at: instant("When the number itself was made"),
    }, { $id: "WindowClose" }),
    { description: "The closing price, once it is final: by the source of the target" },
  ),
  outcome: nullable(
    words(OUTCOMES, { description: "By target and close, once both are final" }),
    { description: "Equal prices are `up`, and of a day `tie`", examples: ["up"] },
  ),
  resolution: nullable(
    t.Object({
      outcome: words(OUTCOMES),
      at: instant("When the venue resolved the market"),
      source: nullable(t.String({ description: "Who reported it, such as `CHAINLINK`" })),
    }, { $id: "WindowResolution" }),
    { description: "The venue's own, official one, once there is one" },
  ),
  ...LEG_FIELDS,
};

/** An open window. */
export const WINDOW_EXAMPLE = {
  asset: "btc",
  interval: "5min",
  start: 1_767_225_600,
  end: 1_767_225_900,
  start_iso: "2026-01-01T00:00:00.000Z",
  end_iso: "2026-01-01T00:05:00.000Z",
  slug: "btc-updown-5m-1767225600",
  url: "https://polymarket.com/event/btc-updown-5m-1767225600",
  seconds_left: 178,
  target: {
    price: 87_648.21,
    source: "oracle_twap",
    state: "final",
    at: "2026-01-01T00:00:00.000Z",
  },
  price: {
    value: 87_702.55,
    source: "oracle_twap",
    at: "2026-01-01T00:02:01.000Z",
    distance: 54.34,
    distance_bps: 6.1998,
  },
  price_state: "live",
  market: {
    condition_id: "0x4f1c3a0f0f6f6f3a7d6c5b4a39281706f5e4d3c2b1a0918273645546372819aa",
    protocol: "v2",
    tick: 0.01,
    min_size: 5,
    accepting_orders: true,
    fee: { rate: 0.07, exponent: 1, taker_only: true },
    outcomes: [
      {
        name: "Up",
        token_id: "71321045679252212594626385532706912750332728571942532289631379312455583992563",
        best_bid: 0.61,
        bid_size: 250,
        best_ask: 0.62,
        ask_size: 118.4,
        at: "2026-01-01T00:02:01.870Z",
      },
      {
        name: "Down",
        token_id: "52114319501245915516055106046884209969926127482827954674443846427813813222426",
        best_bid: null,
        bid_size: null,
        best_ask: null,
        ask_size: null,
        at: null,
      },
    ],
  },
  close: null,
  outcome: null,
  resolution: null,
} as const;

/** A window. */
export const WindowWire = t.Object(WINDOW_FIELDS, { $id: "Window", description: "A window" });

/** An open window and the one after it. */
export const ActiveWindowWire = t.Object({
  ...WINDOW_FIELDS,
  next: nullable(WindowWire, {
    description: "The window after it; null until a minute before that opens",
  }),
}, { $id: "ActiveWindow", description: "An open window" });
