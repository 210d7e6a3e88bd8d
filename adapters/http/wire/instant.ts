/**
 * Instants on the wire, in every spelling that is taken.
 *
 * @module
 */
import { Result } from "effect";
import { parseTimestamp, secOf, type UnixSec } from "../../../core/time/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { kind, type KindOptions, refuse } from "./kind.ts";
import { Parsed } from "./text.ts";

/** An instant, with its name and its text for later refusals. */
export interface SentInstant {
  readonly atSec: UnixSec;
  readonly parameter: string;
  readonly text: string;
}

const SPELLINGS = "ISO 8601 (UTC without an offset), or unix seconds or milliseconds";

/** An instant of a body: text, or unix time as a JSON number. Fractions of a second are dropped. */
export function BodyInstant(options: KindOptions) {
  const ask = "Send an instant: unix seconds, unix milliseconds or ISO 8601";
  return kind<UnixSec, string | number>({ type: ["string", "number"] }, {
    ...options,
    spelling: SPELLINGS,
  }, {
    ask,
    read: (value, at) => {
      const text = value instanceof JsonNumber ? value.text : value;
      return typeof text === "string"
        ? parseTimestamp(text, { parameter: at.name, nowSec: secOf(at.nowMs) })
        : refuse(at, value, ask);
    },
  });
}

/** An instant. Fractions of a second are dropped; `up` rounds to the next whole second. */
export function Instant({ rounding, ...options }: KindOptions & { readonly rounding?: "up" }) {
  return Parsed<SentInstant>({}, { ...options, spelling: SPELLINGS }, {
    ask: "Send an instant",
    parse: (text, { name: parameter, nowMs }) =>
      Result.map(
        parseTimestamp(text, {
          parameter,
          nowSec: secOf(nowMs),
          ...(rounding === undefined ? {} : { rounding }),
        }),
        (atSec) => ({ atSec, parameter, text }),
      ),
  });
}
