/** The most requested cached answer, compared with a handwritten server. @module */
import { startWorld } from "../../app/world_of_processes.ts";
import type { Benchmark } from "../benchmark.ts";
import { SEED, type ServerProcess, START_ISO, startRealService, startServer } from "../child.ts";
import { compareAnswers } from "../contest.ts";
import { makeFolder } from "../../temporary_folder.ts";

const NAME = "active";
const PATH = "/api/v1/targets/active?asset=btc";
/** Enough that the server never waits for the generator. */
const CONNECTIONS = 64;

/** The benchmark. */
export const active: Benchmark = {
  name: NAME,
  about: `GET ${PATH}, cached, over ${CONNECTIONS} connections`,
  isInQuickRun: true,
  run: async (effort) => {
    const folder = makeFolder();
    const servers: Array<ServerProcess> = [];
    // Here, so that the service has the duties of one with real providers and no more.
    const world = startWorld({ startIso: START_ISO, speed: 1, seed: SEED });
    try {
      const ours = await startRealService(folder.path, world.settings);
      const args = [`${ours.url}${PATH}`];
      servers.push(ours, await startServer("test/bench/active/by_hand_server.ts", { args }));
      await expectSameAnswers(servers.map(({ url }) => `${url}${PATH}`));
      return [
        await compareAnswers(NAME, {
          what: "cached active targets",
          reference: "same duties by hand",
          aim: 0.95,
          contenders: servers.map((server) => ({ server, paths: [PATH] })),
          connections: CONNECTIONS,
          effort,
        }),
      ];
    } finally {
      for (const server of servers) await server.stop();
      await world.simulators.stop();
      folder.remove();
    }
  },
};

/** Throws unless all answers have the same header names and bodies of the same length. */
async function expectSameAnswers(urls: ReadonlyArray<string>): Promise<void> {
  const shapes = await Promise.all(urls.map(async (url) => {
    // The load takes no coding either.
    const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
    const length = (await response.text()).length;
    return JSON.stringify({ names: [...response.headers.keys()].sort(), length });
  }));
  const other = shapes.find((shape) => shape !== shapes[0]);
  if (other !== undefined) {
    throw new Error(`Cannot compare servers that answer differently: ${shapes[0]} and ${other}`);
  }
}
