/**
 * The metadata that clients request before they trade: the perpetuals, and the spot tokens.
 *
 * @module
 */
import { PERPS } from "./perp.ts";

/** Below this number, a margin table's number is its leverage. */
const BIG_TABLE = { id: 56, description: "tiered 40x", from: 150_000_000 };
const BIG_LEVERAGE = 40;

/** Returns `meta`: perpetuals in the order of their asset ids, with the margin tables. */
export function perpMeta() {
  const perps = [...PERPS.values()];
  return {
    universe: perps.map(({ coin, szDecimals, maxLeverage }) => ({
      szDecimals,
      name: coin,
      maxLeverage,
      marginTableId: maxLeverage === BIG_LEVERAGE ? BIG_TABLE.id : maxLeverage,
    })),
    marginTables: [
      [BIG_TABLE.id, {
        description: BIG_TABLE.description,
        marginTiers: [
          { lowerBound: "0.0", maxLeverage: BIG_LEVERAGE },
          { lowerBound: BIG_TABLE.from.toFixed(1), maxLeverage: BIG_LEVERAGE / 2 },
        ],
      }],
    ],
    collateralToken: 0,
  };
}

/**
 * Returns `spotMeta`: the tokens that pay for outcomes, and one pair. The venue's own client uses a
 * token's number as its index in the list.
 */
export function spotMeta() {
  const token = (index: number, name: string, szDecimals: number) => ({
    name,
    szDecimals,
    weiDecimals: 8,
    index,
    tokenId: `0x${String(index).padStart(32, "0")}`,
    isCanonical: index === 0,
    evmContract: null,
    fullName: null,
    deployerTradingFeeShare: "0.0",
  });
  return {
    universe: [{ tokens: [1, 0], name: "@107", index: 107, isCanonical: false }],
    tokens: [token(0, "USDC", 8), token(1, "HYPE", 2), token(2, "USDH", 2)],
  };
}
