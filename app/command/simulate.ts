/**
 * `bun run simulate <provider>`: runs one simulator alone, until SIGTERM or SIGINT, or until what
 * has started it ends.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { readCommandLine } from "./command_line.ts";
import { readEnvironment } from "../settings/settings.ts";
import { optional, type Reading, whole } from "../settings/setting_reader.ts";
import { makeSandboxClock } from "../simulator/kit/clock.ts";
import { readWorldSettings, SPEED } from "../settings/sandbox_settings.ts";
import { SEED } from "../settings/storage_settings.ts";
import { listenAs } from "../system/port_holder.ts";
import { demoBuilderKey } from "../simulator/polymarket/relayer/builder_keys.ts";
import {
  SIMULATOR_NAMES,
  type SimulatorName,
  startSimulator,
} from "../simulator/start_simulator.ts";
import { usageLine } from "../wiring/own_command.ts";
import { runUntilSignal } from "../wiring/process.ts";

const USAGE = `${usageLine("simulate <provider> [--port N] [--seed N] [--speed N] [--detach]")}
Providers: ${SIMULATOR_NAMES.join(", ")}
--detach: goes on when what has started it ends, or its terminal is closed`;

interface Arguments {
  readonly name: SimulatorName;
  readonly port: number | undefined;
  readonly seed: number | undefined;
  readonly speed: number | undefined;
  readonly isDetached: boolean;
}

const NAMES: ReadonlyMap<string, SimulatorName> = new Map(
  SIMULATOR_NAMES.map((name) => [name, name]),
);

/** Parses `oracle --port 4000 --seed=2`; a failure has one line per mistake. */
export function parseArguments(
  args: ReadonlyArray<string>,
): Result.Result<Arguments, ReadonlyArray<string>> {
  const names = { port: "text", seed: "text", speed: "text", detach: "flag" } as const;
  const line = readCommandLine(args, names);
  if (Result.isFailure(line)) return Result.fail([line.failure]);
  const { words: [text, ...rest], options } = line.success;
  const known = SIMULATOR_NAMES.join(", ");
  if (text === undefined) return Result.fail([`Name a provider: ${known}`]);
  if (rest.length > 0) return Result.fail([`Name one provider, not ${rest.length + 1}`]);
  const name = NAMES.get(text);
  if (name === undefined) return Result.fail([`Unknown provider "${text}": use one of ${known}`]);
  const { detach, ...numbers } = options;
  const dashed = Object.fromEntries(
    Object.entries(numbers).map(([option, value]) => [`--${option}`, String(value)]),
  );
  const number = (option: string, reading: Reading<number>) =>
    Effect.map(optional(option, reading), Option.getOrUndefined);
  return readEnvironment(
    dashed,
    Effect.all({
      name: Effect.succeed(name),
      port: number("--port", { ...whole(0, 65_535), hint: "send a port from 0 to 65535" }),
      seed: number("--seed", SEED),
      speed: number("--speed", SPEED),
      isDetached: Effect.succeed(detach === true),
    }),
  );
}

/** Starts the simulator, which runs on; returns the exit code if it cannot. */
export async function main(args: ReadonlyArray<string>): Promise<number | undefined> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const parsed = parseArguments(args);
  if (Result.isFailure(parsed)) return fail(parsed.failure);
  const { name, port, seed, speed, isDetached } = parsed.success;
  // The command line overrides the environment before anything is derived from it.
  const environment = {
    ...Bun.env,
    ...(seed === undefined ? {} : { SANDBOX_SEED: String(seed) }),
    ...(speed === undefined ? {} : { SANDBOX_SPEED: String(speed) }),
  };
  const settings = readEnvironment(environment, readWorldSettings);
  if (Result.isFailure(settings)) return fail(settings.failure);
  const { oracleKey, profile } = settings.success;
  const clock = makeSandboxClock(settings.success.clock);
  const options = { seed: settings.success.seed, clock, port, oracleKey, profile };
  const simulator = await runUntilSignal(() => start(name, options), { isDetached });
  console.log(`${name} simulator on ${simulator.url}`);
  console.log(
    `seed ${settings.success.seed}, speed ${clock.speed}, clock at ${iso(clock.nowMs())}`,
  );
  // Never prints a secret from the environment.
  if (name === "oracle" && !Bun.env["CHAINLINK_API_SECRET"]) {
    console.log(`CHAINLINK_API_KEY=${oracleKey.apiKey}`);
    console.log(`CHAINLINK_API_SECRET=${oracleKey.apiSecret}`);
  }
  if (name === "relayer") {
    const { apiKey, secret, passphrase } = demoBuilderKey(settings.success.seed);
    console.log(`POLYMARKET_BUILDER_API_KEY=${apiKey}`);
    console.log(`POLYMARKET_BUILDER_API_SECRET=${secret}`);
    console.log(`POLYMARKET_BUILDER_API_PASSPHRASE=${passphrase}`);
  }
  return undefined;
}

function start(name: SimulatorName, options: Parameters<typeof startSimulator>[1]) {
  const { port = 0 } = options;
  const at = { what: `port ${port}`, setting: "--port", host: "127.0.0.1", port };
  return Promise.try(() => listenAs(at, () => startSimulator(name, options)));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function fail(lines: ReadonlyArray<string>): number {
  for (const line of lines) console.error(line);
  return 1;
}
