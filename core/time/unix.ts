/**
 * Instants as whole unix seconds, and the forms in which a request may send one.
 *
 * @module
 */
import { type Brand, Result } from "effect";
import { RequestRejected } from "../request.ts";
import { wholeDigits } from "../whole_number.ts";
import { daysInMonth } from "./calendar_day.ts";

/** Seconds since 1970-01-01T00:00:00Z: a whole number, never negative. */
export type UnixSec = number & Brand.Brand<"UnixSec">;

/**
 * Brands a number that the caller has already checked. Throws a RangeError for a fraction or a
 * negative number.
 *
 * Written by hand because window arithmetic calls it constantly and `Brand.make` costs forty times
 * as much.
 */
export function UnixSec(sec: number): UnixSec {
  if (Number.isSafeInteger(sec) && sec >= 0) return sec as UnixSec;
  throw new RangeError(`Cannot use ${sec} as unix seconds: it must be a whole number >= 0`);
}

/**
 * Whole numbers at or above this are milliseconds.
 *
 * 1e11 seconds is the year 5138 and 1e11 milliseconds is 1973, so no supported instant is
 * misinterpreted.
 */
const MILLISECONDS_MIN = 100_000_000_000;

/** The earliest supported instant, 2009-01-01T00:00:00Z: no supported asset predates Bitcoin. */
export const EARLIEST_SEC = UnixSec(1_230_768_000);

/** The furthest ahead of now that a request may ask for, in seconds. */
export const AHEAD_SEC_MAX = 366 * 86_400;

/**
 * The accepted ISO 8601 forms. A space may replace the `T` (RFC 3339, 5.6). A time without an
 * offset is UTC. A space as the sign of an offset is a `+` that query decoding turned into a space.
 *
 * The shape is checked here because `Date.parse("-1")` is the year 2001,
 * `Date.parse("2026-02-30")` is the second of March, and it reads a time without offset as local.
 */
const ISO_8601 = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})` +
    String.raw`(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,20}))?)?` +
    String.raw`(?:[Zz]|([+ -])(\d{2}):?(\d{2}))?)?$`,
);

const FORMS = "Send unix seconds, unix milliseconds or ISO 8601 such as 2026-05-01T12:00:00Z";

/** Unsupported units, by the number of digits that an instant of this century has in them. */
const FINER_UNITS: ReadonlyMap<number, string> = new Map([
  [16, "microseconds"],
  [19, "nanoseconds"],
]);

/** The parameter name and the current time, which parsing a timestamp needs. */
export interface TimestampContext {
  readonly parameter: string;
  readonly nowSec: UnixSec;
  /** Fractions of a second are dropped by default; `up` rounds up to the next whole second. */
  readonly rounding?: "up";
}

/**
 * Parses unix seconds, unix milliseconds or ISO 8601. Whole numbers may be written `1795688400.0`.
 *
 * A date alone means midnight UTC. Refuses dates that do not exist, instants before
 * {@linkcode EARLIEST_SEC} and instants more than {@linkcode AHEAD_SEC_MAX} ahead of now.
 */
export function parseTimestamp(
  input: string,
  context: TimestampContext,
): Result.Result<UnixSec, RequestRejected> {
  const refuse = (hint: string) =>
    Result.fail(new RequestRejected({ parameter: context.parameter, received: input, hint }));
  const text = input.trim();
  const digits = wholeDigits(text);
  const finer = FINER_UNITS.get(digits?.length ?? 0);
  if (finer !== undefined) return refuse(`That looks like ${finer}. ${FORMS}`);
  const exactSec = digits === undefined ? secOfIso(text) : secOfUnix(Number(digits));
  if (exactSec === undefined) return refuse(FORMS);
  const sec = context.rounding === "up" ? Math.ceil(exactSec) : Math.floor(exactSec);
  if (sec < EARLIEST_SEC) return refuse("Send an instant from 2009-01-01 on");
  if (sec > context.nowSec + AHEAD_SEC_MAX) {
    return refuse("Send an instant at most 366 days ahead of now");
  }
  return Result.succeed(UnixSec(sec));
}

/** Converts unix seconds or milliseconds to seconds, with a fraction for milliseconds. */
function secOfUnix(value: number): number | undefined {
  if (!Number.isSafeInteger(value)) return undefined;
  return value < MILLISECONDS_MIN ? value : value / 1000;
}

function secOfIso(text: string): number | undefined {
  const parts = ISO_8601.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0"] = parts;
  const [, , , , , , , , sign, offsetHour = "0", offsetMinute = "0"] = parts;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return undefined;
  if (Number(day) > daysInMonth(Number(year), Number(month))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour) > 14 || Number(offsetMinute) > 59) return undefined;
  const offsetSec = (Number(offsetHour) * 3_600 + Number(offsetMinute) * 60) *
    (sign === "-" ? -1 : 1);
  const localMs = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  // Only the presence of a fraction matters, not its size.
  const sec = localMs / 1000 - offsetSec + (/[1-9]/.test(fraction) ? 0.5 : 0);
  return sec >= 0 ? sec : undefined;
}

/** Returns the whole second of an instant in unix milliseconds. */
export function secOf(ms: number): UnixSec {
  return UnixSec(Math.floor(ms / 1000));
}

/** Formats an instant as ISO 8601 UTC with milliseconds, the form of every `*Iso` field. */
export function toIso(sec: UnixSec): string {
  return new Date(sec * 1000).toISOString();
}

/** Formats an instant as ISO 8601 UTC without a fraction: `2026-09-01T00:05:00Z`. */
export function toIsoSeconds(sec: number): string {
  return toIso(UnixSec(sec)).replace(".000Z", "Z");
}
