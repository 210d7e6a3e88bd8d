/**
 * A reference: pages of games written from objects that are in memory, by hand.
 *
 * It copies the pages whose paths it reads from its input, keeps their objects, and writes the one
 * that is asked for. It has no other duties: no key, no limit, no tag, no search for the page.
 *
 * @module
 */
import { announce, keptHeaders } from "../copied_answer.ts";
import { GAMES_KEY } from "./many_games.ts";

const [origin = "", pathsFile = ""] = Bun.argv.slice(2);
const paths: ReadonlyArray<string> = await Bun.file(pathsFile).json();
const pages = new Map<string, unknown>();
let sheet = new Headers();
for (const path of paths) {
  const response = await fetch(`${origin}${path}`, { headers: { "x-api-key": GAMES_KEY } });
  if (!response.ok) throw new Error(`Cannot copy ${path}: ${await response.text()}`);
  sheet = new Headers(keptHeaders(response));
  pages.set(path, await response.json());
}

announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    const page = pages.get(pathname + search);
    return page === undefined
      ? Response.json({ error: "no such page" }, { status: 404 })
      : new Response(JSON.stringify(page), { headers: sheet });
  },
}));
