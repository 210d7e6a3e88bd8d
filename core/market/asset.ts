/**
 * The assets that this process serves, of those that are known.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";
import { ASSET_TABLE, type AssetFacts } from "./asset_table.ts";
import type { Interval } from "./interval.ts";

/** An asset that is known. */
export type Asset = keyof typeof ASSET_TABLE;

/** Every asset that could be served, in an order that later ones do not change. */
export const KNOWN_ASSETS = Object.keys(ASSET_TABLE) as ReadonlyArray<Asset>;

const SPECIFIED: ReadonlyArray<Asset> = ["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"];
const served: Array<Asset> = [...SPECIFIED];

/**
 * Those that are served, in the order in which answers list them: the specification's, unless
 * {@linkcode serveAssets} has chosen others.
 */
export const ASSETS: ReadonlyArray<Asset> = served;

/** Returns what is known of an asset. */
export function factsOf(asset: Asset): AssetFacts {
  return ASSET_TABLE[asset];
}

/** A series of windows. */
export interface Series {
  readonly asset: Asset;
  readonly interval: Interval;
}

/** Returns every series of some assets, assets first. */
export function seriesOf(assets: Iterable<Asset>): ReadonlyArray<Series> {
  return [...assets].flatMap((asset) =>
    factsOf(asset).intervals.map((interval) => ({ asset, interval }))
  );
}

/** Returns the assets that are served and have windows of an interval. */
export function assetsWith(interval: Interval): ReadonlyArray<Asset> {
  return ASSETS.filter((asset) => factsOf(asset).intervals.includes(interval));
}

/** Refuses an interval of which an asset has no windows. */
export function checkSeries(
  { asset, interval }: Series,
  parameter = "type",
): Result.Result<void, RequestRejected> {
  const { intervals } = factsOf(asset);
  if (intervals.includes(interval)) return Result.void;
  const hint = `${asset} has windows of ${intervals.join(", ")}`;
  return Result.fail(new RequestRejected({ parameter, received: interval, hint }));
}

/**
 * Has the assets of a list such as `btc,zec` served, and no others; an empty one changes nothing.
 * Whatever derives something of {@linkcode ASSETS} as it is loaded has to be loaded later.
 */
export function serveAssets(
  list: string,
  parameter = "ASSETS",
): Result.Result<void, RequestRejected> {
  const names = list.split(",").map((name) => foldName(name.trim())).filter((name) => name !== "");
  const known = new Map(KNOWN_ASSETS.map((asset) => [asset as string, asset]));
  const assets = [...new Set(names)].flatMap((name) => known.get(name) ?? []);
  const wrong = names.find((name) => !known.has(name));
  if (wrong !== undefined) {
    const hint = `Give some of ${KNOWN_ASSETS.join(", ")}, separated by commas`;
    return Result.fail(new RequestRejected({ parameter, received: wrong, hint }));
  }
  if (assets.length > 0) served.splice(0, served.length, ...assets);
  return Result.void;
}

/** Parses an asset that is served, case-insensitively. */
export function parseAsset(
  input: string,
  parameter = "asset",
): Result.Result<Asset, RequestRejected> {
  const name = foldName(input);
  const asset = ASSETS.find((each) => each === name);
  if (asset !== undefined) return Result.succeed(asset);
  const isOff = KNOWN_ASSETS.some((each) => each === name);
  const hint = `Use one of ${ASSETS.join(", ")}` +
    (isOff ? `; whoever runs the service adds ${name} to ASSETS` : "");
  return Result.fail(new RequestRejected({ parameter, received: input, hint }));
}
