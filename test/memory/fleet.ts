/**
 * A fleet of replicas in one process: for tests, which cut replicas off and let them hang.
 *
 * @module
 */
import type { NewsChannel, NewsItem } from "../../core/port/news.ts";
import { LeaseTable } from "./lease_table.ts";

/** The time that a fleet runs on. */
export interface FleetTime {
  /** Milliseconds from an arbitrary origin. */
  readonly nowMs: () => number;
  /** Calls `wake` once, after this time. Returns a function that prevents it. */
  readonly after: (ms: number, wake: () => void) => () => void;
}

/** The options of a {@linkcode MemoryFleet}. */
export interface MemoryFleetOptions {
  readonly time: FleetTime;
  /** How many items each channel keeps for those who read late. */
  readonly keptMax: (channel: NewsChannel) => number;
}

/** A holder that does not renew its lease for longer is replaced. */
export const LEASE_MS = 3_000;
/** News and answers take this long on their way. */
export const TRIP_MS = 1;

/** An item of news, and who published it. */
export interface NewsEntry {
  readonly id: number;
  readonly from: string;
  readonly item: NewsItem;
}

/** A replica as its fleet sees it. */
export interface NewsReader {
  /** Called when a channel has something new. */
  readonly read: (channel: NewsChannel) => void;
}

/** The news of one channel. */
interface Channel {
  /** The ids have no gaps: what is missing before the first entry was dropped. */
  readonly entries: Array<NewsEntry>;
  nextId: number;
}

/** What the replicas of a fleet share, as `adapters/redis` keeps it on a server. */
export class MemoryFleet {
  readonly time: FleetTime;
  readonly leases = new LeaseTable(LEASE_MS);
  readonly #keptMax: MemoryFleetOptions["keptMax"];
  readonly #channels = new Map<NewsChannel, Channel>();
  readonly #readers = new Set<NewsReader>();

  constructor({ time, keptMax }: MemoryFleetOptions) {
    this.time = time;
    this.#keptMax = keptMax;
  }

  /** Adds a replica, which receives news from now on. */
  join(reader: NewsReader): void {
    this.#readers.add(reader);
  }

  /** Forgets a replica. Its leases run out. */
  leave(reader: NewsReader): void {
    this.#readers.delete(reader);
  }

  /** Loses everything, as a server without a disk does. */
  forget(): void {
    this.leases.forget();
    for (const { entries } of this.#channels.values()) entries.length = 0;
  }

  /**
   * Adds an item, unless it comes under a lease that another one holds, or nobody. Returns whether
   * it did.
   */
  add(from: string, { channel, item, lease }: {
    readonly channel: NewsChannel;
    readonly item: NewsItem;
    readonly lease: string | undefined;
  }): boolean {
    const { time: { nowMs, after }, leases } = this;
    if (lease !== undefined && leases.holderOf(lease, nowMs()) !== from) return false;
    const known = this.#channelOf(channel);
    known.entries.push({ id: known.nextId++, from, item });
    const tooMany = known.entries.length - this.#keptMax(channel);
    if (tooMany > 0) known.entries.splice(0, tooMany);
    for (const reader of this.#readers) after(TRIP_MS, () => reader.read(channel));
    return true;
  }

  /** Returns what is kept after an id, oldest first, and whether items after it were dropped. */
  entriesAfter(channel: NewsChannel, id: number) {
    const { entries, nextId } = this.#channelOf(channel);
    const firstId = entries[0]?.id ?? nextId;
    return {
      entries: entries.filter((entry) => entry.id > id),
      areSomeDropped: firstId > id + 1,
      lastId: nextId - 1,
    };
  }

  #channelOf(channel: NewsChannel): Channel {
    const known = this.#channels.get(channel) ?? { entries: [], nextId: 0 };
    this.#channels.set(channel, known);
    return known;
  }
}
