/**
 * Custom events of the simulated venue, in the venue's own format. They take precedence over the
 * world's.
 *
 * @module
 */

/** A JSON object as received. */
export type PutObject = Readonly<Record<string, unknown>>;

/** An event with text as `id` and `slug`, whose markets have text as `id`. */
export interface PutEvent extends PutObject {
  readonly id: string;
  readonly slug: string;
  readonly markets?: ReadonlyArray<PutMarket>;
}

/** A market of a custom event. */
export interface PutMarket extends PutObject {
  readonly id: string;
}

/** A market and its event. */
export interface PutPlace {
  readonly event: PutEvent;
  readonly market: PutMarket;
}

/** The custom events. An event with a `createdAt` in the future does not appear until then. */
export interface PutEvents {
  /**
   * Merges an event into the one with its id or slug: fields replace fields, and markets merge by
   * id or slug.
   */
  put(event: PutEvent): void;
  /** Returns whether a custom event replaces an event of the world. */
  hides(world: { readonly id: string; readonly slug: string }, nowSec: number): boolean;
  all(nowSec: number): ReadonlyArray<PutEvent>;
  event(by: "id" | "slug", value: string, nowSec: number): PutEvent | undefined;
  /** Returns the first market that matches. */
  market(isWanted: (market: PutMarket) => boolean, nowSec: number): PutPlace | undefined;
}

/** Makes an empty set. */
export function makePutEvents(): PutEvents {
  let events: ReadonlyArray<PutEvent> = [];
  const all = (nowSec: number) => events.filter((event) => createdSec(event) <= nowSec);
  return {
    all,
    put(event) {
      const isSame = ({ id, slug }: PutEvent) => id === event.id || slug === event.slug;
      const merged = [...events.filter(isSame), event].reduce(mergeEvents);
      events = [...events.filter((other) => !isSame(other)), merged];
    },
    hides: (world, nowSec) =>
      all(nowSec).some(({ id, slug }) => id === world.id || slug === world.slug),
    event: (by, value, nowSec) => all(nowSec).find((event) => event[by] === value),
    market(isWanted, nowSec) {
      for (const event of all(nowSec)) {
        const market = event.markets?.find(isWanted);
        if (market !== undefined) return { event, market };
      }
      return undefined;
    },
  };
}

function createdSec({ createdAt }: PutEvent): number {
  const ms = typeof createdAt === "string" ? Date.parse(createdAt) : NaN;
  return Number.isNaN(ms) ? -Infinity : ms / 1000;
}

function mergeEvents(before: PutEvent, after: PutEvent): PutEvent {
  const markets = [...before.markets ?? []];
  for (const market of after.markets ?? []) {
    const at = markets.findIndex(({ id, slug }) =>
      id === market.id || (slug !== undefined && slug === market["slug"])
    );
    if (at < 0) markets.push(market);
    else markets[at] = { ...markets[at], ...market };
  }
  const hasMarkets = before.markets !== undefined || after.markets !== undefined;
  return { ...before, ...after, ...(hasMarkets ? { markets } : {}) };
}
