/**
 * Pages of 100,000 games over HTTP, with key and limit, compared with handwritten servers.
 *
 * @module
 */
import type { Benchmark, Finding } from "../benchmark.ts";
import { type ServerProcess, startServer } from "../child.ts";
import { compareAnswers } from "../contest.ts";
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
    const start = async (file: string, ...args: ReadonlyArray<string>) => {
      const server = await startServer(`test/bench/${file}`, { args });
      servers.push(server);
      return server;
    };
    try {
      const ours = await start("games/games_server.ts", String(GAMES));
      const anyPage = await anyPaths(ours.url);
      const byHand = await start("games/by_hand_page.ts", `${ours.url}${PATH}`);
      const fromObjects = await start("stringify_server.ts", ours.url, ...anyPage);
      const tag = (await fetch(`${ours.url}${PATH}`, { headers: KEYED })).headers.get("etag") ?? "";
      const rows = [
        ["the same page again", "same duties by hand", byHand, 0.9, [PATH], KEYED],
        ["a page that the caller has", "same duties by hand", byHand, 0.95, [PATH], {
          ...KEYED,
          "if-none-match": tag,
        }],
        ["any page", "by hand, from objects", fromObjects, 0.6, anyPage, KEYED],
      ] as const;
      const findings: Array<Finding> = [];
      for (const [what, reference, server, aim, paths, headers] of rows) {
        const contenders = [ours, server].map((server) => ({ server, paths, headers }));
        const of = { what, reference, aim, contenders, connections: CONNECTIONS, effort };
        findings.push(await compareAnswers(NAME, of));
      }
      return findings;
    } finally {
      for (const server of servers) await server.stop();
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
