/**
 * Which events of the venue are about one game.
 *
 * @module
 */
import { isOtherGame, readGameSlug } from "./game_slug.ts";
import { isSameName, readGameTitle } from "./game_title.ts";
import { readKickoff } from "./kickoff.ts";
import type { GammaGameEvent } from "./payload.ts";

/** The events of one game, by what the venue knows it by. */
export interface EventGroup {
  /** `game:<id>`, or `slug:<slug of its main event>` where the venue gave it no id. */
  readonly key: string;
  /** The main event first. */
  readonly events: ReadonlyArray<GammaGameEvent>;
}

/**
 * Brings the events of a game together: by the venue's id of it; without one, by the event they
 * belong to or by the slug that theirs continues, unless they begin at another time.
 */
export function groupEvents(events: ReadonlyArray<GammaGameEvent>): ReadonlyArray<EventGroup> {
  const known = {
    byId: new Map(events.map((event) => [String(event.id), event])),
    bySlug: new Map(events.map((event) => [event.slug ?? "", event])),
  };
  const groups = new Map<string, GammaGameEvent[]>();
  for (const event of events) {
    const key = keyOf(event, known);
    groups.set(key, [...groups.get(key) ?? [], event]);
  }
  return [...groups].map(([key, members]) => ({ key, events: members.sort(byRank) }));
}

interface KnownEvents {
  readonly byId: ReadonlyMap<string, GammaGameEvent>;
  readonly bySlug: ReadonlyMap<string, GammaGameEvent>;
}

/** The id of the game; undefined where there is none. The venue writes 0 for none as well. */
export function gameIdOf({ gameId }: GammaGameEvent): string | undefined {
  const text = String(gameId ?? "").trim();
  return text === "" || text === "0" ? undefined : text;
}

function keyOf(event: GammaGameEvent, known: KnownEvents): string {
  const main = gameIdOf(event) === undefined ? mainOf(event, known) : undefined;
  const gameId = gameIdOf(main ?? event);
  if (gameId !== undefined) return `game:${gameId}`;
  if (main !== undefined) return `slug:${stemOf(main)}`;
  // What begins at another time than the event whose slug it continues stands for itself.
  return `slug:${known.bySlug.has(stemOf(event)) ? nameOf(event) : stemOf(event)}`;
}

/** The event that this one is an appendix of. */
function mainOf(event: GammaGameEvent, { byId, bySlug }: KnownEvents): GammaGameEvent | undefined {
  const parent = byId.get(String(event.parentEventId ?? ""));
  const main = bySlug.get(stemOf(event));
  return [parent, main].find((other) =>
    other !== undefined && other !== event && beginTogether(event, other) &&
    (stemOf(event) === other.slug || nameSameSides(event, other))
  );
}

/** An evening of many fights is the parent of each of them, and none of them itself. */
function nameSameSides(a: GammaGameEvent, b: GammaGameEvent): boolean {
  const [one, other] = [readGameTitle(a.title), readGameTitle(b.title)];
  return one !== undefined && other !== undefined &&
    isSameName(one[0], other[0]) && isSameName(one[1], other[1]);
}

function stemOf(event: GammaGameEvent): string {
  const read = readGameSlug(event.slug);
  return read === undefined || isOtherGame(read.suffix) ? nameOf(event) : read.stem;
}

function nameOf({ id, slug }: GammaGameEvent): string {
  return slug || String(id);
}

/** As far as both say when. */
function beginTogether(a: GammaGameEvent, b: GammaGameEvent): boolean {
  const [one, other] = [readKickoff(a), readKickoff(b)];
  return one.kind !== "at" || other.kind !== "at" || one.sec === other.sec;
}

/** Main events before appendices, and older ones before newer. */
function byRank(a: GammaGameEvent, b: GammaGameEvent): number {
  return Number(isAppendix(a)) - Number(isAppendix(b)) || Number(a.id) - Number(b.id);
}

function isAppendix(event: GammaGameEvent): boolean {
  return stemOf(event) !== event.slug || (event.parentEventId ?? null) !== null;
}
