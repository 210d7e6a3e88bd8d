/** Answers of the metadata service as it writes them, with the quirks of its types. @module */

/** An answer, before a test changes something in it. */
export type Written = Readonly<Record<string, unknown>>;

/** A token id of as many digits as the real ones have. */
export function tokenId(number: number): string {
  return String(10n ** 76n + BigInt(number));
}

/** A condition id. */
export function conditionId(number: number): string {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

/** A 5-minute market: lists inside text, sizes as numbers, a fee schedule. */
export function writtenMarket(number: number, changes: Written = {}): Written {
  return {
    "$schema": "https://gamma-api.polymarket.com/schemas/Market.json",
    id: String(1_557_558 + number),
    question: "Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET",
    conditionId: conditionId(number),
    slug: `market-${number}`,
    endDate: "2026-03-12T09:25:00Z",
    liquidity: "237253.02375",
    outcomes: '["Up", "Down"]',
    outcomePrices: '["0.505", "0.495"]',
    active: true,
    closed: false,
    enableOrderBook: true,
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    clobTokenIds: `["${tokenId(2 * number)}", "${tokenId(2 * number + 1)}"]`,
    makerBaseFee: 1000,
    takerBaseFee: 1000,
    acceptingOrders: true,
    negRisk: false,
    umaResolutionStatuses: "[]",
    feesEnabled: true,
    feeType: "crypto_fees_v2",
    feeSchedule: { exponent: 1, rate: 0.07, takerOnly: true, rebateRate: 0.2 },
    version: "v1",
    ...changes,
  };
}

/** An event with tags in the venue's own case, and the markets it is given. */
export function writtenEvent(changes: Written = {}): Written {
  return {
    "$schema": "https://gamma-api.polymarket.com/schemas/Event.json",
    id: "260654",
    ticker: "btc-updown-5m-1773307200",
    slug: "btc-updown-5m-1773307200",
    title: "Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET",
    startTime: "2026-03-12T09:20:00Z",
    active: true,
    closed: false,
    volume: 1024.5,
    tags: [
      { id: "102892", label: "5M", slug: "5M", requiresTranslation: false },
      { id: "102127", label: "Up or Down", slug: "up-or-down", forceShow: false },
      { id: "235", label: "Bitcoin", slug: "bitcoin" },
      { id: "21", label: "Crypto", slug: "crypto" },
    ],
    markets: [writtenMarket(1)],
    ...changes,
  };
}
