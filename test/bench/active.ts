/**
 * The most requested cached answer, compared with a bare server and handwritten ones.
 *
 * @module
 */
import { type Benchmark, compare, type Finding } from "./benchmark.ts";
import { type ServerProcess, startServer } from "./child.ts";
import { contest, type Lap } from "./contest.ts";
import { expectSameAnswers } from "./same_answer.ts";
import { makeDataFolder, startRealService } from "./server_under_test.ts";

const NAME = "active";
const PATH = "/api/v1/targets/active?asset=btc";
const RULES = { connections: 16, rounds: 9, lapMs: 1_200 };

const REFERENCES = [
  { what: "bare Bun.serve", file: "bare_server.ts", flags: [] },
  { what: "same duties by hand", file: "by_hand_server.ts", flags: [] },
  { what: "by hand, headers reused", file: "by_hand_server.ts", flags: ["--reuse-headers"] },
] as const;

type Laps = ReadonlyArray<Lap>;

/** The benchmark. */
export const active: Benchmark = {
  name: NAME,
  about: `GET ${PATH}, cached, over ${RULES.connections} connections`,
  run: async () => {
    const folder = makeDataFolder();
    const servers: Array<ServerProcess> = [];
    try {
      const ours = await startRealService(folder.path);
      servers.push(ours);
      for (const { file, flags } of REFERENCES) {
        const args = [`${ours.url}${PATH}`, ...flags];
        servers.push(await startServer(`test/bench/${file}`, { args }));
      }
      await expectSameAnswers(servers.map(({ url }) => `${url}${PATH}`));
      const laps = await contest(servers.map((server) => ({ server, path: PATH })), RULES);
      return findings(laps);
    } finally {
      for (const server of servers) await server.stop();
      folder.remove();
    }
  },
};

function findings([ours = [], ...references]: ReadonlyArray<Laps>): ReadonlyArray<Finding> {
  const named = references.map((laps, which) => ({ laps, what: REFERENCES[which]?.what ?? "" }));
  const speeds = named.map(({ laps, what }) =>
    compare(NAME, {
      unit: "req/s",
      ours: {
        what: `cached active targets, ${RULES.connections} connections`,
        values: ours.map(speedOf),
      },
      reference: { what, values: laps.map(speedOf) },
    })
  );
  if (serverCpu(ours).length === 0) return speeds;
  const costs = named.map(({ laps, what }) =>
    compare(NAME, {
      unit: "us/req",
      ours: { what: "processor time of the server", values: serverCpu(ours) },
      reference: { what, values: serverCpu(laps) },
    })
  );
  // A generator busier than the server it loads would measure itself.
  const loads = [{ laps: ours, what: "our server" }, ...named].map(({ laps, what }) =>
    compare(NAME, {
      unit: "us/req",
      ours: {
        what: "processor time of the load generator",
        values: laps.map((lap) => lap.loadCpuUs),
      },
      reference: { what, values: serverCpu(laps) },
    })
  );
  return [...speeds, ...costs, ...loads];
}

function speedOf({ requestsPerSec }: Lap): number {
  return requestsPerSec;
}

function serverCpu(laps: Laps): ReadonlyArray<number> {
  return laps.flatMap(({ serverCpuUs }) => serverCpuUs ?? []);
}
