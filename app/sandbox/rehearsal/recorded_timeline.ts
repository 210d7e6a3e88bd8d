/**
 * What was received, read ahead of a replay's clock.
 *
 * @module
 */
import { dayOf, recordedDays } from "../../../adapters/recording/day_folder.ts";
import { readDay } from "../../../adapters/recording/reading.ts";
import { type Feed, FEEDS, type Received } from "../../../core/recording/mod.ts";

/** What providers sent, and not what the service made of it. */
const FEEDS_HEARD: ReadonlyArray<Feed> = FEEDS.filter((feed) => feed !== "published");

/** The things of a recording from an instant on, one after the other. */
export class RecordedTimeline {
  readonly #things: AsyncGenerator<Received>;
  readonly #ahead: Array<Received> = [];
  /** How many of those that were read ahead are taken. */
  #taken = 0;
  #isOver = false;
  #readMs = -Infinity;

  /** Instants are unix milliseconds: from the first on, and before the second. */
  constructor(
    folder: string,
    { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  ) {
    this.#things = things(folder, { fromMs, untilMs });
  }

  /** When the next thing was received; Infinity where none is left of what was read. */
  get nextMs(): number {
    return this.#ahead[this.#taken]?.atMs ?? Infinity;
  }

  /** Reads until something was received after an instant. Returns what was read, in order. */
  async readUntil(ms: number): Promise<ReadonlyArray<Received>> {
    const read: Array<Received> = [];
    while (this.#readMs <= ms && !this.#isOver) {
      const next = await this.#things.next();
      if (next.done === true) {
        this.#isOver = true;
        break;
      }
      this.#readMs = next.value.atMs;
      read.push(next.value);
    }
    if (this.#taken > 0) this.#ahead.splice(0, this.#taken);
    this.#taken = 0;
    for (const one of read) this.#ahead.push(one);
    return read;
  }

  /** Returns the next thing that was received at an instant or before; undefined without one. */
  take(ms: number): Received | undefined {
    const next = this.#ahead[this.#taken];
    if (next === undefined || next.atMs > ms) return undefined;
    this.#taken += 1;
    return next;
  }
}

async function* things(
  folder: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): AsyncGenerator<Received> {
  for (const day of await recordedDays(folder)) {
    if (day < dayOf(fromMs) || day > dayOf(untilMs)) continue;
    for await (const received of readDay({ folder, day, feeds: FEEDS_HEARD, fromMs })) {
      if (received.atMs >= untilMs) return;
      yield received;
    }
  }
}
