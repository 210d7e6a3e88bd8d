/**
 * The cached answer that bots ask for most, beside a bare server and one written by hand.
 *
 * @module
 */
import { type Benchmark, compare, type Finding, type Rounds } from "./benchmark.ts";
import { type ServerProcess, startServer } from "./child.ts";
import { contest, type Lap } from "./contest.ts";
import { makeDataFolder, startRealService } from "./server_under_test.ts";

const NAME = "active";
const PATH = "/api/v1/targets/active?asset=btc";
const RULES = { connections: 16, rounds: 9, lapMs: 1_500 };

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
      for (const file of ["bare_server.ts", "by_hand_server.ts"]) {
        servers.push(await startServer(`test/bench/${file}`, { args: [`${ours.url}${PATH}`] }));
      }
      const laps = await contest(
        servers.map((server) => ({ server, path: PATH })),
        RULES,
      );
      return findings(laps);
    } finally {
      for (const server of servers) await server.stop();
      folder.remove();
    }
  },
};

function findings(
  [ours = [], bare = [], byHand = []]: ReadonlyArray<ReadonlyArray<Lap>>,
): ReadonlyArray<Finding> {
  const what = `cached active targets, ${RULES.connections} connections`;
  const speed = (laps: ReadonlyArray<Lap>, what: string): Rounds => ({
    what,
    values: laps.map(({ requestsPerSec }) => requestsPerSec),
  });
  const cpu = (laps: ReadonlyArray<Lap>, what: string): Rounds => ({
    what,
    values: laps.flatMap(({ serverCpuUs }) => serverCpuUs ?? []),
  });
  const loadCost = (laps: ReadonlyArray<Lap>, what: string): Rounds => ({
    what,
    values: laps.map(({ loadCpuUs }) => loadCpuUs),
  });
  const rest = [
    [bare, "bare Bun.serve"],
    [byHand, "same duties by hand"],
  ] as const;
  const speeds = rest.map(([laps, name]) =>
    compare(NAME, { unit: "req/s", ours: speed(ours, what), reference: speed(laps, name) })
  );
  if (cpu(ours, "").values.length === 0) return speeds;
  const costs = rest.map(([laps, name]) =>
    compare(NAME, {
      unit: "us/req",
      ours: cpu(ours, "processor time of the server"),
      reference: cpu(laps, name),
    })
  );
  const loads = ([[ours, "our server"], ...rest] as const).map(([laps, name]) =>
    compare(NAME, {
      unit: "us/req",
      ours: loadCost(laps, "processor time of the load generator"),
      reference: cpu(laps, name),
    })
  );
  return [...speeds, ...costs, ...loads];
}
