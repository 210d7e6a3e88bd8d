/**
 * Calendar days of a time zone, as time ranges.
 *
 * Offsets come from the runtime's time zone database through `Intl`, which reads no clock.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";
import { type CalendarDay, toDayText } from "./calendar_day.ts";
import { DAY_SEC, type TimeRange } from "./range.ts";
import { UnixSec } from "./unix.ts";
import { zoneHint } from "./zone_hint.ts";

/** A time zone of the IANA database. */
export interface TimeZone {
  /** As the database spells it. */
  readonly name: string;
  /** Returns the seconds to add to UTC to get local time at an instant. */
  readonly offsetSec: (atSec: number) => number;
}

/** Names begin with a letter: `+05:30` is an offset, not a zone. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/;

/** A cache of zones by requested name in lower case. The database has some 600 names. */
const zones = new Map<string, TimeZone>();
const CACHED_ZONES_MAX = 1_000;

/**
 * Names in the database that are not the zone of those who use them: the place has another offset
 * in summer, and a day would be an hour off without a word.
 */
const WITHOUT_SUMMER: ReadonlyMap<string, string> = new Map([
  ["est", "Send America/New_York for Eastern time, or Etc/GMT+5 for UTC-5 in summer too"],
  ["mst", "Send America/Denver for Mountain time, or America/Phoenix for UTC-7 in summer too"],
]);

/** Parses a zone name, case-insensitively. `parameter` is the name used in a refusal. */
export function parseTimeZone(
  input: string,
  parameter: string,
): Result.Result<TimeZone, RequestRejected> {
  // A `+` that was not percent-encoded arrives as a space, which no name contains.
  const asked = foldName(input).replaceAll(" ", "+");
  const known = zones.get(asked);
  if (known !== undefined) return Result.succeed(known);
  const unclear = WITHOUT_SUMMER.get(asked);
  const zone = unclear === undefined && ZONE_NAME.test(asked) ? makeZone(asked) : undefined;
  if (zone === undefined) {
    const hint = unclear ?? zoneHint(asked);
    return Result.fail(new RequestRejected({ parameter, received: input, hint }));
  }
  if (zones.size >= CACHED_ZONES_MAX) zones.clear();
  zones.set(asked, zone);
  return Result.succeed(zone);
}

function makeZone(timeZone: string): TimeZone | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const name = format.resolvedOptions().timeZone;
    return { name, offsetSec: (atSec) => offsetOf(format.format(atSec * 1000)) };
  } catch {
    // The constructor throws for an unknown zone, and there is no other check.
    return undefined;
  }
}

/** Parses the offset of `3/8/2026, GMT-05:00`, in seconds. */
function offsetOf(text: string): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] =
    /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text) ?? [];
  const offsetSec = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sign === "-" ? -offsetSec : offsetSec;
}

/**
 * Returns the instant at which a local day begins: the first whose local time is that midnight or
 * later. If midnight is skipped, that is the instant of the change; if it occurs twice, the first.
 */
export function startOfLocalDay({ offsetSec }: TimeZone, day: CalendarDay): UnixSec {
  const midnight = Date.UTC(day.year, day.month - 1, day.day) / 1000;
  // No zone is more than a day from UTC or changes its offset twice within two days.
  const offsets = [offsetSec(midnight - DAY_SEC), offsetSec(midnight + DAY_SEC)];
  const candidates = offsets.map((offset) => midnight - offset).sort((left, right) => left - right);
  const exact = candidates.find((atSec) => atSec + offsetSec(atSec) === midnight);
  if (exact !== undefined) return UnixSec(exact);
  let [before, after] = [(candidates[0] ?? midnight) - 1, candidates[1] ?? midnight];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + offsetSec(middle) < midnight) before = middle;
    else after = middle;
  }
  return UnixSec(after);
}

/** Returns the day that is `days` days later, or earlier if negative. */
export function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns the local day that contains an instant. */
export function localDayOf(zone: TimeZone, atSec: UnixSec): CalendarDay {
  const local = new Date((atSec + zone.offsetSec(atSec)) * 1000);
  const shown = {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
  };
  // A clock that is set back across midnight shows the previous day again.
  const next = addDays(shown, 1);
  return startOfLocalDay(zone, next) <= atSec ? next : shown;
}

/**
 * Returns the range of `days` consecutive local days from `first` on. Days of 23 and 25 hours keep
 * their real length, and a day that the zone skipped has length 0. Refuses a skipped `first` day.
 */
export function localDayRange(
  zone: TimeZone,
  { first, days, parameter }: {
    readonly first: CalendarDay;
    readonly days: number;
    /** The name used in a refusal. */
    readonly parameter: string;
  },
): Result.Result<TimeRange, RequestRejected> {
  const startSec = startOfLocalDay(zone, first);
  if (startOfLocalDay(zone, addDays(first, 1)) === startSec) {
    const hint = `Send another day: ${zone.name} skipped this one`;
    return Result.fail(new RequestRejected({ parameter, received: toDayText(first), hint }));
  }
  return Result.succeed({ startSec, endSec: startOfLocalDay(zone, addDays(first, days)) });
}
