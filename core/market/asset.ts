/**
 * The seven assets that have up-or-down markets.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";

/** Every supported asset, in the order in which answers list them. */
export const ASSETS = ["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"] as const;

/** One of {@linkcode ASSETS}. */
export type Asset = (typeof ASSETS)[number];

const BY_NAME: ReadonlyMap<string, Asset> = new Map(ASSETS.map((asset) => [asset, asset]));

/** Parses an asset, case-insensitively. */
export function parseAsset(
  input: string,
  parameter = "asset",
): Result.Result<Asset, RequestRejected> {
  const asset = BY_NAME.get(foldName(input));
  if (asset !== undefined) return Result.succeed(asset);
  const hint = `Use one of ${ASSETS.join(", ")}`;
  return Result.fail(new RequestRejected({ parameter, received: input, hint }));
}
