/**
 * `bun run simulate <provider>`: one simulator alone, until it is told to stop.
 *
 * @module
 */
import { Result } from "effect";
import { makeSandboxClock } from "./clock.ts";
import { parseSeed, parseSpeed, readSandboxSettings } from "./sandbox_settings.ts";
import { type RunningSimulator } from "./simulator.ts";
import { SIMULATOR_NAMES, type SimulatorName, startSimulator } from "./start_simulator.ts";

const USAGE = `Usage: bun run simulate <provider> [--port N] [--seed N] [--speed N]
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

/** Reads `oracle --port 4000 --seed=2`; a failure is one sentence. */
export function parseArguments(args: ReadonlyArray<string>): Result.Result<Arguments, string> {
  const options = new Map<string, string>();
  const names: string[] = [];
  // `--port=1` is `--port 1`.
  const words = args.flatMap((arg) => /^--\w+=/.test(arg) ? splitOnce(arg) : [arg]);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (!word.startsWith("--")) names.push(word);
    else if (!["--port", "--seed", "--speed"].includes(word)) {
      return Result.fail(`Unknown option ${word}: use --port, --seed or --speed`);
    } else options.set(word, words[++i] ?? "");
  }
  const [text, ...rest] = names;
  const known = SIMULATOR_NAMES.join(", ");
  if (text === undefined) return Result.fail(`Name a provider: ${known}`);
  if (rest.length > 0) return Result.fail(`Name one provider, not ${names.length}`);
  const name = NAMES.get(text);
  if (name === undefined) return Result.fail(`Unknown provider "${text}": use one of ${known}`);
  const port = read(options, "--port", parsePort);
  const seed = read(options, "--seed", parseSeed);
  const speed = read(options, "--speed", parseSpeed);
  if (port === "wrong") return Result.fail("--port must be a whole number from 0 to 65535");
  if (seed === "wrong") return Result.fail("--seed must be a whole number from 0 to 2^53 - 1");
  if (speed === "wrong") return Result.fail("--speed must be above 0 and at most 10000");
  return Result.succeed({ name, port, seed, speed });
}

function splitOnce(arg: string): ReadonlyArray<string> {
  const at = arg.indexOf("=");
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function read(
  options: ReadonlyMap<string, string>,
  name: string,
  parse: (text: string) => number | undefined,
): number | undefined | "wrong" {
  const text = options.get(name);
  return text === undefined ? undefined : parse(text) ?? "wrong";
}

function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function main(args: ReadonlyArray<string>): void {
  if (args.includes("--help")) return console.log(USAGE);
  const parsed = parseArguments(args);
  if (Result.isFailure(parsed)) return fail([parsed.failure]);
  const { name, port, seed, speed } = parsed.success;
  // What the command line says is put over the environment before anything is derived from it.
  const settings = readSandboxSettings({
    ...Bun.env,
    ...(seed === undefined ? {} : { SANDBOX_SEED: String(seed) }),
    ...(speed === undefined ? {} : { SANDBOX_SPEED: String(speed) }),
  });
  if (Result.isFailure(settings)) return fail(settings.failure);
  const { oracleKey } = settings.success;
  const clock = makeSandboxClock(settings.success.clock);
  const simulator = start(name, { seed: settings.success.seed, clock, port, oracleKey });
  if (simulator === undefined) return;
  console.log(`${name} simulator on ${simulator.url}`);
  console.log(
    `seed ${settings.success.seed}, speed ${clock.speed}, clock at ${iso(clock.nowMs())}`,
  );
  // A secret that was brought along is not for the screen.
  if (name === "oracle" && !Bun.env["CHAINLINK_API_SECRET"]) {
    console.log(`CHAINLINK_API_KEY=${oracleKey.apiKey}`);
    console.log(`CHAINLINK_API_SECRET=${oracleKey.apiSecret}`);
  }
  const stop = () => void simulator.stop().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

function start(
  name: SimulatorName,
  options: Parameters<typeof startSimulator>[1],
): RunningSimulator | undefined {
  try {
    return startSimulator(name, options);
  } catch (cause) {
    fail([`Cannot listen on port ${options.port}: ${cause instanceof Error ? cause.message : ""}`]);
    return undefined;
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function fail(lines: ReadonlyArray<string>): void {
  for (const line of lines) console.error(line);
  process.exitCode = 1;
}

if (import.meta.main) main(Bun.argv.slice(2));
