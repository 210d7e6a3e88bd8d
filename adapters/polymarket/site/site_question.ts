/**
 * The site's question for the opening price of a window: its path, and what it answers.
 *
 * Source: `crypto-price` is what the venue's own pages ask, and is not documented. Without both of
 * its parameters for the average it answers the spot price, which settles nothing; an unknown
 * variant silently becomes another.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import type { Asset, Interval, MarketWindow } from "../../../core/market/mod.ts";
import type { TargetQuery } from "../../../core/price/mod.ts";
import { toIsoSeconds } from "../../../core/time/mod.ts";
import { makePriceParser, readPriceText } from "../published/price_text.ts";

/** A window, and the look-back of the average that decides it. */
export interface SiteQuestion {
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly lookbackSec: 30 | 60;
}

const VARIANTS: ReadonlyMap<Interval, string> = new Map<Interval, string>([
  ["5min", "fiveminute"],
  ["15min", "fifteen"],
  ["4hour", "fourhour"],
]);

/** What to ask; none for a window that no average decides. */
export function siteQuestionOf({ asset, window, rule }: TargetQuery): Option.Option<SiteQuestion> {
  if (rule.kind !== "report" || rule.stream === "spot" || !VARIANTS.has(window.interval)) {
    return Option.none();
  }
  return Option.some({ asset, window, lookbackSec: rule.stream === "twap_30" ? 30 : 60 });
}

/** Windows of one key have one price: the oracle's average at their common first second. */
export function siteKey({ asset, window, lookbackSec }: SiteQuestion): string {
  return `${asset}:${lookbackSec}:${window.startSec}`;
}

/** Path and query. Symbols are in upper case, and times have no milliseconds. */
export function pathOf({ asset, window, lookbackSec }: SiteQuestion): string {
  const query = new URLSearchParams({
    symbol: asset.toUpperCase(),
    eventStartTime: toIsoSeconds(window.startSec),
    endDate: toIsoSeconds(window.endSec),
    variant: VARIANTS.get(window.interval) ?? "",
    twapEnabled: "true",
    twapLookbackSeconds: String(lookbackSec),
  });
  return `/api/crypto/crypto-price?${query}`;
}

const decode = Schema.decodeUnknownResult(
  Schema.Struct({ openPrice: Schema.NullOr(Schema.String) }),
);
const parsePrices = makePriceParser(["openPrice"]);

/** The opening price of an answer; none while it is null. Fails with what is wrong with it. */
export function parseOpenPrice(text: string): Result.Result<Option.Option<bigint>, string> {
  const parsed = Result.try({
    try: () => parsePrices(text),
    catch: () => `it is not JSON: ${text.slice(0, 80)}`,
  });
  const answer = Result.flatMap(
    parsed,
    (value) => Result.mapError(decode(value), ({ message }) => message),
  );
  return Result.flatMap(answer, ({ openPrice }) => {
    if (openPrice === null) return Result.succeed(Option.none());
    return Result.map(
      Result.fromOption(readPriceText(openPrice), () => `openPrice is "${openPrice.slice(0, 80)}"`),
      Option.some,
    );
  });
}
