/**
 * Rows of Limitless: markets, and groups of markets.
 *
 * @module
 */
import { hexOf, streamOf } from "../world/hash.ts";

/** A market or a group, as served. */
export type Row = Readonly<Record<string, unknown>>;

/** The data of a row. Instants are unix seconds. */
export interface RowFacts {
  readonly seed: number;
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly createdSec: number;
  readonly expiresSec: number;
  readonly automationType: "manual" | "lumy" | "sports";
  readonly categories: ReadonlyArray<string>;
  readonly tags: ReadonlyArray<string>;
  readonly metadata: Row;
}

/** The platform's contract, as published for its chain. */
const EXCHANGE = "0x05c748E2f4DcDe0ec9Fa8DDc40DE6b867f923fa5";
const USDC = {
  address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  decimals: 6,
  symbol: "USDC",
};

const SPREAD = 0.01;

/** Returns a market of two outcomes. `yes` is the price of the first, from 0 to 1. */
export function marketRow(facts: RowFacts, yes: number): Row {
  return { ...common(facts, "single"), ...traded(facts, yes), venue: venue(null) };
}

/** Returns a group. Its markets share its data except for id, slug and title. */
export function groupRow(
  facts: RowFacts,
  children: ReadonlyArray<{
    readonly id: number;
    readonly slug: string;
    readonly title: string;
    readonly yes: number;
  }>,
): Row {
  return {
    ...common(facts, "group"),
    negRiskMarketId: `0x${hexOfRow(facts, "neg risk", 8)}`,
    outcomeTokens: ["Yes", "No"],
    venue: venue(`0x${hexOfRow({ ...facts, id: 0 }, "adapter", 5)}`),
    markets: children.map(({ yes, ...names }, orderInGroup) => {
      const child = { ...facts, ...names };
      return {
        ...common(child, "single"),
        ...traded(child, yes),
        negRiskRequestId: `0x${hexOfRow(child, "request", 8)}`,
        orderInGroup,
      };
    }),
  };
}

function common(facts: RowFacts, marketType: "single" | "group"): Row {
  const createdAt = iso(facts.createdSec);
  return {
    id: facts.id,
    slug: facts.slug,
    title: facts.title,
    proxyTitle: null,
    description: `<p>${facts.title}</p>`,
    collateralToken: USDC,
    expirationDate: dayText(facts.expiresSec),
    expirationTimestamp: facts.expiresSec * 1000,
    createdAt,
    updatedAt: createdAt,
    categories: facts.categories,
    status: "FUNDED",
    expired: false,
    hidden: false,
    creator: { name: "Limitless", imageURI: null, link: null },
    tags: facts.tags,
    tradeType: "clob",
    marketType,
    priorityIndex: 0,
    winningOutcomeIndex: null,
    automationType: facts.automationType,
    metadata: { fee: true, isBannered: false, ...facts.metadata },
    volume: "0",
    volumeFormatted: "0.000000",
    imageUrl: null,
    logo: null,
  };
}

/** `prices` are normalised to a sum of 1. The prices to pay are in `tradePrices`. */
function traded(facts: RowFacts, yes: number): Row {
  const prices = [thousandths(yes), thousandths(1 - yes)];
  const buy = prices.map((price) => thousandths(price + SPREAD));
  const sell = prices.map((price) => thousandths(price - SPREAD));
  return {
    conditionId: `0x${hexOfRow(facts, "condition", 8)}`,
    negRiskRequestId: null,
    tokens: { yes: decimalOf(facts, "yes"), no: decimalOf(facts, "no") },
    prices,
    tradePrices: { buy: { market: buy, limit: sell }, sell: { market: sell, limit: buy } },
    isOther: false,
    isRewardable: true,
    settings: { minSize: "100000000", maxSpread: "0.035", dailyReward: "0", rebateRate: "0" },
  };
}

function venue(adapter: string | null): Row {
  return { exchange: EXCHANGE, adapter };
}

/** Returns this many pseudo-random 32-bit words in hex, different per market and seed. */
function hexOfRow({ seed, id }: RowFacts, what: string, words: number): string {
  return hexOf(streamOf(seed, `limitless ${what} ${id}`), words);
}

function decimalOf(facts: RowFacts, what: string): string {
  return BigInt(`0x${hexOfRow(facts, what, 8)}`).toString();
}

function thousandths(price: number): number {
  return Math.round(price * 1000) / 1000;
}

function iso(sec: number): string {
  return new Date(sec * 1000).toISOString();
}

const DAY_TEXT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

function dayText(sec: number): string {
  return DAY_TEXT.format(sec * 1000);
}
