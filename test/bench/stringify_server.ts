/**
 * A reference: `Bun.serve` that writes objects in memory as JSON for every request.
 *
 * It copies the answers of a service to the paths on its command line, keeps their objects, and has
 * no other duties: no key, no limit, no tag, no search.
 *
 * @module
 */
import { announce, keptHeaders } from "./copied_answer.ts";
import { GAMES_KEY } from "./games/many_games.ts";

const [origin = "", ...paths] = Bun.argv.slice(2);
const bodies = new Map<string, unknown>();
let sheet = new Headers();
for (const path of paths) {
  const response = await fetch(`${origin}${path}`, { headers: { "x-api-key": GAMES_KEY } });
  if (!response.ok) throw new Error(`Cannot copy ${path}: ${await response.text()}`);
  sheet = new Headers(keptHeaders(response));
  bodies.set(path, await response.json());
}

announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    const body = bodies.get(pathname + search);
    return body === undefined
      ? Response.json({ error: "no such path" }, { status: 404 })
      : new Response(JSON.stringify(body), { headers: sheet });
  },
}));
