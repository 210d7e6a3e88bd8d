/**
 * One order, placed and previewed, for the examples of the document.
 *
 * @module
 */
import { ORDER_ID_EXAMPLE, TOKEN_ID_EXAMPLE } from "../wire/order_id.ts";

/** The slug of the market. */
export const SLUG_EXAMPLE = "btc-updown-5m-1787414400";

const ORDER = {
  slug: SLUG_EXAMPLE,
  outcome: "Up",
  tokenId: TOKEN_ID_EXAMPLE,
  side: "BUY",
  amount: 25,
  negRisk: false,
};

/** The answer to the order. */
export const PLACED_EXAMPLE = {
  ok: true,
  orderId: ORDER_ID_EXAMPLE,
  status: "matched",
  latencyS: 0.046,
  order: ORDER,
  filled: { shares: 46.2962, usdc: 24.999948, averagePrice: 0.54 },
};

const WALLET = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ZERO_BYTES = `0x${"0".repeat(64)}`;

/** The answer to the same order with `dryRun`. */
export const PREVIEW_EXAMPLE = {
  ok: true,
  status: "preview",
  latencyS: 0.012,
  order: ORDER,
  quote: { averagePrice: 0.54, worstPrice: 0.54, shares: 46.2962, usdc: 24.999948, levels: 1 },
  fee: { usdc: 0.805, shares: 1.49074, chargedIn: "usdc", effectiveRate: 0.0322 },
  unsigned: {
    salt: 480_213_771_906,
    maker: WALLET,
    signer: WALLET,
    tokenId: TOKEN_ID_EXAMPLE,
    makerAmount: "24999948",
    takerAmount: "46296200",
    side: "BUY",
    signatureType: 0,
    timestamp: "1787414421304",
    expiration: "0",
    metadata: ZERO_BYTES,
    builder: ZERO_BYTES,
    exchange: { address: "0xE111180000d2663C0091e4f400237545B87B996B", version: 2 },
  },
};

const LIMIT = {
  ...ORDER,
  amount: 10.6,
  price: 0.53,
  size: 20,
  orderType: "GTC",
  expiresAt: null,
  lifeS: 30,
  postOnly: true,
};

/** The answer to a limit order. */
export const LIVE_EXAMPLE = {
  ...PLACED_EXAMPLE,
  status: "live",
  order: LIMIT,
  filled: { shares: 5, usdc: 2.65, averagePrice: 0.53 },
};

/** The answer to the same order with `dryRun`. */
export const LIMIT_PREVIEW_EXAMPLE = {
  ...PREVIEW_EXAMPLE,
  order: LIMIT,
  unsigned: { ...PREVIEW_EXAMPLE.unsigned, makerAmount: "10600000", takerAmount: "20000000" },
};
