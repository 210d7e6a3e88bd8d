/**
 * Recorded scoreboards that replace the world's.
 *
 * @module
 */
import { type Scoreboard } from "./scoreboard_league.ts";
import { type WireObject } from "./event_object.ts";

/** A recording of a scoreboard on a US Eastern day (`YYYYMMDD`). */
export interface ScoreboardRecording {
  readonly scoreboard: Scoreboard;
  readonly date: string;
  readonly body: WireObject & { readonly events: ReadonlyArray<WireObject> };
}

/** The recorded content of one scoreboard and day. */
export interface RecordedScoreboard {
  /** The fields next to the events. */
  readonly fields: WireObject;
  readonly events: ReadonlyArray<WireObject>;
}

/**
 * The recorded scoreboards. A game appears once in its sport: recording it again, on any scoreboard
 * and day, moves it. Only a tennis tournament is listed on each of its days.
 */
export interface RecordedScoreboards {
  /**
   * Merges the events of a body into those of the scoreboard and day, and replaces those with the
   * same id. A body without events clears the day: then no game is played.
   */
  put(recording: ScoreboardRecording): void;
  /** Returns the recording of exactly this scoreboard and day; undefined if there is none. */
  at(scoreboard: Pick<Scoreboard, "sport" | "slug">, date: string): RecordedScoreboard | undefined;
}

/** Makes an empty set of recordings. */
export function makeRecordedScoreboards(): RecordedScoreboards {
  const recordings = new Map<string, RecordedScoreboard>();
  const keyOf = ({ sport, slug }: Pick<Scoreboard, "sport" | "slug">, date: string) =>
    `${sport}/${slug}/${date}`;

  return {
    at: (scoreboard, date) => recordings.get(keyOf(scoreboard, date)),
    put({ scoreboard, date, body: { events, ...fields } }) {
      const before = recordings.get(keyOf(scoreboard, date))?.events ?? [];
      const ids = new Set(events.flatMap(idsOf));
      for (const [key, other] of recordings) {
        if (scoreboard.sport === "tennis" || !key.startsWith(`${scoreboard.sport}/`)) continue;
        const left = other.events.filter((event) => !idsOf(event).some((id) => ids.has(id)));
        recordings.set(key, { ...other, events: left });
      }
      const merged = events.length === 0 ? [] : mergedEvents(before, events);
      recordings.set(keyOf(scoreboard, date), { fields, events: merged });
    },
  };
}

/** Existing events keep their positions; only the last body's entries without an id are kept. */
function mergedEvents(
  before: ReadonlyArray<WireObject>,
  events: ReadonlyArray<WireObject>,
): ReadonlyArray<WireObject> {
  const byId = new Map(events.flatMap((event) => idsOf(event).map((id) => [id, event])));
  const updated = before.flatMap((event) => idsOf(event).map((id) => byId.get(id) ?? event));
  const taken = new Set(updated);
  return [...updated, ...events.filter((event) => !taken.has(event))];
}

/** Returns one id, or none. */
function idsOf({ id }: WireObject): ReadonlyArray<string> {
  return typeof id === "string" || typeof id === "number" ? [String(id)] : [];
}
