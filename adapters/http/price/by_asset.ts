/**
 * Answers about one asset, or about each of a list, by asset.
 *
 * @module
 */
import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import type { Asset } from "../../../core/market/mod.ts";
import { IsoWire } from "../wire/answer.ts";

/**
 * Declares the answer to a question that takes a list of assets: of one asset `one`, of several
 * that of each by asset, but for its `now`. `ofAsset` names what is told of each. In types it is
 * the answer about one asset, because types cannot count those of a list.
 */
export function orByAsset<Properties extends TProperties>(
  one: TObject<Properties>,
  { ofAsset, examples }: {
    readonly ofAsset: string;
    readonly examples: ReadonlyArray<{ readonly now: string; readonly assets: object }>;
  },
) {
  const { description = "", examples: examplesOfOne, ...only } = one;
  const { $id, properties: { now: _, ...told } } = one;
  const byAsset = Type.Object({
    now: IsoWire,
    assets: Type.Record(Type.String(), Type.Object(told, { $id: ofAsset }), {
      description: "By asset, in the order requested",
    }),
  }, { $id: `${$id}ByAsset` });
  return Type.Unsafe<Static<TObject<Properties>>>(
    Type.Union([only, byAsset], { description, examples: [...examplesOfOne, ...examples] }),
  );
}

/** Returns what is told of one asset, or of several by asset, which types do not tell apart. */
export function oneOrByAsset<Told extends { readonly asset: Asset }>(told: ReadonlyArray<Told>) {
  const [one, ...others] = told;
  if (one !== undefined && others.length === 0) return one;
  return { assets: Object.fromEntries(told.map((each) => [each.asset, each])) } as object as Told;
}
