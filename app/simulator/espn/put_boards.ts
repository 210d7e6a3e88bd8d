/**
 * Recorded scoreboards that replace the world's.
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

/** The recorded content of one board and day. */
export interface KeptBoard {
  /** The fields next to the events. */
  readonly fields: WireObject;
  readonly events: ReadonlyArray<WireObject>;
}

/**
 * The recorded scoreboards. A game appears once in its sport: recording it again, on any board and
 * day, moves it. Only a tennis tournament is listed on each of its days.
 */
export interface PutBoards {
  /**
   * Merges the events of a body into those of the board and day, and replaces those with the same
   * id. A body without events clears the day: then no game is played.
   */
  put(board: PutBoard): void;
  /** Returns the recording of exactly this board and day; undefined if there is none. */
  at(board: Pick<Board, "sport" | "slug">, date: string): KeptBoard | undefined;
}

/** Makes an empty set of recordings. */
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

/** Existing events keep their positions; only the last body's entries without an id are kept. */
function mergedEvents(
  before: ReadonlyArray<WireObject>,
  events: ReadonlyArray<WireObject>,
): ReadonlyArray<WireObject> {
  const byId = new Map(events.flatMap((event) => idsOf(event).map((id) => [id, event])));
  const kept = before.flatMap((event) => idsOf(event).map((id) => byId.get(id) ?? event));
  const taken = new Set(kept);
  return [...kept, ...events.filter((event) => !taken.has(event))];
}

/** Returns one id, or none. */
function idsOf({ id }: WireObject): ReadonlyArray<string> {
  return typeof id === "string" || typeof id === "number" ? [String(id)] : [];
}
