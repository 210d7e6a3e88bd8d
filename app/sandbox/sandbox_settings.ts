/**
 * Reads the settings that every process of a sandbox must agree on.
 *
 * @module
 */
import { Result } from "effect";
import { parseTimestamp, UnixSec } from "../../core/time/mod.ts";
import { type SandboxClockOptions } from "./clock.ts";
import { type OracleKey } from "./oracle/authentication.ts";
import { demoOracleKey } from "./oracle/demo_key.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment says about the world, its clock and the oracle's user. */
export interface SandboxSettings {
  readonly seed: number;
  readonly clock: SandboxClockOptions;
  readonly oracleKey: OracleKey;
}

/** The fastest clock: a day in under nine seconds. */
const SPEED_MAX = 10_000;
/** Instants that may be asked for: to the year 2096, far from any edge of the world. */
const FAR_FUTURE_SEC = UnixSec(3_950_000_000);

/** Reads them, with the defaults of the contract. A failure is one sentence for each mistake. */
export function readSandboxSettings(
  env: Environment,
): Result.Result<SandboxSettings, ReadonlyArray<string>> {
  const wrong: string[] = [];
  const seed = parseSeed(env["SANDBOX_SEED"] || "1");
  if (seed === undefined) wrong.push("SANDBOX_SEED must be a whole number from 0 to 2^53 - 1");
  const speed = parseSpeed(env["SANDBOX_SPEED"] || "1");
  if (speed === undefined) wrong.push(`SANDBOX_SPEED must be above 0 and at most ${SPEED_MAX}`);
  const start = env["SANDBOX_START"] || undefined;
  const startMs = start === undefined ? undefined : parseStartMs(start);
  if (start !== undefined && startMs === undefined) {
    wrong.push(`SANDBOX_START must be a time from 2024 on, such as 2026-11-05T12:00:00Z`);
  }
  const anchor = env["SANDBOX_ANCHOR"] || undefined;
  const isAnchorRight = anchor === undefined || /^\d{12,14}$/.test(anchor);
  if (!isAnchorRight) wrong.push("SANDBOX_ANCHOR must be unix milliseconds");
  const apiKey = env["CHAINLINK_API_KEY"] || undefined;
  const apiSecret = env["CHAINLINK_API_SECRET"] || undefined;
  if ((apiKey === undefined) !== (apiSecret === undefined)) {
    wrong.push("CHAINLINK_API_KEY and CHAINLINK_API_SECRET must be set together");
  }
  if (wrong.length > 0 || seed === undefined || speed === undefined) return Result.fail(wrong);
  return Result.succeed({
    seed,
    clock: {
      speed,
      ...(startMs === undefined ? {} : { startMs }),
      ...(anchor === undefined ? {} : { anchorMs: Number(anchor) }),
    },
    oracleKey: apiKey === undefined || apiSecret === undefined
      ? demoOracleKey(seed)
      : { apiKey, apiSecret },
  });
}

/** A whole number that a double holds exactly. */
export function parseSeed(text: string): number | undefined {
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(seed) ? seed : undefined;
}

/** Virtual seconds a second: above 0, at most ten thousand. */
export function parseSpeed(text: string): number | undefined {
  const speed = /^\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  return speed > 0 && speed <= SPEED_MAX ? speed : undefined;
}

function parseStartMs(text: string): number | undefined {
  const context = { parameter: "SANDBOX_START", nowSec: FAR_FUTURE_SEC };
  const sec = Result.getOrUndefined(parseTimestamp(text, context));
  const worldStartSec = Date.UTC(2024, 0, 1) / 1000;
  return sec === undefined || sec < worldStartSec ? undefined : sec * 1000;
}
