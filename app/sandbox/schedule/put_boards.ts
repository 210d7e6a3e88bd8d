/**
 * Scoreboards that were put in the place of the world's.
 *
 * @module
 */
import { type Board } from "./board_league.ts";
import { type WireObject } from "./event_object.ts";

/** A recorded scoreboard, of a board and a US Eastern day (`YYYYMMDD`). */
export interface PutBoard {
  readonly board: Board;
  readonly date: string;
  readonly body: WireObject & { readonly events: ReadonlyArray<WireObject> };
}

/** What is kept of one board and day. */
export interface KeptBoard {
  /** Whatever stood beside the events. */
  readonly fields: WireObject;
  readonly events: ReadonlyArray<WireObject>;
}

/**
 * What was put. A game is in one place of its sport: put again, on whatever board and day, it is no
 * longer where it was. Only a tennis tournament is listed on each of its days.
 */
export interface PutBoards {
  /**
   * Puts the events of a body beside those that the board had that day, in the place of those with
   * the same id. A body without events takes all of them away: then nothing is played that day.
   */
  put(board: PutBoard): void;
  /** What was put on this very board and day; undefined where nothing was. */
  at(board: Pick<Board, "sport" | "slug">, date: string): KeptBoard | undefined;
}

/** Nothing put yet. */
export function makePutBoards(): PutBoards {
  const kept = new Map<string, KeptBoard>();
  const keyOf = ({ sport, slug }: Pick<Board, "sport" | "slug">, date: string) =>
    `${sport}/${slug}/${date}`;

  return {
    at: (board, date) => kept.get(keyOf(board, date)),
    put({ board, date, body: { events, ...fields } }) {
      const before = kept.get(keyOf(board, date))?.events ?? [];
      const ids = new Set(events.flatMap(idsOf));
      for (const [key, other] of kept) {
        if (board.sport === "tennis" || !key.startsWith(`${board.sport}/`)) continue;
        const left = other.events.filter((event) => !idsOf(event).some((id) => ids.has(id)));
        kept.set(key, { ...other, events: left });
      }
      const merged = events.length === 0 ? [] : mergedEvents(before, events);
      kept.set(keyOf(board, date), { fields, events: merged });
    },
  };
}

/** Those that were there keep their places; entries without an id are the last body's. */
function mergedEvents(
  before: ReadonlyArray<WireObject>,
  events: ReadonlyArray<WireObject>,
): ReadonlyArray<WireObject> {
  const byId = new Map(events.flatMap((event) => idsOf(event).map((id) => [id, event])));
  const kept = before.flatMap((event) => idsOf(event).map((id) => byId.get(id) ?? event));
  const taken = new Set(kept);
  return [...kept, ...events.filter((event) => !taken.has(event))];
}

/** One, or none. */
function idsOf({ id }: WireObject): ReadonlyArray<string> {
  return typeof id === "string" || typeof id === "number" ? [String(id)] : [];
}
