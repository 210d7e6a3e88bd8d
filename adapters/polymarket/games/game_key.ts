/**
 * Groups the venue's events by game.
 *
 * @module
 */
import { isOtherGame, readGameSlug } from "./game_slug.ts";
import { isSameName, readGameTitle } from "./game_title.ts";
import { readKickoff } from "./kickoff.ts";
import type { GammaGameEvent } from "./payload.ts";

/** The events of one game, with its key. */
export interface EventGroup {
  /** `game:<id>`, or `slug:<slug of its main event>` if the venue gives no id. */
  readonly key: string;
  /** The main event first. */
  readonly events: ReadonlyArray<GammaGameEvent>;
}

/**
 * Groups the events of each game: by the venue's game id or, without one, by the parent event or
 * the slug that theirs continues, unless they begin at another time.
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

/** Returns the id of the game; undefined if there is none, which the venue may write as 0. */
export function gameIdOf({ gameId }: GammaGameEvent): string | undefined {
  const text = String(gameId ?? "").trim();
  return text === "" || text === "0" ? undefined : text;
}

function keyOf(event: GammaGameEvent, known: KnownEvents): string {
  const main = gameIdOf(event) === undefined ? mainOf(event, known) : undefined;
  const gameId = gameIdOf(main ?? event);
  if (gameId !== undefined) return `game:${gameId}`;
  if (main !== undefined) return `slug:${stemOf(main)}`;
  // An event that begins at another time than the one whose slug it continues is separate.
  return `slug:${known.bySlug.has(stemOf(event)) ? nameOf(event) : stemOf(event)}`;
}

/** The main event of an additional event. */
function mainOf(event: GammaGameEvent, { byId, bySlug }: KnownEvents): GammaGameEvent | undefined {
  const parent = byId.get(String(event.parentEventId ?? ""));
  const main = bySlug.get(stemOf(event));
  return [parent, main].find((other) =>
    other !== undefined && other !== event && beginTogether(event, other) &&
    (stemOf(event) === other.slug || nameSameSides(event, other))
  );
}

/** A fight card is the parent of each of its fights, but is not a fight itself. */
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

/** Whether two events begin at the same time, or at least one does not say when. */
function beginTogether(a: GammaGameEvent, b: GammaGameEvent): boolean {
  const [one, other] = [readKickoff(a), readKickoff(b)];
  return one.kind !== "at" || other.kind !== "at" || one.sec === other.sec;
}

/** Main events before additional ones, and older ones before newer. */
function byRank(a: GammaGameEvent, b: GammaGameEvent): number {
  return Number(isAppendix(a)) - Number(isAppendix(b)) || Number(a.id) - Number(b.id);
}

function isAppendix(event: GammaGameEvent): boolean {
  return stemOf(event) !== event.slug || (event.parentEventId ?? null) !== null;
}
