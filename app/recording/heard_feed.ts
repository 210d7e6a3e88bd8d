/**
 * Which file of a recording has what was heard.
 *
 * @module
 */
import { EXCHANGE } from "../../adapters/binance/http_failure.ts";
import { EXCHANGE_STREAM } from "../../adapters/binance/trade_stream.ts";
import { ORACLE } from "../../adapters/chainlink/http_failure.ts";
import { ORACLE_STREAM } from "../../adapters/chainlink/stream_target.ts";
import type { Heard } from "../../adapters/outbound/mod.ts";
import { VENUE_STREAM } from "../../adapters/polymarket/book/book_follower.ts";
import { VENUE_ORDERS } from "../../adapters/polymarket/clob/http_failure.ts";
import { VENUE_DATA } from "../../adapters/polymarket/data/http_failure.ts";
import { VENUE_METADATA } from "../../adapters/polymarket/gamma/http_failure.ts";
import { RELAY } from "../../adapters/polymarket/relay/relay_name.ts";
import { VENUE_SITE } from "../../adapters/polymarket/site/http_failure.ts";
import type { Feed } from "../../core/recording/mod.ts";

/** By provider. What others send is of wallets or of games, and is not recorded. */
const FEED_OF: ReadonlyMap<string, Feed> = new Map([
  [ORACLE, "oracle"],
  [ORACLE_STREAM, "oracle"],
  [RELAY, "relay"],
  [EXCHANGE, "exchange"],
  [EXCHANGE_STREAM, "exchange"],
  [VENUE_STREAM, "books"],
  [VENUE_METADATA, "metadata"],
  [VENUE_SITE, "metadata"],
  [VENUE_DATA, "metadata"],
]);

/** Of all that the venue's order book answers, what is not of a wallet. */
const OF_BOOKS = /^\d{3} \/(book|books|clob-markets|markets)\b/;
/** Of all that the venue's catalog answers, what is of games. */
const OF_GAMES = /^\d{3} \/(events\/keyset|sports)\b/;

/** Of all that the venue's data service answers, what is not of a wallet. */
const OF_MARKETS = /^\d{3} \/v2\/resolutions\b/;

/** Returns the feed of what was heard; undefined where it is not recorded. */
export function feedOf({ provider, kind, about }: Heard): Feed | undefined {
  if (provider === VENUE_ORDERS) {
    return kind === "answer" && OF_BOOKS.test(about) ? "books" : undefined;
  }
  if (provider === VENUE_DATA && !OF_MARKETS.test(about)) return undefined;
  return provider === VENUE_METADATA && OF_GAMES.test(about) ? undefined : FEED_OF.get(provider);
}

/** Where a frame has the provider's own instant, and of what unit. */
const INSTANT_OF: Readonly<Record<Feed, readonly [where: RegExp, unitMs: number]>> = {
  oracle: [/"observationsTimestamp":(\d{10})\b/, 1_000],
  relay: [/"timestamp":(\d{13})\b/, 1],
  exchange: [/"T":(\d{13})\b/, 1],
  books: [/"timestamp":"?(\d{13})\b/, 1],
  metadata: [/(?!)/, 1],
  published: [/(?!)/, 1],
};

/** Returns the provider's instant of what was heard, in unix milliseconds; null without one. */
export function providerMsOf(feed: Feed, { kind, text, providerMs }: Heard): number | null {
  if (kind !== "frame") return providerMs;
  const [where, unitMs] = INSTANT_OF[feed];
  const count = where.exec(text)?.[1];
  return count === undefined ? null : Number(count) * unitMs;
}
