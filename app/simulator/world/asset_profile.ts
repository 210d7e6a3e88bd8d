/**
 * The behaviour of each asset of the world. Levels and liveliness are near the real ones; nothing
 * depends on them.
 *
 * @module
 */
import { type Asset } from "../../../core/market/mod.ts";

/** The parameters of one asset's prices. */
export interface AssetProfile {
  /** USD around which the price wanders; it stays between a quarter and twice this. */
  readonly baseUsd: number;
  /** Factor on every movement; 1 is bitcoin's. At most 1.6, or prices could reach zero. */
  readonly liveliness: number;
  readonly name: string;
}

/** The seven assets. */
export const ASSET_PROFILES: Readonly<Record<Asset, AssetProfile>> = {
  btc: { baseUsd: 78_000, liveliness: 1, name: "Bitcoin" },
  eth: { baseUsd: 2_700, liveliness: 1.3, name: "Ethereum" },
  sol: { baseUsd: 155, liveliness: 1.5, name: "Solana" },
  xrp: { baseUsd: 2.2, liveliness: 1.4, name: "XRP" },
  hype: { baseUsd: 40, liveliness: 1.6, name: "Hyperliquid" },
  doge: { baseUsd: 0.19, liveliness: 1.6, name: "Dogecoin" },
  bnb: { baseUsd: 720, liveliness: 1.1, name: "BNB" },
};
