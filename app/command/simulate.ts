/**
 * `bun run simulate <provider>`: runs one simulator alone, until SIGTERM or SIGINT.
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
import { type RunningSimulator } from "../simulator/kit/simulator.ts";
import { listenAs, PortTaken } from "../system/port_holder.ts";
import { onEndSignal } from "../wiring/end_signal.ts";
import { demoBuilderKey } from "../simulator/polymarket/relayer/builder_keys.ts";
import {
  SIMULATOR_NAMES,
  type SimulatorName,
  startSimulator,
} from "../simulator/start_simulator.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("simulate <provider> [--port N] [--seed N] [--speed N]")}
Providers: ${SIMULATOR_NAMES.join(", ")}`;

interface Arguments {
  readonly name: SimulatorName;
  readonly port: number | undefined;
  readonly seed: number | undefined;
  readonly speed: number | undefined;
}

const NAMES: ReadonlyMap<string, SimulatorName> = new Map(
  SIMULATOR_NAMES.map((name) => [name, name]),
);

/** Parses `oracle --port 4000 --seed=2`; a failure has one line per mistake. */
export function parseArguments(
  args: ReadonlyArray<string>,
): Result.Result<Arguments, ReadonlyArray<string>> {
  const line = readCommandLine(args, { port: "text", seed: "text", speed: "text" });
  if (Result.isFailure(line)) return Result.fail([line.failure]);
  const { words: [text, ...rest], options } = line.success;
  const known = SIMULATOR_NAMES.join(", ");
  if (text === undefined) return Result.fail([`Name a provider: ${known}`]);
  if (rest.length > 0) return Result.fail([`Name one provider, not ${rest.length + 1}`]);
  const name = NAMES.get(text);
  if (name === undefined) return Result.fail([`Unknown provider "${text}": use one of ${known}`]);
  const dashed = Object.fromEntries(
    Object.entries(options).map(([option, value]) => [`--${option}`, String(value)]),
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
  const { name, port, seed, speed } = parsed.success;
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
  const simulator = await start(name, {
    seed: settings.success.seed,
    clock,
    port,
    oracleKey,
    profile,
  });
  if (simulator === undefined) return 1;
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
  onEndSignal(() => void simulator.stop().then(() => process.exit(0)));
  return undefined;
}

async function start(
  name: SimulatorName,
  options: Parameters<typeof startSimulator>[1],
): Promise<RunningSimulator | undefined> {
  const { port = 0 } = options;
  const at = { what: `port ${port}`, setting: "--port", host: "127.0.0.1", port };
  try {
    return listenAs(at, () => startSimulator(name, options));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "";
    const isTaken = cause instanceof PortTaken;
    fail([isTaken ? await cause.explain() : `Cannot listen on port ${port}: ${why}`]);
    return undefined;
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function fail(lines: ReadonlyArray<string>): number {
  for (const line of lines) console.error(line);
  return 1;
}
