/**
 * Reads query parameters as the exchange does, with its refusals.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type Answer } from "../kit/answer.ts";
import { type SimulatorRequest } from "../kit/simulator.ts";
import { refuse } from "./failure.ts";

/** A value, or the answer that refuses the request. */
export type Parsed<T> = Result.Result<T, Answer>;

/** Refuses names that an endpoint does not read, and names without a value. */
export function checkNames(
  { query }: SimulatorRequest,
  known: ReadonlyArray<string>,
): Parsed<void> {
  const names = [...query.keys()];
  if (known.length === 0 && names.length > 0) return Result.fail(refuse.tooMany(names.length));
  const empty = names.find((name) => known.includes(name) && query.get(name) === "");
  if (empty !== undefined) return Result.fail(refuse.empty(empty));
  const read = new Set(names.filter((name) => known.includes(name))).size;
  return read === names.length
    ? Result.succeed(undefined)
    : Result.fail(refuse.unread(read, names.length));
}

const LEGAL_TEXT = "^[A-Z0-9-_.]{1,20}$";
const LEGAL_NUMBER = "^[0-9]{1,20}$";

/** Reads the symbol and checks its characters, but not whether it is listed. */
export function readSymbol({ query }: SimulatorRequest): Parsed<string> {
  const symbol = query.get("symbol");
  if (symbol === null) return Result.fail(refuse.missing("symbol"));
  return new RegExp(LEGAL_TEXT).test(symbol)
    ? Result.succeed(symbol)
    : Result.fail(refuse.illegal("symbol", LEGAL_TEXT));
}

/** Reads a non-negative whole number. */
export function readWhole({ query }: SimulatorRequest, name: string): Parsed<number | undefined> {
  const text = query.get(name);
  if (text === null) return Result.succeed(undefined);
  return new RegExp(LEGAL_NUMBER).test(text)
    ? Result.succeed(Number(text))
    : Result.fail(refuse.illegal(name, LEGAL_NUMBER));
}

const LIMIT_DEFAULT = 500;

/** Reads the number of rows. Above the maximum, spot uses the maximum and futures refuse. */
export function readLimit(
  request: SimulatorRequest,
  { market, max }: { readonly market: ExchangeMarket; readonly max: number },
): Parsed<number> {
  return Result.flatMap(readWhole(request, "limit"), (limit = LIMIT_DEFAULT) => {
    if (limit < 1) return Result.fail(refuse.invalid("limit"));
    if (limit <= max) return Result.succeed(limit);
    return market === "spot" ? Result.succeed(max) : Result.fail(refuse.invalid("limit"));
  });
}

/** Both ends in unix milliseconds, inclusive; either may be missing. */
export interface TimeQuery {
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
}

/** Reads both times. */
export function readTimes(request: SimulatorRequest, market: ExchangeMarket): Parsed<TimeQuery> {
  return Result.gen(function* () {
    const start = yield* readWhole(request, "startTime");
    const end = yield* readWhole(request, "endTime");
    if (market === "futures" && start !== undefined && end !== undefined && start > end) {
      return yield* Result.fail(refuse.startAfterEnd());
    }
    return { startMs: start, endMs: end };
  });
}
