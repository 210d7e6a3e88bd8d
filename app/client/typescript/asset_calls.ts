/**
 * Requests about one asset, which have another answer about several: each has a call of its own.
 *
 * @module
 */
import type { CallOptions } from "./call_options.ts";
import type { Operations } from "./routes.ts";
import type { Asset } from "./wire/names.ts";

/** A request that takes one asset, or a list of them. */
export type AssetRoute = "GET targets/active" | "GET markets/timestamps";

type Rest<Name extends AssetRoute> = Omit<Operations[Name]["input"], "asset">;
type Answer<Name extends AssetRoute> = Operations[Name]["answer"];

/** Asks about one asset: btc, unless another is named. */
export type AssetCall<Name extends AssetRoute> = (
  input?: Rest<Name> & { readonly asset?: Asset },
  options?: CallOptions,
) => Promise<Exclude<Answer<Name>, { readonly assets: unknown }>>;

/** Asks about each asset of a list, with one answer by asset. */
export type AssetsCall<Name extends AssetRoute> = (
  input: Rest<Name> & { readonly assets: ReadonlyArray<Asset> },
  options?: CallOptions,
) => Promise<Extract<Answer<Name>, { readonly assets: unknown }>>;

/** Returns the call about a list. The service takes a list of one for one: this answers alike. */
export function assetsCall<Name extends AssetRoute>(
  call: (input: object, options?: CallOptions) => Promise<unknown>,
): AssetsCall<Name> {
  return async ({ assets, ...rest }, options) => {
    const answer = await call({ ...rest, asset: assets }, options) as Answer<AssetRoute>;
    if ("assets" in answer) return answer as never;
    const { now, ...told } = answer;
    return { now, assets: { [told.asset]: told } } as never;
  };
}
