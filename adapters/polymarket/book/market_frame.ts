/**
 * Decodes the frames of the venue's market socket, by hand: a busy market changes hundreds of times
 * a second.
 *
 * @module
 */
import { Option } from "effect";
import { type Level } from "../../../core/order/mod.ts";
import { ONE_E6 } from "../../../core/fee/mod.ts";
import type { VenueTrade } from "../../../core/port/venue_books.ts";
import { type ConditionId, parseConditionId } from "../../../core/venue/mod.ts";
import { readE6 } from "../clob/e6_text.ts";
import { statedProtocol } from "../stated_protocol.ts";
import type { BookChanges, BookSnapshot, LevelChange } from "./followed_book.ts";

/** Selects books: that of the token and those of the market; all where neither is given. */
export interface AffectedBooks {
  readonly tokenId?: string | undefined;
  readonly conditionId?: ConditionId | undefined;
}

/** An event in a frame. */
export type MarketEvent =
  | BookSnapshot & { readonly kind: "book" }
  | BookChanges & { readonly kind: "changes" }
  /** The tick has changed. Orders on the old steps may no longer rest. */
  | AffectedBooks & { readonly kind: "tick" }
  /** Something about these books cannot be read. */
  | AffectedBooks & { readonly kind: "unreadable"; readonly why: string }
  /** A trade of a token, at this price as the venue writes it. `trade`: if all of it is told. */
  | {
    readonly kind: "trade";
    readonly tokenId: string;
    readonly conditionId: ConditionId;
    readonly price: string;
    readonly trade?: VenueTrade;
  }
  /** The market is resolved. */
  | {
    readonly kind: "resolved";
    readonly tokenIds: ReadonlyArray<string>;
    readonly conditionId: ConditionId | undefined;
  };

type Fields = Readonly<Record<string, unknown>>;

/** Returns the events of a frame, in its order; undefined for text that is no JSON. */
export function readMarketFrame(text: string): ReadonlyArray<MarketEvent> | undefined {
  const frame = parseJson(text);
  if (frame === undefined) return undefined;
  return (Array.isArray(frame) ? frame : [frame]).flatMap(readEvent);
}

function readEvent(event: unknown): ReadonlyArray<MarketEvent> {
  if (!isRecord(event)) return [];
  const { asset_id: tokenId } = event;
  switch (event["event_type"]) {
    case "book":
      return [readBook(event)];
    case "price_change":
      return readPriceChange(event);
    case "tick_size_change":
      return [{ kind: "tick", tokenId: textOf(tokenId), conditionId: conditionOf(event) }];
    case "last_trade_price":
      return readTrade(event);
    case "market_resolved":
      return [{
        kind: "resolved",
        tokenIds: listOf(event["assets_ids"]).filter(isText),
        conditionId: conditionOf(event),
      }];
    default:
      return [];
  }
}

function readBook(event: Fields): MarketEvent {
  const { asset_id: tokenId, version } = event;
  const conditionId = conditionOf(event);
  const [bids, asks] = [readLevels(event["bids"]), readLevels(event["asks"])];
  const tickE6 = readPriceE6(event["tick_size"]);
  const timestampMs = readTime(event["timestamp"]);
  const isReadable = isText(tokenId) && conditionId !== undefined && bids !== undefined &&
    asks !== undefined && tickE6 !== undefined && timestampMs !== undefined;
  if (!isReadable) {
    const affected = isText(tokenId) ? { tokenId } : { conditionId };
    return { kind: "unreadable", ...affected, why: "its book cannot be read" };
  }
  const protocol = statedProtocol(version);
  const book = { tokenId, conditionId, protocol, bids: bids.toReversed(), asks, tickE6 };
  const [hash, lastTradePrice] = [hashOf(event), textOf(event["last_trade_price"])];
  return { kind: "book", book, timestampMs, hash, lastTradePrice };
}

/** A trade that cannot be read is left out: it changes no book. */
function readTrade(event: Fields): ReadonlyArray<MarketEvent> {
  const { asset_id: tokenId, price } = event;
  const conditionId = conditionOf(event);
  const priceE6 = readPriceE6(price);
  if (!isText(tokenId) || !isText(price) || priceE6 === undefined || conditionId === undefined) {
    return [];
  }
  const traded = { kind: "trade", tokenId, conditionId, price } as const;
  const [sizeE6, atMs, side] = [readE6(event["size"]), readTime(event["timestamp"]), event["side"]];
  const isWhole = sizeE6 !== undefined && sizeE6 > 0n && atMs !== undefined && isSide(side);
  return [isWhole ? { ...traded, trade: { priceE6, sizeE6, side, atMs } } : traded];
}

/** Returns levels by price, lowest first, in whatever order they are written. */
function readLevels(value: unknown): ReadonlyArray<Level> | undefined {
  if (!Array.isArray(value)) return undefined;
  const levels: Array<Level> = [];
  for (const item of value) {
    if (!isRecord(item)) return undefined;
    const [priceE6, sizeE6] = [readPriceE6(item["price"]), readE6(item["size"])];
    if (priceE6 === undefined || sizeE6 === undefined || sizeE6 === 0n) return undefined;
    levels.push({ priceE6, sizeE6 });
  }
  levels.sort((a, b) => a.priceE6 < b.priceE6 ? -1 : 1);
  const isTwice = levels.some(({ priceE6 }, at) => levels[at + 1]?.priceE6 === priceE6);
  return isTwice ? undefined : levels;
}

/** Returns one event per token. A change that cannot be read makes its token's event unreadable. */
function readPriceChange(event: Fields): ReadonlyArray<MarketEvent> {
  const conditionId = conditionOf(event);
  const timestampMs = readTime(event["timestamp"]);
  const items = event["price_changes"];
  if (conditionId === undefined || timestampMs === undefined || !Array.isArray(items)) {
    const named = listOf(items).filter(isRecord).map((item) => item["asset_id"]).filter(isText);
    const why = "its changes cannot be read";
    return conditionId !== undefined || named.length === 0
      ? [{ kind: "unreadable", conditionId, why }]
      : named.map((tokenId) => ({ kind: "unreadable", tokenId, why }));
  }
  const byToken = new Map<string, Array<Fields>>();
  for (const item of items) {
    const tokenId = isRecord(item) ? item["asset_id"] : undefined;
    if (!isRecord(item) || !isText(tokenId)) {
      return [{ kind: "unreadable", conditionId, why: "a change names no token" }];
    }
    const ofToken = byToken.get(tokenId);
    if (ofToken === undefined) byToken.set(tokenId, [item]);
    else ofToken.push(item);
  }
  return [...byToken].map(([tokenId, ofToken]): MarketEvent => {
    const changes = ofToken.map(readChange);
    const last = ofToken.at(-1);
    const [bestBidE6, bestAskE6] = [readTouch(last?.["best_bid"]), readTouch(last?.["best_ask"])];
    const hash = last === undefined ? undefined : hashOf(last);
    return changes.every(isKnown) && bestBidE6 !== null && bestAskE6 !== null
      ? { kind: "changes", tokenId, conditionId, timestampMs, changes, bestBidE6, bestAskE6, hash }
      : { kind: "unreadable", tokenId, why: "a change cannot be read" };
  });
}

function readChange({ price, size, side }: Fields): LevelChange | undefined {
  const [priceE6, sizeE6] = [readPriceE6(price), readE6(size)];
  if (priceE6 === undefined || sizeE6 === undefined) return undefined;
  if (!isSide(side)) return undefined;
  return { side: side === "BUY" ? "bids" : "asks", priceE6, sizeE6 };
}

/**
 * Returns a best price, 0 or 1 for an empty side; undefined where absent, null where unreadable.
 */
function readTouch(value: unknown): bigint | undefined | null {
  if (value === undefined || value === null || value === "") return undefined;
  return readE6(value) ?? null;
}

/** Prices, and their steps, lie between 0 and 1, both excluded. */
function readPriceE6(value: unknown): bigint | undefined {
  const priceE6 = readE6(value);
  return priceE6 !== undefined && priceE6 > 0n && priceE6 < ONE_E6 ? priceE6 : undefined;
}

/** Unix milliseconds; the venue writes them as text. */
function readTime(value: unknown): number | undefined {
  const ms = isText(value) && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof ms === "number" && Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSide(value: unknown): value is "BUY" | "SELL" {
  return value === "BUY" || value === "SELL";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** An empty text is no hash. */
function hashOf({ hash }: Fields): string | undefined {
  return hash === "" ? undefined : textOf(hash);
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}

function conditionOf({ market }: Fields): ConditionId | undefined {
  return isText(market) ? Option.getOrUndefined(parseConditionId(market)) : undefined;
}

function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}

function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined;
}
