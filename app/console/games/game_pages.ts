/**
 * The games of a day, as many pages of them as the reader wants.
 *
 * @module
 */
import type { ListedGame } from "../../client/typescript/game.ts";
import { usePages } from "../part/pages.ts";
import { type PageAnswer, type Pages, walkPages } from "../part/walk_pages.ts";
import { askApi } from "../service/api.ts";
import { type GameChoice, gamesQuery } from "./game_choice.ts";

/** What an answer says of all its games. */
export interface GamesMeta {
  readonly as_of: string;
  readonly venues_checked: ReadonlyArray<string>;
  readonly total: number;
  readonly withheld: { readonly games: number; readonly reason: string };
  readonly unread_leagues: ReadonlyArray<string>;
}

/** One page, as the service answers. */
interface GamesPage extends PageAnswer<ListedGame> {
  readonly meta: GamesMeta;
}

/** The games of the pages that are shown. */
export type ShownGames = Pages<ListedGame, GamesPage>;

const READ_EVERY_MS = 30_000;

/** Reads games, again and again. Every reading begins at the first page: games may have moved. */
export function useGamePages(choice: GameChoice) {
  const query = gamesQuery(choice);
  const load = (pages: number, signal: AbortSignal) =>
    walkPages<ListedGame, GamesPage>((cursor) => {
      const request = { path: "/api/v1/games", query: { ...query, cursor }, isKeyed: true };
      return askApi<GamesPage>({ ...request, signal });
    }, pages);
  return usePages(load, { by: [JSON.stringify(query)], everyMs: READ_EVERY_MS });
}
