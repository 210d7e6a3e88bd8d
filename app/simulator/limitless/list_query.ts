/**
 * The query of the list of active markets.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { badRequest } from "./failure.ts";

/** The sort orders of the list. */
export const LIST_ORDERS = [
  "lp_rewards",
  "ending_soon",
  "newest",
  "high_value",
  "liquidity",
] as const;

/** The parsed query. */
export interface ListQuery {
  /** At least 1. */
  readonly page: number;
  readonly limit: number;
  readonly sortBy: (typeof LIST_ORDERS)[number] | undefined;
  readonly tradeType: string | undefined;
  readonly automationType: string | undefined;
}

const LIMIT_MAX = 25;
const TRADE_TYPES = ["clob", "amm", "group"] as const;
const AUTOMATION_TYPES = ["manual", "lumy", "sports"] as const;

/** Reads the query, or refuses it with all of its errors. Unknown names are ignored. */
export function readListQuery(query: URLSearchParams): Result.Result<ListQuery, Answer> {
  const errors: Array<Record<string, string>> = [];
  const refuse = (name: string, why: string) => errors.push({ [name]: `${name} must ${why}` });
  const whole = (name: string, max: number, fallback: number): number => {
    const text = query.get(name);
    if (text === null) return fallback;
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (Number.isNaN(value)) refuse(name, "be an integer number");
    if (value < 1) refuse(name, "not be less than 1");
    if (value > max) refuse(name, `not be greater than ${max}`);
    return value;
  };
  const oneOf = <T extends string>(name: string, values: ReadonlyArray<T>): T | undefined => {
    const text = query.get(name);
    const value = values.find((one) => one === text);
    if (text !== null && value === undefined) {
      refuse(name, `be one of the following values: ${values.join(", ")}`);
    }
    return value;
  };
  const asked: ListQuery = {
    page: whole("page", Number.MAX_SAFE_INTEGER, 1),
    limit: whole("limit", LIMIT_MAX, LIMIT_MAX),
    sortBy: oneOf("sortBy", LIST_ORDERS),
    tradeType: oneOf("tradeType", TRADE_TYPES),
    automationType: oneOf("automationType", AUTOMATION_TYPES),
  };
  return errors.length === 0 ? Result.succeed(asked) : Result.fail(badRequest(errors));
}
