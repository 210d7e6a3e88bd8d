/**
 * The bounds of an amount of USDC or shares in a trade.
 *
 * @module
 */

/** The smallest accepted amount, in USDC or shares, as text. */
export const AMOUNT_MIN = "0.00000001";

/** The largest accepted amount, in USDC or shares, as text. */
export const AMOUNT_MAX = "1000000000000000";
