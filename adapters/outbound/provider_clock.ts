/**
 * A provider's clock, as its answers show it.
 *
 * @module
 */
import { Option } from "effect";
import type { HttpAnswer } from "./http_call.ts";
import { httpDateMs } from "./http_date.ts";

/** When a provider answered, on its own clock: at or after the first, before the second. */
export interface ClockReading {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Where a provider's clock is asked for, without credentials, and how the answer is read. */
export interface ProviderClock {
  readonly name: string;
  readonly url: string;
  /** Returns none for an answer that shows no time. */
  readonly read: (answer: HttpAnswer) => Option.Option<ClockReading>;
}

/** A clock that is shown in whole units, such as seconds, of so many milliseconds. */
export function wholeReading(count: number, unitMs: number): Option.Option<ClockReading> {
  if (!Number.isSafeInteger(count) || count <= 0) return Option.none();
  return Option.some({ fromMs: count * unitMs, untilMs: (count + 1) * unitMs });
}

/**
 * The clock of the `Date` header, which every answer has, whatever its status.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-date
 */
export function dateClock(name: string, url: string): ProviderClock {
  return {
    name,
    url,
    read: ({ headers }) => wholeReading(httpDateMs(headers.get("date")) / 1000, 1_000),
  };
}
