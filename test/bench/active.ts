/**
 * The most requested cached answer, compared with a bare server and handwritten ones.
 *
 * @module
 */
import { startWorld } from "../app/world_of_processes.ts";
import { type Benchmark, compare, type Finding } from "./benchmark.ts";
import { type ServerProcess, startServer } from "./child.ts";
import { answersPerCpuSec, contest, type Lap } from "./contest.ts";
import { expectSameAnswers } from "./same_answer.ts";
import { makeDataFolder, SEED, START_ISO, startRealService } from "./server_under_test.ts";

const NAME = "active";
const PATH = "/api/v1/targets/active?asset=btc";
/** Enough that the server never waits for the generator. */
const RULES = { connections: 64, rounds: 9, lapMs: 1_200 };

const REFERENCES = [
  { what: "bare Bun.serve", file: "bare_server.ts", flags: [], aim: 0.75 },
  { what: "same duties by hand", file: "by_hand_server.ts", flags: [], aim: 0.95 },
  { what: "by hand, headers reused", file: "by_hand_server.ts", flags: ["--reuse-headers"] },
] as const;

/** The benchmark. */
export const active: Benchmark = {
  name: NAME,
  about: `GET ${PATH}, cached, over ${RULES.connections} connections`,
  isQuick: true,
  run: async (effort) => {
    const folder = makeDataFolder();
    const servers: Array<ServerProcess> = [];
    // Here, so that the service has the duties of one with real providers and no more.
    const world = startWorld({ startIso: START_ISO, speed: 1, seed: SEED });
    try {
      const ours = await startRealService(folder.path, world.settings);
      servers.push(ours);
      for (const { file, flags } of REFERENCES) {
        const args = [`${ours.url}${PATH}`, ...flags];
        servers.push(await startServer(`test/bench/${file}`, { args }));
      }
      await expectSameAnswers(servers.map(({ url }) => `${url}${PATH}`));
      const contenders = servers.map((server) => ({ server, paths: [PATH] }));
      return findingsOf(await contest(contenders, RULES, effort));
    } finally {
      for (const server of servers) await server.stop();
      await world.simulators.stop();
      folder.remove();
    }
  },
};

function findingsOf(
  [ours = [], ...references]: ReadonlyArray<ReadonlyArray<Lap>>,
): ReadonlyArray<Finding> {
  const answers = REFERENCES.map(({ what, ...reference }, at) =>
    compare(NAME, {
      unit: "answers/CPU s",
      better: "higher",
      ..."aim" in reference ? { aim: { ratio: reference.aim } } : {},
      ours: { what: "cached active targets", values: answersPerCpuSec(ours) },
      reference: { what, values: answersPerCpuSec(references[at] ?? []) },
    })
  );
  // A generator busier than the server it loads would measure itself.
  const load = compare(NAME, {
    unit: "us/req",
    better: "neither",
    ours: { what: "load generator", values: ours.map(({ loadCpuUs }) => loadCpuUs) },
    reference: { what: "our server", values: answersPerCpuSec(ours).map((count) => 1e6 / count) },
  });
  return [...answers, load];
}
