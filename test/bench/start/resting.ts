/**
 * Memory and processor of a service that nobody asks anything.
 *
 * @module
 */
import { type Aim, type Benchmark, type Finding } from "../benchmark.ts";
import type { Effort } from "../effort.ts";
import { makeDataFolder } from "../server_under_test.ts";
import { spreadOf } from "../spread.ts";
import { live, sandbox } from "./launches.ts";
import { makeOwnDatabase } from "./own_database.ts";
import { type Launch, startCommand } from "./started_command.ts";

const NAME = "resting";
const ROUNDS = 2;
/** A sandbox reads a season of all platforms first, and then collects what that left behind. */
const SETTLE_MS = 45_000;
const MEASURE_MS = 20_000;

/** What runs, and what it may take. */
interface Subject {
  readonly what: string;
  readonly residentMb: Aim;
  readonly processorPercent?: Aim;
  readonly launch: Launch;
}

/** The benchmark. */
export const resting: Benchmark = {
  name: NAME,
  about: "memory and processor of a service that nobody asks anything",
  run: async (effort) => {
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    const database = databaseUrl === undefined ? undefined : await makeOwnDatabase(databaseUrl);
    const folder = makeDataFolder();
    const stored = { DATA_DIR: folder.path };
    const simulated = (speed: number) => sandbox({ settings: { SANDBOX_SPEED: String(speed) } });
    const subjects: ReadonlyArray<Subject> = [
      {
        what: "sandbox at speed 1",
        residentMb: { value: 400 },
        processorPercent: { value: 2 },
        launch: simulated(1),
      },
      {
        what: "sandbox at speed 60",
        residentMb: { value: 400 },
        processorPercent: { value: 20 },
        launch: simulated(60),
      },
      {
        what: "live, embedded store",
        residentMb: { value: 300 },
        launch: live({ settings: stored }),
      },
      ...(database === undefined ? [] : [{
        what: "live, server's store",
        residentMb: { value: 120 },
        launch: live({ settings: { ...stored, DATABASE_URL: database.url } }),
      }]),
    ];
    try {
      return await measure(subjects, effort);
    } finally {
      folder.remove();
      await database?.drop();
    }
  },
};

/** What a service took while nobody asked it anything. */
interface Taken {
  readonly residentMb: number;
  readonly processorPercent: number;
}

async function measure(
  subjects: ReadonlyArray<Subject>,
  effort: Effort,
): Promise<ReadonlyArray<Finding>> {
  const taken = subjects.map((): Array<Taken> => []);
  for (let round = 0; round < effort.rounds(ROUNDS); round++) {
    for (const [at, { launch }] of subjects.entries()) {
      taken[at]?.push(await takenBy(launch, effort.lapMs(MEASURE_MS)));
    }
  }
  const finding = (
    what: string,
    { unit, values, aim }: {
      readonly unit: string;
      readonly values: ReadonlyArray<number>;
      readonly aim: Aim | undefined;
    },
  ): Finding => ({
    name: NAME,
    what,
    unit,
    better: "lower",
    value: spreadOf(values),
    ...(aim === undefined ? {} : { aim }),
  });
  return subjects.flatMap(({ what, ...aims }, at) => [
    finding(`resident memory, ${what}`, {
      unit: "MB",
      values: (taken[at] ?? []).map(({ residentMb }) => residentMb),
      aim: aims.residentMb,
    }),
    finding(`processor, ${what}`, {
      unit: "%",
      values: (taken[at] ?? []).map(({ processorPercent }) => processorPercent),
      aim: aims.processorPercent,
    }),
  ]);
}

async function takenBy(launch: Launch, measureMs: number): Promise<Taken> {
  const { cpuMs, residentMb, stop } = await startCommand(launch);
  try {
    await Bun.sleep(SETTLE_MS);
    const [beganMs, spentMs] = [performance.now(), cpuMs()];
    await Bun.sleep(measureMs);
    const passedMs = performance.now() - beganMs;
    return {
      residentMb: residentMb(),
      processorPercent: (cpuMs() - spentMs) / passedMs * 100,
    };
  } finally {
    await stop();
  }
}
