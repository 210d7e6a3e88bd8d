/**
 * Asks a sandbox about its games as a bot does.
 *
 * @module
 */
import { expect } from "bun:test";

/** The key that every sandbox of these tests takes. */
export const GAMES_KEY = "sk_test_games_of_a_sandbox";

/** A game, as far as these tests look at it. */
export interface GameBody {
  readonly id: string;
  readonly league: string;
  readonly status: string;
  readonly home: { readonly id: string; readonly name: string };
  readonly away: { readonly id: string; readonly name: string };
  readonly time: { readonly kickoff_at: string };
  readonly score: Readonly<Record<string, unknown>> | null;
  readonly supersedes: string | null;
  readonly platforms: ReadonlyArray<{
    readonly source: string;
    readonly confidence: string;
    readonly events: number;
  }>;
  readonly coverage: ReadonlyArray<{ readonly source: string; readonly status: string }>;
}

/** Does these jobs now, and waits until they are done. */
export async function refreshJobs(url: string, ...jobs: ReadonlyArray<string>): Promise<void> {
  const response = await fetch(`${url}/__refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jobs }),
  });
  const results = jobs.map((name) => ({ name, result: "ok" }));
  expect(await response.json()).toEqual({ jobs: results });
}

/** Every game that fits, page by page. `query` begins with its first parameter. */
export async function readGames(url: string, query: string): Promise<ReadonlyArray<GameBody>> {
  const games: GameBody[] = [];
  let cursor: string | null = null;
  do {
    const page: string = cursor === null ? "" : `&cursor=${cursor}`;
    const include = "include=platforms,coverage&limit=50";
    const response = await fetch(`${url}/api/v1/games?${query}&${include}${page}`, {
      headers: { "x-api-key": GAMES_KEY },
    });
    expect(response.status).toBe(200);
    const body = await response.json() as {
      readonly data: ReadonlyArray<GameBody>;
      readonly next_cursor: string | null;
    };
    games.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return games;
}
