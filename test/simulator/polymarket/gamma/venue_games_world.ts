/** The simulated venue with a season of games, and readers of its lists. @module */
import { makeSeason } from "../../../../app/simulator/season/make_season.ts";
import { startGames } from "../../../adapters/polymarket/games/game_world.ts";
import { get, makeStillClock, ms } from "../../kit/support.ts";

/** JSON of the venue. */
export type Wire = Readonly<Record<string, unknown>>;

/** Starts it on a clock that stands still. */
export function startGameVenue() {
  const clock = makeStillClock(ms("2026-11-20T12:03:20Z"));
  const simulator = startGames(clock, makeSeason(1));
  const ask = <T = Wire>(path: string) => get<T>(`${simulator.url}${path}`);

  /** Every event of a query, page by page. */
  async function walk(query: string, limit = 500): Promise<ReadonlyArray<Wire>> {
    const rows: Wire[] = [];
    for (let cursor = "";;) {
      const after = cursor === "" ? "" : `&after_cursor=${cursor}`;
      type Page = { readonly events: ReadonlyArray<Wire>; readonly next_cursor?: string };
      const { body } = await ask<Page>(`/events/keyset?${query}&limit=${limit}${after}`);
      rows.push(...body.events);
      if (body.next_cursor === undefined) return rows;
      cursor = body.next_cursor;
    }
  }
  return { clock, simulator, ask, walk, url: simulator.url };
}

/** The markets of an event. */
export function marketsOf(event: Wire | undefined): ReadonlyArray<Wire> {
  return (event?.["markets"] ?? []) as ReadonlyArray<Wire>;
}

/** A list inside a text. */
export function listIn(value: unknown): ReadonlyArray<string> {
  return JSON.parse(String(value));
}
