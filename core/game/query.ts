/**
 * Parses the parameters of a games request and applies their defaults.
 *
 * @module
 */
import { Result } from "effect";
import { parseList, parseWhole } from "../page/mod.ts";
import { RequestRejected } from "../request.ts";
import {
  AHEAD_SEC_MAX,
  type CalendarDay,
  DAY_SEC,
  localDayOf,
  localDayRange,
  parseDay,
  parseTimestamp,
  parseTimeZone,
  type TimeRange,
  type TimeZone,
  toDayText,
  toIso,
  UnixSec,
} from "../time/mod.ts";

/** The raw time-window parameters of a request. */
export interface WindowQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly day?: string | undefined;
  readonly tz?: string | undefined;
  readonly days?: string | undefined;
}

/**
 * A requested time window. `today` changes at midnight, so a cursor carries the window of its first
 * page.
 */
export interface AskedWindow {
  readonly range: TimeRange;
  /** Equal for requests that may use each other's cursors. */
  readonly text: string;
  readonly isToday: boolean;
}

/** Maximum number of local days in one request. */
export const DAYS_MAX = 14;

/** The longest window between two instants: 31 days. */
export const WINDOW_SEC_MAX = 31 * DAY_SEC;

/** Length of a window without `to`. */
const FROM_ALONE_SEC = DAY_SEC;

const refuse = (parameter: string, received: string, hint: string) =>
  Result.fail(new RequestRejected({ parameter, received, hint }));

/** Parses the time window: local days or two instants. Defaults to today. */
export function parseWindow(
  query: WindowQuery,
  nowSec: UnixSec,
): Result.Result<AskedWindow, RequestRejected> {
  const { from, to } = query;
  if (from === undefined && to === undefined) return parseDays(query, nowSec);
  for (const name of ["day", "tz", "days"] as const) {
    const received = query[name];
    if (received === undefined) continue;
    return refuse(name, received, `Send ${name} without from and to: it selects local days`);
  }
  if (from === undefined) return refuse("to", to ?? "", "Send from too: to needs a start");
  return parseInstants({ from, to }, nowSec);
}

function parseInstants(
  { from, to }: { readonly from: string; readonly to: string | undefined },
  nowSec: UnixSec,
): Result.Result<AskedWindow, RequestRejected> {
  return Result.gen(function* () {
    // Games begin at whole seconds, so rounding both bounds up keeps every game on its side.
    const context = { nowSec, rounding: "up" } as const;
    const startSec = yield* parseTimestamp(from, { ...context, parameter: "from" });
    const endSec = to === undefined
      ? UnixSec(startSec + FROM_ALONE_SEC)
      : yield* parseTimestamp(to, { ...context, parameter: "to" });
    if (endSec <= startSec) {
      return yield* refuse(
        "to",
        to ?? "",
        `Send an instant after from, which is ${toIso(startSec)}`,
      );
    }
    if (endSec - startSec > WINDOW_SEC_MAX) {
      const latest = toIso(UnixSec(startSec + WINDOW_SEC_MAX));
      return yield* refuse("to", to ?? "", `Send an instant up to ${latest}: 31 days at most`);
    }
    return { range: { startSec, endSec }, text: `${startSec} ${endSec}`, isToday: false };
  });
}

function parseDays(
  { day, tz, days }: WindowQuery,
  nowSec: UnixSec,
): Result.Result<AskedWindow, RequestRejected> {
  return Result.gen(function* () {
    const zone = yield* parseTimeZone(tz ?? "UTC", "tz");
    const count = yield* parseWhole("days", days ?? "1", { min: 1, max: DAYS_MAX });
    if (day === undefined) {
      const first = localDayOf(zone, nowSec);
      const range = yield* localDayRange(zone, { first, days: count, parameter: "tz" });
      return { range, text: `today ${zone.name} ${count}`, isToday: true };
    }
    const first = yield* parseDay(day, "day");
    const range = yield* localDayRange(zone, { first, days: count, parameter: "day" });
    yield* checkAhead({ first, range, zone, nowSec });
    return { range, text: `${range.startSec} ${range.endSec}`, isToday: false };
  });
}

function checkAhead(
  { first, range, zone, nowSec }: {
    readonly first: CalendarDay;
    readonly range: TimeRange;
    readonly zone: TimeZone;
    readonly nowSec: UnixSec;
  },
): Result.Result<void, RequestRejected> {
  const lastSec = UnixSec(nowSec + AHEAD_SEC_MAX);
  if (range.startSec <= lastSec) return Result.void;
  const latest = toDayText(localDayOf(zone, lastSec));
  return refuse("day", toDayText(first), `Send a day up to ${latest}: 366 days ahead at most`);
}

/** The optional parts of a game in a response. */
export const GAME_PARTS = ["platforms", "coverage"] as const;

/** One of {@linkcode GAME_PARTS}. */
export type GamePart = (typeof GAME_PARTS)[number];

/** Parses `include`, a comma-separated list: no parts if empty. */
export function parseInclude(
  input: string,
): Result.Result<ReadonlyArray<GamePart>, RequestRejected> {
  return input.trim() === "" ? Result.succeed([]) : parseList("include", input, GAME_PARTS);
}

/** Parses a search text. */
export function parseSearch(input: string): Result.Result<string, RequestRejected> {
  // Punctuation alone folds to an empty text, which matches everything.
  if (/[\p{L}\p{N}]/u.test(input)) return Result.succeed(input);
  return refuse("q", input, "Send at least one letter or digit");
}
