/**
 * Pages of games as they were sent, for requests that repeat.
 *
 * A page of 50 games costs several times its sending to put together. It is right until the listing
 * changes or, since a window may begin today, the clock's second does: then it is put together
 * again, twice for all who ask. Most pages are asked for once: to keep those too costs a third of
 * what it takes to make them.
 *
 * @module
 */
import { type GameListing } from "../../../core/game/mod.ts";
import { type TaggedBody } from "../edge/answer/etag.ts";

/** Some hundred pages. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** How many queries are known to have been asked once. */
const ASKED_MAX = 4_096;

/** What pages are made from. */
export interface PageBasis {
  /** The listing at any time. */
  readonly current: () => GameListing | undefined;
  readonly listing: GameListing;
  readonly nowSec: number;
}

/**
 * Keeps the pages of one server, by the values of the query: those of one listing and second alone,
 * since no others are right, and a listing that is over must not stay in memory for them.
 */
export class KeptPages {
  readonly #pages = new Map<string, TaggedBody>();
  readonly #asked = new Set<string>();
  readonly #bytesMax: number;
  #basis: PageBasis | undefined;
  #bytes = 0;

  constructor(bytesMax: number = KEPT_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** How many bytes the kept pages take at most, with what they are compressed to. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns a page that would be the same if it were made now. */
  get(query: string, nowSec: number): TaggedBody | undefined {
    const basis = this.#basis;
    if (basis === undefined || basis.nowSec !== nowSec) return undefined;
    return basis.current() === basis.listing ? this.#pages.get(query) : undefined;
  }

  /**
   * Keeps a page that is made for the second time, if there is room for it at all. Returns what is
   * to be sent of it: what one sending compresses is kept with it.
   */
  set(query: string, page: TaggedBody, basis: PageBasis): TaggedBody {
    const { listing, nowSec } = this.#basis ?? {};
    if (listing !== basis.listing || nowSec !== basis.nowSec) {
      this.#clear();
      this.#asked.clear();
    }
    this.#basis = basis;
    if (!this.#asked.has(query)) {
      if (this.#asked.size >= ASKED_MAX) this.#asked.clear();
      this.#asked.add(query);
      return page;
    }
    // Games compress to less than a third, so that all three codings of a page take one at most.
    const bytes = 2 * page.sizeBytes + query.length;
    const known = this.#pages.get(query);
    if (known !== undefined || bytes > this.#bytesMax) return known ?? page;
    if (this.#bytes + bytes > this.#bytesMax) this.#clear();
    const kept = { ...page, body: page.body.joined };
    this.#pages.set(query, kept);
    this.#bytes += bytes;
    return kept;
  }

  #clear(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }
}
