/**
 * The query of the list of active markets.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { badRequest } from "./failure.ts";

/** The parsed query. */
export interface ListQuery {
  /** At least 1. */
  readonly page: number;
  readonly limit: number;
  readonly automationType: string | undefined;
}

const LIMIT_MAX = 25;
const AUTOMATION_TYPES: ReadonlyArray<string> = ["manual", "lumy", "sports"];

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
  const automationType = query.get("automationType") ?? undefined;
  if (automationType !== undefined && !AUTOMATION_TYPES.includes(automationType)) {
    refuse("automationType", `be one of the following values: ${AUTOMATION_TYPES.join(", ")}`);
  }
  const asked: ListQuery = {
    page: whole("page", Number.MAX_SAFE_INTEGER, 1),
    limit: whole("limit", LIMIT_MAX, LIMIT_MAX),
    automationType,
  };
  return errors.length === 0 ? Result.succeed(asked) : Result.fail(badRequest(errors));
}
