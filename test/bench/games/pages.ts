/**
 * Pages of 100,000 games over HTTP, with key and limit, compared with handwritten servers.
 *
 * @module
 */
import { type Benchmark, compare } from "../benchmark.ts";
import { type ServerProcess, startServer } from "../child.ts";
import { contest } from "../contest.ts";
import { makeDataFolder } from "../server_under_test.ts";
import { GAMES_KEY, WINDOW } from "./many_games.ts";

const NAME = "pages";
const GAMES = 100_000;
const CONNECTIONS = 64;
const PATH = `/api/v1/games?${WINDOW}&limit=50`;
const KEYED = { "x-api-key": GAMES_KEY };
/** Enough that no cache of any size that a service would want has them all. */
const ANY_PAGES = 400;

/** The benchmark. */
export const pages: Benchmark = {
  name: NAME,
  about: `pages of 50 of ${GAMES} games with key and limit, over ${CONNECTIONS} connections`,
  isInQuickRun: true,
  run: async (effort) => {
    const servers: Array<ServerProcess> = [];
    const folder = makeDataFolder();
    const start = async (file: string, ...args: ReadonlyArray<string>) => {
      const server = await startServer(`test/bench/games/${file}`, { args });
      servers.push(server);
      return server;
    };
    try {
      const ours = await start("games_server.ts", String(GAMES));
      const anyPage = await anyPaths(ours.url);
      const pathsFile = `${folder.path}/paths.json`;
      await Bun.write(pathsFile, JSON.stringify(anyPage));
      const byHand = await start("by_hand_page.ts", `${ours.url}${PATH}`);
      const fromObjects = await start("by_hand_any_page.ts", ours.url, pathsFile);
      const tag = (await fetch(`${ours.url}${PATH}`, { headers: KEYED })).headers.get("etag") ?? "";
      const beside = async (
        what: string,
        { reference, server, aim, paths = [PATH], headers = {} }: {
          readonly reference: string;
          readonly server: ServerProcess;
          readonly aim: number;
          readonly paths?: ReadonlyArray<string>;
          readonly headers?: Readonly<Record<string, string>>;
        },
      ) => {
        const asked = { paths, headers: { ...KEYED, ...headers } };
        const contenders = [ours, server].map((server) => ({ server, ...asked }));
        const laps = await contest(contenders, CONNECTIONS, effort);
        const [own = [], other = []] = laps.map((laps) => laps.map((lap) => lap.answersPerCpuSec));
        return compare(NAME, {
          unit: "answers/CPU s",
          better: "higher",
          aim: { ratio: aim },
          ours: { what, values: own },
          reference: { what: reference, values: other },
        });
      };
      return [
        await beside("the same page again", {
          reference: "same duties by hand",
          server: byHand,
          aim: 0.9,
        }),
        await beside("a page that the caller has", {
          reference: "same duties by hand",
          server: byHand,
          aim: 0.95,
          headers: { "if-none-match": tag },
        }),
        await beside("any page", {
          reference: "by hand, from objects",
          server: fromObjects,
          aim: 0.6,
          paths: anyPage,
        }),
      ];
    } finally {
      for (const server of servers) await server.stop();
      folder.remove();
    }
  },
};

/** Pages from everywhere in the window, no two of them neighbours. */
async function anyPaths(origin: string): Promise<ReadonlyArray<string>> {
  const cursors: Array<string> = [];
  const first = `/api/v1/games?${WINDOW}&limit=200&include=`;
  for (let path = first; path !== "";) {
    const answer = await fetch(`${origin}${path}`, { headers: KEYED });
    const { next_cursor } = await answer.json() as { readonly next_cursor: string | null };
    if (next_cursor !== null) cursors.push(next_cursor);
    path = next_cursor === null ? "" : `${first}&cursor=${next_cursor}`;
  }
  return Array.from({ length: ANY_PAGES }, (_, at) => {
    return `${PATH}&cursor=${cursors[at * 7_919 % cursors.length]}`;
  });
}
