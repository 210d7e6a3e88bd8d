/**
 * The games of a day, as many pages of them as the reader wants.
 *
 * @module
 */
import type { Games, ListedGame } from "../../client/typescript/mod.ts";
import { usePages } from "../part/pages.ts";
import { type Pages, walkPages } from "../part/walk_pages.ts";
import { keyedApi } from "../service/api.ts";
import { type GameChoice, gamesQuery } from "./game_choice.ts";

/** One page of games with what is known of every platform. */
interface GamesPage extends Games {
  readonly data: ReadonlyArray<ListedGame>;
}

/** The games of the pages that are shown. */
export type ShownGames = Pages<ListedGame, GamesPage>;

const READ_EVERY_MS = 30_000;

/** Reads games, again and again. Every reading begins at the first page: games may have moved. */
export function useGamePages(choice: GameChoice) {
  const query = gamesQuery(choice);
  const load = (pages: number, signal: AbortSignal) =>
    walkPages<ListedGame, GamesPage>(
      async (from) =>
        // The query asks for both.
        await keyedApi().games.list({ ...query, ...from }, { signal }) as GamesPage,
      pages,
    );
  return usePages(load, { by: [JSON.stringify(query)], everyMs: READ_EVERY_MS });
}
