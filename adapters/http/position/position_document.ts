/**
 * What the document says of the routes of positions.
 *
 * @module
 */

/** Why they refuse, besides what every route may. */
export const REFUSALS = {
  403: "The API key lacks the scope, or the wallet is not one of your account's",
  503: "The store is unavailable, or it is not known yet how some markets were resolved",
} as const;

const ON_CHAIN = {
  ...REFUSALS,
  409: "The Idempotency-Key belongs to another request",
  503: "The wallet's road to the chain is not set up, or the venue or the store is unavailable. " +
    "With `Retry-After` it may be under way all the same: repeat it with the same key",
} as const;

/** Why a claim is refused. */
export const CLAIM_REFUSALS = {
  ...ON_CHAIN,
  404: "Neither the wallet's ledger nor the venue knows the condition",
} as const;

/** Why a split or a merge is refused. */
export const PAIR_REFUSALS = {
  ...ON_CHAIN,
  404: "The venue lists no market with this slug",
} as const;

/** The route of positions. */
export const LIST_POSITIONS = {
  operationId: "listPositions",
  summary: "Positions of a wallet, exactly, beside the venue's index",
  description: "What the wallet has of each outcome: by every fill of its orders here, its " +
    "claims, splits and merges, and by what the venue's index lists from elsewhere, such as what " +
    "was done by hand. Amounts are exact micro-units. Cost is the average of what is held, " +
    "without fees. A number that is not certain is null.",
};

/** The route of profit. */
export const GET_PROFIT = {
  operationId: "getProfit",
  summary: "Profit of a wallet by day, market or series",
  description: "Adds up what the entries of the wallet's ledger realized, each when it " +
    "happened: a sale, a merge, a claim, and the loss of what a resolution left worthless. " +
    "Volume and trades count trades alone.",
};

const ROAD = " The wallet's own road is used: a key's by a node of the chain, any other " +
  "wallet's by the venue's relayer. The signed bytes are stored before they are sent, one " +
  "submission of a wallet is in flight at a time, and nothing is signed anew before the first " +
  "bytes cannot be executed any more. The answer waits for 10 s at most; `sent` then goes on by " +
  "itself. The same key returns the same, as it is by then, and does nothing again.";

/** The route that claims. */
export const CLAIM = {
  operationId: "claimPositions",
  summary: "Claim what a wallet has won",
  description: "Claims one market, or everything that can be claimed, once. A claim is " +
    "`confirmed` once the shares are gone and their USDC has come. What somebody else has " +
    "claimed first is `nothing_left`, which is a success too." + ROAD,
};

/** The route of claims. */
export const LIST_CLAIMS = {
  operationId: "listClaims",
  summary: "Claims of a wallet, as they are now",
  description: "Those that were asked for, and those that the wallet's policy wanted.",
};

/** The route that splits. */
export const SPLIT = {
  operationId: "splitPosition",
  summary: "Split USDC into shares of both outcomes",
  description: "Makes `size` shares of each outcome of a market of as much USDC, once." + ROAD,
};

/** The route that merges. */
export const MERGE = {
  operationId: "mergePositions",
  summary: "Merge shares of both outcomes into USDC",
  description: "Makes as much USDC of `size` shares of each outcome, once." + ROAD,
};
