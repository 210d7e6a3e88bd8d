/** An answer of the real service, copied by a reference server when it starts. @module */

/** The parts of an answer. */
export interface CopiedAnswer {
  readonly path: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bun writes these into every answer anyway, and the last is of the copied bytes alone. */
const NOT_KEPT = ["date", "content-length", "connection", "content-encoding"];

/** The first answer fills the cache, and the second comes from it; the rest is tolerance. */
const TRIES_MAX = 20;

/** Requests the address on the command line until the answer comes from the cache. */
export async function copyAnswer(): Promise<CopiedAnswer> {
  const url = Bun.argv[2] ?? "";
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const response = await fetch(url);
    const text = await response.text();
    if (!response.ok) throw new Error(`Cannot copy the answer of ${url}: ${text}`);
    if (response.headers.get("x-cache") !== "HIT") continue;
    return { path: new URL(url).pathname, text, headers: keptHeaders(response) };
  }
  throw new Error(`Cannot copy the answer of ${url}: it is never cached`);
}

/** Returns the headers of an answer that a server sets itself. */
export function keptHeaders({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => !NOT_KEPT.includes(name)));
}

/** Reports the server's address to the parent process. */
export function announce(server: { readonly url: URL }): void {
  console.log(`service ${server.url.origin} `);
}
