/**
 * Taker fees per category of the venue, by the day an event was created.
 *
 * Source: the venue's fee announcements from 2026-01-05 to 2026-07-10. Categories other than crypto
 * and sports have their rates of April 2026 from their first day with fees, as the rates in between
 * are not known. The names of fee types were observed on the real venue; which of them applied on
 * which day is a guess.
 *
 * @module
 */
import { type Interval } from "../../../../core/market/mod.ts";

/** A fee category. Crypto intervals have separate dates. */
export type FeeCategory =
  | "crypto"
  | "sports"
  | "politics"
  | "geopolitics"
  | "finance"
  | "tech"
  | "mentions"
  | "economics"
  | "culture"
  | "weather"
  | "general";

/** The fee of a market in the venue's format. */
export interface Fee {
  readonly type: string;
  readonly exponent: number;
  readonly rate: number;
  readonly rebateRate: number;
}

interface FeePeriod extends Fee {
  readonly fromSec: number;
}

const at = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 1000;

/** All crypto has fees from this day on; 15min and 5min began earlier. */
const CRYPTO_FEE_DAY: ReadonlyMap<Interval | undefined, string> = new Map([
  ["15min", "2026-01-05"],
  ["5min", "2026-02-12"],
]);
const ALL_CRYPTO_DAY = "2026-03-06";

const flat = (type: string, rate: number): ReadonlyArray<FeePeriod> => [
  { fromSec: at("2026-03-30"), type, exponent: 1, rate, rebateRate: 0.25 },
];

/** Oldest first. Geopolitics never had fees. */
const PERIODS: Readonly<Record<FeeCategory, ReadonlyArray<FeePeriod>>> = {
  crypto: [
    { fromSec: 0, type: "crypto_fees", exponent: 2, rate: 0.25, rebateRate: 0.2 },
    {
      fromSec: at("2026-03-30"),
      type: "crypto_fees_v2",
      exponent: 1,
      rate: 0.072,
      rebateRate: 0.2,
    },
    { fromSec: at("2026-04-28"), type: "crypto_fees_v2", exponent: 1, rate: 0.07, rebateRate: 0.2 },
  ],
  sports: [
    {
      fromSec: at("2026-02-18"),
      type: "sports_fees_v2",
      exponent: 1,
      rate: 0.0175,
      rebateRate: 0.25,
    },
    {
      fromSec: at("2026-03-30"),
      type: "sports_fees_v2",
      exponent: 1,
      rate: 0.03,
      rebateRate: 0.25,
    },
    {
      fromSec: at("2026-07-10"),
      type: "sports_fees_v3",
      exponent: 1,
      rate: 0.05,
      rebateRate: 0.15,
    },
  ],
  politics: flat("politics_fees", 0.04),
  geopolitics: [],
  finance: flat("finance_prices_fees", 0.04),
  tech: flat("tech_fees", 0.04),
  mentions: flat("mentions_fees", 0.04),
  economics: flat("economics_fees", 0.05),
  culture: flat("culture_fees", 0.05),
  weather: flat("weather_fees", 0.05),
  general: flat("general_fees", 0.05),
};

/** Returns the fee of an event created at this second; undefined if there was none. */
export function feeOf(
  { category, interval }: { readonly category: FeeCategory; readonly interval?: Interval },
  createdSec: number,
): Fee | undefined {
  const beginsSec = at(CRYPTO_FEE_DAY.get(interval) ?? ALL_CRYPTO_DAY);
  if (category === "crypto" && createdSec < beginsSec) return undefined;
  return PERIODS[category].findLast(({ fromSec }) => fromSec <= createdSec);
}
