/**
 * The site's request for the opening price of a window, and its answer.
 *
 * Source: `crypto-price` is what the venue's own pages request; it is not documented. Without both
 * parameters of the average it returns the spot price, which decides no market; an unknown variant
 * silently becomes another one.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import type { Asset, Interval, MarketWindow } from "../../../core/market/mod.ts";
import type { TargetQuery } from "../../../core/price/mod.ts";
import { toIsoSeconds } from "../../../core/time/mod.ts";
import { makePriceParser, readPriceText } from "../published/price_text.ts";

/** A window, and the averaging window that decides it. */
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

/** Returns the request; none for a window that no average decides. */
export function siteQuestionOf({ asset, window, rule }: TargetQuery): Option.Option<SiteQuestion> {
  if (rule.kind !== "report" || rule.stream === "spot" || !VARIANTS.has(window.interval)) {
    return Option.none();
  }
  return Option.some({ asset, window, lookbackSec: rule.stream === "twap_30" ? 30 : 60 });
}

/**
 * Returns the request's key. Windows with the same key have one price: the oracle's average at
 * their common first second.
 */
export function siteKey({ asset, window, lookbackSec }: SiteQuestion): string {
  return `${asset}:${lookbackSec}:${window.startSec}`;
}

/** Returns path and query. Symbols are in upper case; times have no milliseconds. */
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

/** Parses the opening price; none while it is null. Fails with a description. */
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
