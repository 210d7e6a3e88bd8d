/**
 * The providers' frames around a midnight: a report of each feed, a trade of each symbol.
 *
 * @module
 */
import { feedKey, type FeedTable, MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { encodeFullReport } from "../../../app/simulator/chainlink/full_report.ts";
import { type Asset, ASSETS, type Provider } from "../../../core/market/mod.ts";

/** The asset and the provider of a price. */
export type PriceKey = `${Provider}:${Asset}`;

/** A frame of a provider, and the socket it comes over. */
export interface PriceFrame {
  readonly door: Door;
  readonly key: PriceKey;
  readonly text: string;
}

/** The providers' sockets. */
export type Door = "oracle" | "spot" | "futures";

/** The provider's feeds, and one for the asset whose average is in no public table. */
export const FEEDS: FeedTable = new Map([
  ...MAINNET_FEEDS,
  [feedKey("hype", "twap_60"), `0x0002${"c5".repeat(30)}`],
]);

const ASSET_OF_FEED = new Map(
  ASSETS.map((asset) => [FEEDS.get(feedKey(asset, "twap_60")), asset] as const),
);

/** Seconds before midnight at which the last frames of the day come. */
export const LEAD_UP_SEC = 20;
/** The day's last report also covers the earlier time that a listener reads. */
const LEAD_UP_WIDTH_SEC = 400;

/** The last frame of each feed and symbol before a midnight. */
export function framesBefore(midnightSec: number): ReadonlyArray<PriceFrame> {
  const observedSec = midnightSec - LEAD_UP_SEC;
  const span = { validFromSec: observedSec - LEAD_UP_WIDTH_SEC, observedSec };
  return [
    ...ASSETS.map((asset) => reportFrame(asset, span)),
    ...ASSETS.map((asset) => tradeFrame(asset, midnightSec, midnightSec * 1000 - 5_000)),
  ];
}

/** The frames that decide the 35 windows of a midnight. */
export function framesAt(midnightSec: number): ReadonlyArray<PriceFrame> {
  const span = { validFromSec: midnightSec - LEAD_UP_SEC + 1, observedSec: midnightSec };
  return [
    ...ASSETS.map((asset) => reportFrame(asset, span)),
    ...ASSETS.map((asset) => tradeFrame(asset, midnightSec + 1, midnightSec * 1000 + 40)),
  ];
}

function reportFrame(
  asset: Asset,
  { validFromSec, observedSec }: { readonly validFromSec: number; readonly observedSec: number },
): PriceFrame {
  const feedID = FEEDS.get(feedKey(asset, "twap_60")) ?? "";
  const priceE18 = BigInt(observedSec) * 10n ** 13n;
  const fullReport = encodeFullReport(feedID, { validFromSec, observedSec, priceE18 });
  const report = {
    feedID,
    validFromTimestamp: validFromSec,
    observationsTimestamp: observedSec,
    fullReport,
  };
  return { door: "oracle", key: `oracle:${asset}`, text: JSON.stringify({ report }) };
}

function tradeFrame(asset: Asset, tradeId: number, atMs: number): PriceFrame {
  const symbol = `${asset.toUpperCase()}USDT`;
  const data = {
    e: "aggTrade",
    E: atMs + 2,
    s: symbol,
    a: tradeId,
    p: (tradeId / 1e5).toFixed(5),
    q: "0.10000000",
    f: tradeId,
    l: tradeId,
    T: atMs,
    m: false,
    M: true,
  };
  const text = JSON.stringify({ stream: `${symbol.toLowerCase()}@aggTrade`, data });
  return { door: asset === "hype" ? "futures" : "spot", key: `exchange:${asset}`, text };
}

/** Returns the key of a provider's frame. */
export function keyOfFrame(text: string): PriceKey {
  const { report, data } = JSON.parse(text) as {
    readonly report?: { readonly feedID: string };
    readonly data?: { readonly s: string };
  };
  const asset = report === undefined
    ? ASSETS.find((asset) => data?.s === `${asset.toUpperCase()}USDT`)
    : ASSET_OF_FEED.get(report.feedID);
  if (asset === undefined) throw new Error(`a frame of an unknown asset: ${text.slice(0, 80)}`);
  return report === undefined ? `exchange:${asset}` : `oracle:${asset}`;
}
