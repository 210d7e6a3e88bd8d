/**
 * A staged event's market, as the order book trades it.
 *
 * @module
 */
import { fieldsOf, parseJson } from "../../kit/json.ts";
import { type StagedMarket } from "../venue/staged_events.ts";
import { parseE6 } from "./micro_units.ts";
import { type TradedMarket, type TradingFee } from "./traded_market.ts";

const CENT_E6 = 10_000n;
const SIZE_MIN_E6 = 5_000_000n;
/** `0x` and 32 bytes. */
const CONDITION_LENGTH = 2 + 2 * 32;

/**
 * Reads a market; undefined without a condition, or without two ids of its protocol. A market that
 * names no protocol was recorded before there was a second one.
 */
export function readStagedMarket(market: StagedMarket): TradedMarket | undefined {
  const conditionId = market["conditionId"];
  const version = String(market["version"] ?? "v1");
  const tokenIds = pairIn(market[version === "v1" ? "clobTokenIds" : "positionIds"]);
  if (typeof conditionId !== "string" || tokenIds === undefined) return undefined;
  const isClosed = market["closed"] === true;
  return {
    version,
    // Under the second protocol the metadata omits the last byte, and the order book does not.
    conditionId: version === "v1" ? conditionId : conditionId.padEnd(CONDITION_LENGTH, "0"),
    tokenIds,
    outcomes: pairIn(market["outcomes"]) ?? ["Yes", "No"],
    tickE6: amountE6(market["orderPriceMinTickSize"]) ?? CENT_E6,
    sizeMinE6: amountE6(market["orderMinSize"]) ?? SIZE_MIN_E6,
    isNegRisk: market["negRisk"] === true,
    isOpen: !isClosed && market["acceptingOrders"] !== false &&
      market["enableOrderBook"] !== false,
    winnerIndex: isClosed ? winnerIn(market["outcomePrices"]) : undefined,
    delaySec: numberOf(market["secondsDelay"]) ?? 0,
    takerDelayMs: 0,
    fee: market["feesEnabled"] === false ? undefined : feeIn(market["feeSchedule"]),
    openedSec: secondsOf(market["acceptingOrdersTimestamp"]) ?? 0,
    gameStartSec: secondsOf(market["gameStartTime"]),
    clearsOnStart: market["clearBookOnStart"] === true,
  };
}

/** Reads two texts from a JSON list inside a text. */
function pairIn(value: unknown): [string, string] | undefined {
  const list = typeof value === "string" ? parseJson(value) : value;
  if (!Array.isArray(list)) return undefined;
  const [first, second] = list as ReadonlyArray<unknown>;
  return typeof first === "string" && typeof second === "string" ? [first, second] : undefined;
}

function winnerIn(outcomePrices: unknown): 0 | 1 | "neither" {
  const second = Number(pairIn(outcomePrices)?.[1] ?? 0);
  return second === 0.5 ? "neither" : second > 0.5 ? 1 : 0;
}

function feeIn(schedule: unknown): TradingFee | undefined {
  const fields = fieldsOf(schedule);
  const [rate, exponent] = [numberOf(fields.get("rate")), numberOf(fields.get("exponent")) ?? 1];
  return rate === undefined || rate <= 0 ? undefined : { rate, exponent: Math.round(exponent) };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function amountE6(value: unknown): bigint | undefined {
  const isAmount = typeof value === "number" || typeof value === "string";
  const found = isAmount ? parseE6(String(value)) : undefined;
  return found === 0n ? undefined : found;
}

function secondsOf(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value.replace(/\+00$/, "Z")) : NaN;
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
