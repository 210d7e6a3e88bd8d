/**
 * A request with an API key, compared with the same answer of a public path.
 *
 * @module
 */
import { type Benchmark, compare } from "./benchmark.ts";
import { startServer } from "./child.ts";
import { answersPerCpuSec, contest } from "./contest.ts";
import { GAMES_KEY } from "./games/games_key.ts";

const NAME = "keyed_route";
const RULES = { connections: 64, rounds: 9, lapMs: 1_200 };

/** The benchmark. */
export const keyedRoute: Benchmark = {
  name: NAME,
  about: `an answer for holders of a key and the same for everyone, over ${RULES.connections} ` +
    "connections",
  isQuick: true,
  run: async (effort) => {
    const server = await startServer("test/bench/keyed_route_server.ts");
    try {
      const headers = { "x-api-key": GAMES_KEY };
      const [keyed = [], open = []] = await contest(
        [
          { server, paths: ["/api/v1/keyed"], headers },
          { server, paths: ["/api/v1/open"] },
        ],
        RULES,
        effort,
      );
      return [compare(NAME, {
        unit: "answers/CPU s",
        better: "higher",
        aim: { ratio: 0.9 },
        ours: { what: "a request with a key", values: answersPerCpuSec(keyed) },
        reference: { what: "the same, public", values: answersPerCpuSec(open) },
      })];
    } finally {
      await server.stop();
    }
  },
};
