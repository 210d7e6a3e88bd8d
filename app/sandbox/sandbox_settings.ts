/**
 * Reads the settings that every process of a sandbox must agree on.
 *
 * @module
 */
import { Option, Result } from "effect";
import { PROFILE_BY_NAME, VENUE_PROFILES, type VenueProfile } from "../../core/market/mod.ts";
import { parseTimestamp, UnixSec } from "../../core/time/mod.ts";
import { parseWhole, parseWord, type SettingReader } from "../setting.ts";
import { type SandboxClockOptions } from "../simulator/kit/clock.ts";
import { type OracleKey } from "../simulator/chainlink/authentication.ts";
import { demoOracleKey } from "../simulator/chainlink/demo_key.ts";

/** The settings of the world, its clock, the oracle's user and the venue. */
export interface SandboxSettings {
  readonly seed: number;
  readonly clock: SandboxClockOptions;
  readonly oracleKey: OracleKey;
  /** The calendar and slugs of the simulated venue. */
  readonly profile: VenueProfile;
}

/** The fastest clock: a day in under nine seconds. */
const SPEED_MAX = 10_000;
/** The last accepted instant, in 2095: far from any limit of the world. */
const FAR_FUTURE_SEC = UnixSec(3_950_000_000);

/** Reads the settings, with the defaults of `.env.example`. */
export function readSandboxSettings(settings: SettingReader): SandboxSettings {
  const { parsed } = settings;
  const seed = parsed("SANDBOX_SEED", { fallback: 1, ...SEED });
  const startMs = parsed("SANDBOX_START", {
    fallback: Option.none<number>(),
    parse: (text) => Option.map(START.parse(text), Option.some),
    hint: START.hint,
  });
  const anchorMs = parsed("SANDBOX_ANCHOR", {
    fallback: Option.none<number>(),
    parse: (text) => Option.map(parseWhole(1e11, 1e14)(text), Option.some),
    hint: "send unix milliseconds",
  });
  return {
    seed,
    clock: {
      speed: parsed("SANDBOX_SPEED", { fallback: 1, ...SPEED }),
      ...Option.match(startMs, { onNone: () => ({}), onSome: (startMs) => ({ startMs }) }),
      ...Option.match(anchorMs, { onNone: () => ({}), onSome: (anchorMs) => ({ anchorMs }) }),
    },
    oracleKey: readOracleKey(settings, seed),
    profile: PROFILE_BY_NAME[
      parsed("VENUE_PROFILE", {
        fallback: "spec" as const,
        parse: parseWord(VENUE_PROFILES),
        hint: `use one of ${VENUE_PROFILES.join(", ")}`,
      })
    ],
  };
}

/** Parses a seed: a whole number that a double represents exactly. */
export const SEED = {
  parse: (text: string) => {
    const seed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(seed) ? Option.some(seed) : Option.none<number>();
  },
  hint: "send a whole number from 0 to 2^53 - 1",
};

/** Parses a speed: virtual seconds per second. */
export const SPEED = {
  parse: (text: string) => {
    const speed = /^\d{1,5}(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
    return speed > 0 && speed <= SPEED_MAX ? Option.some(speed) : Option.none<number>();
  },
  hint: `send a number above 0 and at most ${SPEED_MAX}`,
};

/** Parses a start of the clock, as unix milliseconds. */
export const START = {
  parse: parseStartMs,
  hint: "send a time from 2024 on, such as 2026-11-05T12:00:00Z",
};

function parseStartMs(text: string): Option.Option<number> {
  const context = { parameter: "SANDBOX_START", nowSec: FAR_FUTURE_SEC };
  const worldStartSec = Date.UTC(2024, 0, 1) / 1000;
  return Option.filter(
    Result.getSuccess(parseTimestamp(text, context)),
    (sec) => sec >= worldStartSec,
  ).pipe(Option.map((sec) => sec * 1000));
}

/** Reads the oracle's key pair; default: derived from the seed. Setting only one is an error. */
function readOracleKey({ text, parsed }: SettingReader, seed: number): OracleKey {
  const half = (name: string, other: string) =>
    parsed(name, {
      fallback: Option.none<string>(),
      parse: (value) =>
        Option.isSome(text(other)) ? Option.some(Option.some(value)) : Option.none(),
      hint: `set ${other} together with it`,
    });
  const apiKey = half("CHAINLINK_API_KEY", "CHAINLINK_API_SECRET");
  const apiSecret = half("CHAINLINK_API_SECRET", "CHAINLINK_API_KEY");
  return Option.getOrElse(
    Option.map(Option.all([apiKey, apiSecret]), ([apiKey, apiSecret]) => ({ apiKey, apiSecret })),
    () => demoOracleKey(seed),
  );
}
