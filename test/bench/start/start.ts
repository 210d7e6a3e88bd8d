/**
 * From the start of the process to its first answer, compared with a process that only serves.
 *
 * @module
 */
import { join } from "node:path";
import { makeBinary } from "../../../app/ship/binary.ts";
import { type Aim, type Benchmark, compare, type Finding } from "../benchmark.ts";
import type { Effort } from "../effort.ts";
import { makeDataFolder } from "../server_under_test.ts";
import { BARE, live, sandbox, SOURCES } from "./launches.ts";
import { makeOwnDatabase } from "./own_database.ts";
import { type Launch, startCommand } from "./started_command.ts";

const NAME = "start";
const ROUNDS = 5;

/** What is started in each round, in this order; the folders of a round are its own. */
interface Subject {
  readonly what: string;
  readonly aim?: Aim;
  readonly launchIn: (folder: string) => Launch;
}

/** The benchmark. */
export const start: Benchmark = {
  name: NAME,
  about: "from the start of the process to its first answer",
  run: async (effort) => {
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    const database = databaseUrl === undefined ? undefined : await makeOwnDatabase(databaseUrl);
    const built = makeDataFolder();
    try {
      const file = join(built.path, "strikeline");
      await makeBinary({ file });
      const subjects = [
        ...subjectsOf("from its sources", { program: SOURCES, databaseUrl: database?.url }),
        ...subjectsOf("the binary", { program: [file], databaseUrl: database?.url }),
      ];
      return await measure(subjects, effort);
    } finally {
      built.remove();
      await database?.drop();
    }
  },
};

function subjectsOf(
  label: string,
  { program, databaseUrl }: {
    readonly program: ReadonlyArray<string>;
    readonly databaseUrl: string | undefined;
  },
): ReadonlyArray<Subject> {
  /** The folder of live mode and that of the sandbox differ, and so do those of both programs. */
  const folderIn = (folder: string) => ({ DATA_DIR: join(folder, label.replaceAll(" ", "_")) });
  const embedded = (folder: string) => live({ program, settings: folderIn(folder) });
  const simulated = (folder: string) => sandbox({ program, settings: folderIn(folder) });
  return [
    { what: `live, embedded store, first, ${label}`, aim: { value: 2500 }, launchIn: embedded },
    { what: `live, embedded store, again, ${label}`, aim: { value: 800 }, launchIn: embedded },
    ...(databaseUrl === undefined ? [] : [{
      what: `live, server's store, ${label}`,
      aim: { value: 400 },
      launchIn: (folder: string) =>
        live({ program, settings: { ...folderIn(folder), DATABASE_URL: databaseUrl } }),
    }]),
    { what: `sandbox, first, ${label}`, aim: { value: 2500 }, launchIn: simulated },
    { what: `sandbox, again, ${label}`, aim: { value: 800 }, launchIn: simulated },
  ];
}

/** One start: the time that passed, and the processor time. */
type Start = readonly [passedMs: number, cpuMs: number];

async function measure(
  subjects: ReadonlyArray<Subject>,
  effort: Effort,
): Promise<ReadonlyArray<Finding>> {
  const bare: Array<Start> = [];
  const ours = subjects.map((): Array<Start> => []);
  for (let round = 0; round < effort.rounds(ROUNDS); round++) {
    const folder = makeDataFolder();
    bare.push(await startOnce(BARE));
    for (const [at, { launchIn }] of subjects.entries()) {
      ours[at]?.push(await startOnce(launchIn(folder.path)));
    }
    folder.remove();
  }
  return subjects.flatMap(({ what, aim }, at) => {
    const starts = ours[at] ?? [];
    const reference = "a bare server";
    return [
      compare(NAME, {
        unit: "ms",
        ...(aim === undefined ? {} : { aim }),
        ours: { what, values: starts.map(([passedMs]) => passedMs) },
        reference: { what: reference, values: bare.map(([passedMs]) => passedMs) },
      }),
      compare(NAME, {
        unit: "ms",
        ours: { what: `${what}, processor time`, values: starts.map(([, cpuMs]) => cpuMs) },
        // Below the step in which the system counts it.
        reference: { what: reference, values: bare.map(([, cpuMs]) => Math.max(cpuMs, 10)) },
      }),
    ];
  });
}

async function startOnce(launch: Launch): Promise<Start> {
  const { startMs, startCpuMs, stop } = await startCommand(launch);
  await stop();
  return [startMs, startCpuMs];
}
