/** One replica of a fleet in memory, with the ports that its service uses. @module */
import { Effect, Option } from "effect";
import {
  type FleetState,
  type Leases,
  type News,
  NEWS_CHANNELS,
  type NewsChannel,
  type ReceivedNews,
} from "../../core/port/mod.ts";
import { LEASE_MS, type MemoryFleet, TRIP_MS } from "./fleet.ts";
import { ProcessGate } from "./process_gate.ts";

const RENEW_EVERY_MS = 500;
/** The newest items wait for a server that is away. */
const WAITING_MAX = 5_000;

/** Has the promises of `adapters/redis`, and what tests do to it. */
export class MemoryReplica {
  readonly name: string;
  /** Hangs and ends the whole process of which this is a part. */
  readonly gate = new ProcessGate();
  readonly #fleet: MemoryFleet;
  /** The leases that are wanted, with the end of each. */
  readonly #wanted = new Map<string, number>();
  /** Those that it held when the fleet went away. */
  readonly #kept = new Set<string>();
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Map<NewsChannel, Set<(received: ReceivedNews) => void>>();
  readonly #lastIds: Map<NewsChannel, number>;
  readonly #waiting: Array<Parameters<MemoryFleet["add"]>[1]> = [];
  #contactMs: number;
  #isCut = false;
  #isAlone = false;

  /** Joins the fleet: it wants leases and receives news from now on. Names are unique. */
  constructor(fleet: MemoryFleet, name: string) {
    this.name = name;
    this.#fleet = fleet;
    this.#contactMs = fleet.time.nowMs();
    this.#lastIds = new Map(
      NEWS_CHANNELS.map((channel) => [channel, fleet.entriesAfter(channel, -1).lastId]),
    );
    fleet.join(this);
    this.#tick();
  }

  /** Ends its connection to the fleet. It is alone when its leases have run out. */
  cut(): void {
    this.#isCut = true;
  }

  /** Restores the connection: it receives what it has missed, as far as that is kept. */
  mend(): void {
    if (!this.#isCut) return;
    this.#isCut = false;
    this.gate.enter(() => this.#renew());
    for (const channel of NEWS_CHANNELS) this.read(channel);
  }

  /** Ends it in order: its leases are free at once. */
  close(): void {
    if (!this.#isCut) {
      for (const name of this.#wanted.keys()) this.#fleet.leases.release(name, this.name);
    }
    this.kill();
  }

  /** Ends it, as SIGKILL does. */
  kill(): void {
    this.gate.kill();
    this.#fleet.leave(this);
  }

  /** Reads what was published since the last reading. Called by the fleet. */
  read(channel: NewsChannel): void {
    this.gate.enter(() => {
      if (this.#isCut) return;
      const after = this.#fleet.entriesAfter(channel, this.#lastIds.get(channel) ?? -1);
      this.#lastIds.set(channel, after.lastId);
      if (after.areSomeDropped) this.#deliver(channel, { missed: true });
      for (const { from, item } of after.entries) {
        if (from !== this.name) this.#deliver(channel, { item });
      }
    });
  }

  readonly news: News["Service"] = {
    publish: (channel, item, lease) => {
      if (lease !== undefined && !this.#holds(lease)) return this.#lose(lease);
      this.#waiting.push({ channel, item, lease });
      this.#waiting.splice(0, Math.max(0, this.#waiting.length - WAITING_MAX));
      if (this.#waiting.length === 1) this.#flushLater();
    },
    listen: (channel, listener) => {
      const others = this.#listeners.get(channel) ?? new Set();
      this.#listeners.set(channel, others.add(listener));
      return () => void others.delete(listener);
    },
    recall: (channel) =>
      Effect.sync(() =>
        this.#isCut ? [] : this.#fleet.entriesAfter(channel, -1).entries.map(({ item }) => item)
      ),
  };

  readonly leases: Leases["Service"] = {
    state: (): FleetState => this.#isAlone ? "alone" : "shared",
    held: () => [...this.#wanted.keys()].filter((name) => this.#holds(name)),
    holds: (name) => this.#holds(name),
    whileHeld: (name, work) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          this.#wanted.set(name, -Infinity);
          this.#renew();
        }),
        () =>
          Effect.andThen(
            this.#until(name, true),
            Effect.raceFirst(
              Effect.asSome(work),
              Effect.as(this.#until(name, false), Option.none()),
            ),
          ).pipe(Effect.repeat({ until: Option.isSome }), Effect.map(Option.getOrThrow)),
        () =>
          Effect.sync(() => {
            this.#wanted.delete(name);
            this.#kept.delete(name);
            if (!this.#isCut) this.#fleet.leases.release(name, this.name);
          }),
      ),
  };

  #holds(name: string): boolean {
    if (this.#isAlone || this.#kept.has(name)) return true;
    return this.#fleet.time.nowMs() < (this.#wanted.get(name) ?? -Infinity);
  }

  #until(name: string, isHeld: boolean): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const watch = () => {
        if (this.#holds(name) !== isHeld) return;
        this.#watchers.delete(watch);
        resume(Effect.void);
      };
      this.#watchers.add(watch);
      watch();
      return Effect.sync(() => void this.#watchers.delete(watch));
    });
  }

  #tick(): void {
    this.gate.enter(() => {
      // Also without an answer: a lease ends by itself.
      this.#look();
      this.#renew();
      this.#fleet.time.after(RENEW_EVERY_MS, () => this.#tick());
    });
  }

  #renew(): void {
    const { leases, time: { nowMs, after } } = this.#fleet;
    const askedMs = nowMs();
    if (this.#isCut) {
      for (const name of this.#wanted.keys()) if (this.#holds(name)) this.#kept.add(name);
      // The others hold their leases until the end, and know no sooner that we are gone.
      this.#isAlone = askedMs - this.#contactMs > LEASE_MS;
      return this.#look();
    }
    const held = [...this.#wanted.keys()].map((name) => {
      return [name, leases.take(name, { holder: this.name, nowMs: askedMs })] as const;
    });
    const answered = () => {
      [this.#contactMs, this.#isAlone] = [nowMs(), false];
      this.#kept.clear();
      for (const [name, isHeld] of held) {
        // Counted from before the question: here it ends no later than for the fleet.
        if (this.#wanted.has(name)) {
          this.#wanted.set(name, isHeld ? askedMs + LEASE_MS : -Infinity);
        }
      }
      this.#look();
    };
    after(TRIP_MS, () => this.gate.enter(answered));
  }

  #look(): void {
    for (const watch of [...this.#watchers]) watch();
  }

  #flushLater(): void {
    this.#fleet.time.after(this.#isCut ? RENEW_EVERY_MS : TRIP_MS, () =>
      this.gate.enter(() => {
        if (this.#isCut) return this.#flushLater();
        for (const published of this.#waiting.splice(0)) {
          const { lease } = published;
          if (!this.#fleet.add(this.name, published) && lease !== undefined) this.#lose(lease);
        }
      }));
  }

  /** Ends the work of which something was not published. */
  #lose(lease: string): void {
    if (!this.#wanted.has(lease)) return;
    this.#wanted.set(lease, -Infinity);
    this.#kept.delete(lease);
    this.#isAlone = false;
    const kept = this.#waiting.filter((one) => one.lease !== lease);
    this.#waiting.splice(0, this.#waiting.length, ...kept);
    this.#look();
  }

  #deliver(channel: NewsChannel, received: ReceivedNews): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(received);
  }
}
