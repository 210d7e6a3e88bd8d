/**
 * The service and its simulators, each in a process of its own, and the service's store.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Option } from "effect";
import { demoIdentity } from "../../app/sandbox/demo_identity.ts";
import { makeSandboxClock } from "../../app/simulator/kit/clock.ts";
import { COMMAND_LINE } from "../app/command_line.ts";
import { startPrinting } from "../printing_process.ts";
import type { Target } from "./target.ts";
import type { Measured } from "./process_reading.ts";
import type { WorldLine } from "./world_process.ts";

/** A service that runs, whom to ask there, and where its providers are. */
export interface SoakGround {
  readonly measured: Measured;
  readonly target: Target;
  readonly simulators: ReadonlyArray<string>;
  /** The share of answers as they are expected that it has at least. */
  readonly expectedShare: number;
  readonly stop: () => Promise<void>;
}

/** What a ground is started with. */
export interface GroundOptions {
  readonly speed: number;
  readonly seed: number;
  /** The leagues whose games are followed, with commas between them; empty: all. */
  readonly leagues: string;
}

const START_ISO = "2026-11-05T12:00:30Z";
/** Counted like every request, and never refused: each caller has counters of its own. */
const QUOTA = "1000000/60";
const SERVICE_SETTINGS = {
  LOG_LEVEL: "error",
  PORT: "0",
  RATE_LIMIT_PUBLIC: QUOTA,
  RATE_LIMIT_KEYED: QUOTA,
  TRUST_PROXY: "1",
};

/** Starts it; `stop` ends all of it and removes the store. */
export async function openGround({ speed, seed, leagues }: GroundOptions): Promise<SoakGround> {
  const folder = mkdtempSync(join(tmpdir(), "strikeline-soak-"));
  const world = await startWorldProcess({ speed, seed });
  const { apiKey, walletId } = demoIdentity({
    seed,
    apiKey: Option.none(),
    walletId: Option.none(),
  });
  const service = await startPrinting([...COMMAND_LINE, "sandbox"], {
    settings: {
      ...world.line.settings,
      ...SERVICE_SETTINGS,
      ...outerSettings(),
      DATA_DIR: folder,
      LEAGUES: leagues,
    },
    pattern: /service +(http:\S+)\s/,
  });
  const url = service.said;
  const clock = makeSandboxClock({
    speed,
    startMs: Date.parse(START_ISO),
    anchorMs: Number(world.line.settings["SANDBOX_ANCHOR"]),
  });
  const nowSec = () => Math.floor(clock.nowMs() / 1000);
  return {
    measured: { url, pid: service.pid },
    target: { url, apiKey, walletId, nowSec },
    simulators: world.line.simulators,
    // With faults of its providers: 98.5 of 100 were seen.
    expectedShare: 0.8,
    stop: async () => {
      await service.stop();
      await world.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A replica's database and counters, and its runtime's options, where they are set. */
function outerSettings(): Readonly<Record<string, string>> {
  const isOuter = (name: string) => /^(DATABASE_URL|REDIS_URL|BUN_JSC_\w+)$/.test(name);
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      isOuter(name) && value !== undefined ? [[name, value]] : []
    ),
  );
}

/** A service that runs already, which the load asks on behalf of nobody. */
export function groundOf(measured: Measured): SoakGround {
  return {
    measured,
    target: {
      url: measured.url,
      apiKey: "sk_test_soak",
      walletId: "00000000-0000-4000-8000-000000000000",
      nowSec: () => Math.floor(Date.now() / 1000),
    },
    simulators: [],
    // It does not know the key, with which a third of the requests are made.
    expectedShare: 0.6,
    stop: () => Promise.resolve(),
  };
}

/** The simulators' process. */
async function startWorldProcess({ speed, seed }: Pick<GroundOptions, "speed" | "seed">) {
  const file = `${import.meta.dir}/world_process.ts`;
  const command = [process.execPath, "run", file, String(speed), String(seed), START_ISO];
  const { said, stop } = await startPrinting(command, { pattern: /^(.*)\n/ });
  return { line: JSON.parse(said) as WorldLine, stop };
}
