/**
 * Runs a history: its steps, and then a while in which everything works.
 *
 * @module
 */
import { Effect } from "effect";
import { type Asset, type Interval, windowContaining } from "../../core/market/mod.ts";
import { targetKey, type TargetQuery } from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import {
  GameReadModel,
  LiveStream,
  runGameJob,
  targetQuery,
  Venue,
} from "../../core/use_case/mod.ts";
import { teamNamed } from "../core/game/arbitrary_game.ts";
import { fairConditions } from "./conditions.ts";
import { GamesReader } from "./game_walk.ts";
import { Ground } from "./ground.ts";
import { LEAGUE, Replica } from "./replica.ts";
import { CLIENTS, type GameMove, type HistoryPlan, type Step } from "./step.ts";
import { FOLLOWED, StreamClient } from "./stream_client.ts";
import { askLast, askTargets, type GivenTarget, type LastAnswer } from "./target_questions.ts";
import { OBSERVED_EVERY_SEC, PUSHED_ASSETS, rolloverAt } from "./truth.ts";

/** What a replica has at the end. */
export interface LastState {
  readonly from: string;
  readonly heads: ReadonlyMap<string, number>;
  readonly gamesRevision: number;
  /** Asked for everything that was ever sent; by target key. Undefined: no answer. */
  readonly answers: ReadonlyMap<string, LastAnswer>;
}

const PUBLISHED_AFTER_MS = 1_000;
/** Long enough for a request without an answer to end and be repeated, and for final prices. */
const QUIET_MS = 400_000;
const LAST_ANSWERS_MS = 10_000;
const HOUR_SEC = 3_600;

/** One run of a history. */
export class ServiceHistory {
  readonly ground: Ground;
  readonly clients = Array.from({ length: CLIENTS }, () => new StreamClient());
  readonly given: Array<GivenTarget> = [];
  readonly reader: GamesReader;
  readonly lastStates: Array<LastState> = [];
  /** What every replica was asked for at the end, by target key. */
  readonly asked = new Map<string, TargetQuery>();
  readonly defects: Array<string> = [];
  readonly #replicas: Array<Replica | undefined>;
  #lives = 0;

  constructor({ world, steps }: HistoryPlan) {
    this.ground = new Ground(world);
    this.reader = new GamesReader(this.ground);
    this.#replicas = Array.from({ length: world.replicas }, () => undefined);
    for (const at of this.#replicas.keys()) this.#start(at);
    this.#observeNext();
    this.#rollOverNext();
    for (const step of steps) this.#do(step);
    this.#heal();
    this.ground.time.advance(QUIET_MS);
    this.#askLast();
    for (const { fleet } of this.replicas) fleet.kill();
  }

  get replicas(): ReadonlyArray<Replica> {
    return this.#replicas.flatMap((replica) => replica ?? []);
  }

  #do(step: Step): void {
    const { conditions, time } = this.ground;
    switch (step.kind) {
      case "pass":
        return time.advance(step.ms);
      case "store":
        conditions.store = step.state;
        return;
      case "provider":
        conditions.providers[step.provider] = step.state;
        return;
      case "socket":
        return this.#changeSockets(step);
      case "delivery":
        conditions.delivery = step.how;
        return;
      case "fleet":
        return this.#at(step.replica)?.fleet[step.change]();
      case "forget":
        return this.ground.fleet.forget();
      case "process":
        return this.#changeProcess(step);
      case "connect": {
        const replica = this.#at(step.replica);
        return replica === undefined ? undefined : this.clients[step.client]?.connect(replica);
      }
      case "leave":
        return this.clients[step.client]?.leave();
      case "ask":
        return this.#ask(step);
      case "schedule": {
        for (const move of step.moves) this.#move(move);
        return this.#at(step.replica)?.run(runGameJob("schedule"));
      }
      case "games": {
        const replica = this.#at(step.replica);
        return replica === undefined ? undefined : this.reader.next(replica, step.limit);
      }
    }
  }

  /** A position beyond the last one counts from the first again. */
  #at(position: number): Replica | undefined {
    return this.#replicas[position % this.#replicas.length];
  }

  #start(at: number): void {
    this.#replicas[at] = new Replica(this.ground, { name: `${at}.${this.#lives++}`, position: at });
  }

  #changeProcess({ replica, change }: Step & { readonly kind: "process" }): void {
    const at = replica % this.#replicas.length;
    const process = this.#replicas[at];
    if (process === undefined) return change === "start" ? this.#start(at) : undefined;
    if (change === "hang") process.fleet.gate.hang();
    if (change === "wake") process.fleet.gate.wake();
    if (change !== "kill" && change !== "stop") return;
    if (change === "kill") process.fleet.kill();
    else process.fleet.close();
    this.#replicas[at] = undefined;
    for (const client of this.clients) if (client.replica === process) client.leave();
  }

  #ask({ replica: at, what, asset, interval, back }: Step & { readonly kind: "ask" }): void {
    const replica = this.#at(at);
    const from = replica?.name ?? "";
    const give = (given: Omit<GivenTarget, "from">) => this.given.push({ ...given, from });
    const { nowSec } = this.ground;
    const ask = askTargets({ what, asset, interval, back, nowSec, give });
    replica?.run(this.#noted(ask));
  }

  /** Failures are answers; a defect is none. */
  #noted<A, E, R>(effect: Effect.Effect<A, E, R>) {
    return effect.pipe(
      Effect.ignore,
      Effect.catchDefect((defect) => Effect.sync(() => void this.defects.push(String(defect)))),
    );
  }

  #move({ event, status, score, hour }: GameMove): void {
    const startSec = this.ground.plan.startSec;
    this.ground.schedule.set(String(event), {
      eventId: String(event),
      league: LEAGUE,
      home: teamNamed(String.fromCharCode(65 + event)),
      away: teamNamed(String.fromCharCode(75 + event)),
      kickoffSec: UnixSec(startSec + hour * HOUR_SEC),
      isKickoffConfirmed: true,
      status,
      statusText: status,
      score: { home: score, away: 0, clock: null, period: null, detail: null },
    });
  }

  #changeSockets({ provider, state, replica }: Step & { readonly kind: "socket" }): void {
    const cutOff = this.ground.conditions.cutOff[provider];
    for (const at of this.#replicas.keys()) {
      if (replica !== undefined && replica % this.#replicas.length !== at) continue;
      if (state === "down") cutOff.add(at);
      else cutOff.delete(at);
    }
    this.#socketsChanged();
  }

  #socketsChanged(): void {
    for (const socket of this.ground.sockets) socket.connectionChanged();
  }

  /** The oracle observes every asset that it pushes, one observation after another. */
  #observeNext(): void {
    const { time } = this.ground;
    const lastSec = Math.floor((time.nowMs - PUBLISHED_AFTER_MS) / 1000 / OBSERVED_EVERY_SEC);
    const observedSec = (lastSec + 1) * OBSERVED_EVERY_SEC;
    time.after(observedSec * 1000 + PUBLISHED_AFTER_MS - time.nowMs, () => {
      for (const socket of [...this.ground.sockets]) {
        for (const asset of PUSHED_ASSETS) socket.observed({ asset, observedSec });
      }
      this.#observeNext();
    });
  }

  #rollOverNext(): void {
    const { time } = this.ground;
    const hourSec = (Math.floor(time.nowMs / 1000 / HOUR_SEC) + 1) * HOUR_SEC;
    for (const asset of PUSHED_ASSETS) {
      const { first: { tradedAtMs } } = rolloverAt(asset, hourSec);
      time.after(tradedAtMs - time.nowMs, () => {
        for (const socket of [...this.ground.sockets]) socket.rolledOver(asset, hourSec);
      });
    }
    time.after(hourSec * 1000 - time.nowMs, () => this.#rollOverNext());
  }

  /** Everything works again, and every replica and client is there. */
  #heal(): void {
    Object.assign(this.ground.conditions, fairConditions());
    for (const [at, replica] of this.#replicas.entries()) {
      replica?.fleet.gate.wake();
      replica?.fleet.mend();
      if (replica === undefined) this.#start(at);
    }
    this.#socketsChanged();
    this.ground.time.advance(5_000);
    for (const [at, client] of this.clients.entries()) {
      const replica = this.#at(at);
      if (client.replica === undefined && replica !== undefined) client.connect(replica);
    }
  }

  /** Asks every replica for all that anybody was ever sent. */
  #askLast(): void {
    for (const query of [...this.given.map(({ query }) => query), ...this.#toldQueries()]) {
      this.asked.set(targetKey(query), query);
    }
    for (const replica of this.replicas) {
      const answers = new Map<string, LastAnswer>();
      replica.run(this.#noted(Effect.gen({ self: this }, function* () {
        // The loop may rest for as long as its last run took, through a hang.
        yield* runGameJob("read_model");
        const stream = yield* LiveStream;
        this.lastStates.push({
          from: replica.name,
          heads: new Map(FOLLOWED.map((topic) => [topic, stream.headOf(topic)])),
          gamesRevision: (yield* GameReadModel).current()?.revision ?? 0,
          answers,
        });
        yield* Effect.forEach(
          this.asked.values(),
          (query) => askLast(query, { from: replica.name, answers }),
          { concurrency: "unbounded", discard: true },
        );
      })));
    }
    this.ground.time.advance(LAST_ANSWERS_MS);
  }

  /** The windows of which clients were sent, with a price or in a gap. */
  #toldQueries(): ReadonlyArray<TargetQuery> {
    const venue = Effect.runSync(Venue.use(Effect.succeed));
    return this.clients.flatMap(({ received }) =>
      received.flatMap(({ event }) => {
        if (event.kind === "target") return [targetQuery(venue, event.asset, event.window)];
        if (event.kind !== "gap" || !event.topic.startsWith("targets:")) return [];
        const [, asset, interval] = event.topic.split(":") as ["targets", Asset, Interval];
        const { calendar } = venue.profile;
        return [event.fromSeq, event.toSeq].map((seq) =>
          targetQuery(venue, asset, windowContaining(calendar, interval, UnixSec(seq)))
        );
      })
    );
  }
}
