/**
 * The games of a day, as many pages of them as the reader wants.
 *
 * @module
 */
import { useRef } from "preact/hooks";
import type { Game } from "../../client/game.ts";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { ask } from "../service/api.ts";
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
interface GamesPage {
  readonly data: ReadonlyArray<Game>;
  readonly next_cursor: string | null;
  readonly meta: GamesMeta;
}

/** The pages that were read, together. */
export interface GamesRead {
  readonly games: ReadonlyArray<Game>;
  readonly hasMore: boolean;
  /** Of the latest page. */
  readonly meta: GamesMeta;
}

const READ_EVERY_MS = 30_000;

/** Reads games, again and again. Every reading begins at the first page: games may have moved. */
export function useGamePages(
  choice: GameChoice,
): { readonly read: Loaded<GamesRead>; readonly more: () => void } {
  const query = gamesQuery(choice);
  const asked = JSON.stringify(query);
  const wanted = useRef({ asked, pages: 1 });
  if (wanted.current.asked !== asked) wanted.current = { asked, pages: 1 };
  const read = useLoaded(
    (signal) => readPages({ query, pages: wanted.current.pages, signal }),
    { by: [asked], everyMs: READ_EVERY_MS },
  );
  const more = () => {
    wanted.current.pages++;
    read.reload();
  };
  return { read, more };
}

async function readPages({ query, pages, signal }: {
  readonly query: Readonly<Record<string, string>>;
  readonly pages: number;
  readonly signal: AbortSignal;
}): Promise<GamesRead> {
  const games = new Map<string, Game>();
  let cursor: string | undefined;
  for (let page = 1;; page++) {
    const answer = await ask<GamesPage>({
      method: "GET",
      path: "/api/v1/games",
      query: { ...query, cursor },
      isKeyed: true,
      signal,
    });
    // A game that moved while the pages were read may be on two of them.
    for (const game of answer.data) games.set(game.id, game);
    cursor = answer.next_cursor ?? undefined;
    if (cursor === undefined || page >= pages) {
      return { games: [...games.values()], hasMore: cursor !== undefined, meta: answer.meta };
    }
  }
}
