/**
 * Pages of 100,000 games over HTTP, with key and limit, compared with a handwritten server.
 *
 * @module
 */
import { type Benchmark, compare, type Finding } from "../benchmark.ts";
import { type ServerProcess, startServer } from "../child.ts";
import { answersPerCpuSec, contest } from "../contest.ts";
import type { Effort } from "../effort.ts";
import { makeDataFolder } from "../server_under_test.ts";
import { GAMES_KEY } from "./games_key.ts";
import { WINDOW } from "./many_games.ts";

const NAME = "pages";
const GAMES = 100_000;
const RULES = { connections: 64, rounds: 7, lapMs: 1_200 };
const PATH = `/api/v1/games?${WINDOW}&limit=50`;
const KEYED = { "x-api-key": GAMES_KEY };
/** Enough that no cache of any size that a service would want has them all. */
const ANY_PAGES = 400;

/** The benchmark. */
export const pages: Benchmark = {
  name: NAME,
  about: `pages of 50 of ${GAMES} games with key and limit, over ${RULES.connections} connections`,
  run: async (effort) => {
    const servers: Array<ServerProcess> = [];
    const folder = makeDataFolder();
    const start = async (file: string, args: ReadonlyArray<string>) => {
      const server = await startServer(`test/bench/games/${file}`, { args });
      servers.push(server);
      return server;
    };
    try {
      const ours = await start("games_server.ts", [String(GAMES)]);
      const anyPage = await anyPaths(ours.url);
      const pathsFile = `${folder.path}/paths.json`;
      await Bun.write(pathsFile, JSON.stringify(anyPage));
      const byHand = await start("by_hand_pages.ts", [`${ours.url}${PATH}`]);
      const bare = await start("bare_pages.ts", [`${ours.url}${PATH}`]);
      const written = await start("by_hand_any_page.ts", [ours.url, pathsFile]);
      const tag = (await fetch(`${ours.url}${PATH}`, { headers: KEYED })).headers.get("etag") ?? "";
      return [
        ...await beside("the same page again", [PATH], {
          ours,
          references: [
            { what: "same duties by hand", server: byHand, aim: 0.9 },
            { what: "bare Bun.serve", server: bare },
          ],
          effort,
        }),
        ...await beside("any page", anyPage, {
          ours,
          references: [
            { what: "by hand, from objects", server: written, aim: 0.6 },
            { what: "the same page again, by hand", server: byHand },
          ],
          effort,
        }),
        ...await beside("a page that the caller has", [PATH], {
          ours,
          references: [{ what: "same duties by hand", server: byHand, aim: 0.95 }],
          headers: { "if-none-match": tag },
          effort,
        }),
      ];
    } finally {
      for (const server of servers) await server.stop();
      folder.remove();
    }
  },
};

async function beside(
  what: string,
  paths: ReadonlyArray<string>,
  { ours, references, headers = {}, effort }: {
    readonly ours: ServerProcess;
    readonly references: ReadonlyArray<{
      readonly what: string;
      readonly server: ServerProcess;
      readonly aim?: number;
    }>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly effort: Effort;
  },
): Promise<ReadonlyArray<Finding>> {
  const contenders = [ours, ...references.map(({ server }) => server)].map((server) => {
    return { server, paths, headers: { ...KEYED, ...headers } };
  });
  const [own = [], ...others] = await contest(contenders, RULES, effort);
  return references.map(({ what: reference, aim }, at) =>
    compare(NAME, {
      unit: "answers/CPU s",
      better: "higher",
      ...(aim === undefined ? {} : { aim: { ratio: aim } }),
      ours: { what, values: answersPerCpuSec(own) },
      reference: { what: reference, values: answersPerCpuSec(others[at] ?? []) },
    })
  );
}

/** Pages from everywhere in the window, no two of them neighbours. */
async function anyPaths(origin: string): Promise<ReadonlyArray<string>> {
  const cursors: Array<string> = [];
  let path = `/api/v1/games?${WINDOW}&limit=200&include=`;
  while (true) {
    const answer = await fetch(`${origin}${path}`, { headers: KEYED });
    const { next_cursor } = await answer.json() as { readonly next_cursor: string | null };
    if (next_cursor === null) break;
    cursors.push(next_cursor);
    path = `/api/v1/games?${WINDOW}&limit=200&include=&cursor=${next_cursor}`;
  }
  return Array.from({ length: ANY_PAGES }, (_, at) => {
    return `${PATH}&cursor=${cursors[at * 7_919 % cursors.length]}`;
  });
}
