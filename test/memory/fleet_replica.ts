/** One replica of a fleet in memory, with the ports that its service uses. @module */
import { Effect, type Exit, Scheduler, Scope } from "effect";
import type { LeasesService } from "../../core/port/leases.ts";
import {
  type News,
  NEWS_CHANNELS,
  type NewsChannel,
  type ReceivedNews,
} from "../../core/port/news.ts";
import { keepLeases, MachineTime } from "../../core/use_case/time/mod.ts";
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
  readonly leases: LeasesService;
  readonly #loseLease: (name: string) => void;
  readonly #listening = new Set<Parameters<News["Service"]["listen"]>>();
  readonly #lastIds: Map<NewsChannel, number>;
  readonly #waiting: Array<Parameters<MemoryFleet["add"]>[1]> = [];
  #isCut = false;

  /** Joins the fleet: it wants leases and receives news from now on. Names are unique. */
  constructor(fleet: MemoryFleet, name: string) {
    this.name = name;
    this.#fleet = fleet;
    this.#lastIds = new Map(
      NEWS_CHANNELS.map((channel) => [channel, fleet.entriesAfter(channel, -1).lastId]),
    );
    fleet.join(this);
    const { leases, lose } = this.#keepLeases();
    [this.leases, this.#loseLease] = [leases, lose];
  }

  /** Ends its connection to the fleet. It is alone when its leases have run out. */
  cut(): void {
    this.#isCut = true;
  }

  /** Restores the connection: it receives what it has missed, as far as that is kept. */
  mend(): void {
    if (!this.#isCut) return;
    this.#isCut = false;
    for (const channel of NEWS_CHANNELS) this.read(channel);
  }

  /** Ends it in order: its leases are free at once. */
  close(): void {
    this.#release(this.leases.held());
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
      if (lease !== undefined && !this.leases.holds(lease)) return this.#lose(lease);
      this.#waiting.push({ channel, item, lease });
      this.#waiting.splice(0, Math.max(0, this.#waiting.length - WAITING_MAX));
      if (this.#waiting.length === 1) this.#flushLater();
    },
    listen: (...wanted) =>
      Effect.asVoid(Effect.acquireRelease(
        Effect.sync(() => this.#listening.add(wanted)),
        () => Effect.sync(() => this.#listening.delete(wanted)),
      )),
    recall: (channel) =>
      Effect.sync(() =>
        this.#isCut ? [] : this.#fleet.entriesAfter(channel, -1).entries.map(({ item }) => item)
      ),
  };

  /** Starts to renew. Everything that this does passes the gate. */
  #keepLeases() {
    const { leases, time: { nowMs, after } } = this.#fleet;
    const later = (ms: number, work: () => void) => after(ms, () => this.gate.enter(work));
    const take = (names: ReadonlyArray<string>) =>
      Effect.callback<ReadonlyArray<boolean>, string>((resume) => {
        if (this.#isCut) return resume(Effect.fail("the fleet is away"));
        const claim = { holder: this.name, nowMs: nowMs() };
        const taken = names.map((name) => leases.take(name, claim));
        return Effect.sync(later(TRIP_MS, () => resume(Effect.succeed(taken))));
      });
    const keeping = keepLeases({
      take,
      release: (names) => Effect.sync(() => this.#release(names)),
      leaseMs: LEASE_MS,
      renewEveryMs: RENEW_EVERY_MS,
      worksAlone: true,
    });
    const scheduler = new Scheduler.MixedScheduler("async", (task) => later(0, task));
    const machine = {
      nowMs: Effect.sync(nowMs),
      sleep: (ms: number) =>
        Effect.callback<void>((resume) => Effect.sync(later(ms, () => resume(Effect.void)))),
    };
    const fiber = Effect.runFork(
      keeping.pipe(Scope.provide(Scope.makeUnsafe()), Effect.provideService(MachineTime, machine)),
      { scheduler },
    );
    return Effect.runSync(fiber.pollUnsafe() as Exit.Exit<Effect.Success<typeof keeping>>);
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

  #release(names: ReadonlyArray<string>): void {
    if (this.#isCut) return;
    for (const name of names) this.#fleet.leases.release(name, this.name);
  }

  /** Ends the work of which something was not published. */
  #lose(lease: string): void {
    this.#loseLease(lease);
    const kept = this.#waiting.filter((one) => one.lease !== lease);
    this.#waiting.splice(0, this.#waiting.length, ...kept);
  }

  #deliver(channel: NewsChannel, received: ReceivedNews): void {
    for (const [wanted, listener] of this.#listening) if (wanted === channel) listener(received);
  }
}
