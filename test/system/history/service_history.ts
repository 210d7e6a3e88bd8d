/** Runs a history: its steps, and then a while in which everything works. @module */
import { Effect, Option } from "effect";
import { targetKey, type TargetQuery } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { runGameJob } from "../../../core/use_case/game/mod.ts";
import { teamNamed } from "../../core/game/arbitrary_game.ts";
import { Chance } from "../../stage/chance.ts";
import { pinned } from "../../stage/pinned.ts";
import { Conditions } from "./conditions.ts";
import { Customers } from "./customer.ts";
import { GamesReader } from "./game_walk.ts";
import { Ground, SPEED } from "./ground.ts";
import { MAKERS } from "./maker_venue.ts";
import { areMakersAtRest, Makers } from "./makers.ts";
import { openMade, openTrading, venueRecords, WALLETS } from "./order_ground.ts";
import { Replica } from "./replica.ts";
import { LEAGUE } from "./replica_ports.ts";
import { type LastState, readLastState, toldQueries } from "./last_states.ts";
import { publishPrices } from "./publish_prices.ts";
import { CLIENTS, type GameMove, type HistoryPlan, type Step, type StepOf } from "./step.ts";
import { FOLLOWED, FOLLOWED_WALLETS, StreamClient } from "./stream_client.ts";
import { askTargets, type GivenTarget } from "./target_questions.ts";

/** Long enough for a request without an answer to end and be repeated, and for final prices. */
const QUIET_MS = 400_000;
const LAST_ANSWERS_MS = 10_000;
/** Of machine time: calls of a store that had trouble are on their way no longer. */
const STRAY_CALL_MS = 6_000;
/** Of machine time: every order has its end by then. */
const SETTLED_MS_MAX = 300_000;
const LISTED_MS = 30_000;
const HOUR_SEC = 3_600;

const none = Option.none<never>();

/** One run of a history. */
export class ServiceHistory {
  readonly ground: Ground;
  readonly clients: ReadonlyArray<StreamClient>;
  readonly given: Array<GivenTarget> = [];
  readonly reader: GamesReader;
  readonly customers: Customers;
  readonly makers: Makers;
  readonly lastStates: Array<LastState> = [];
  /** What every replica was asked for at the end, by target key. */
  readonly asked = new Map<string, TargetQuery>();
  readonly defects: Array<string> = [];
  readonly #replicas: Array<Replica | undefined>;
  #lives = 0;

  constructor({ world, steps }: HistoryPlan) {
    this.ground = new Ground(world);
    const followed = world.isOfOrders ? FOLLOWED_WALLETS : FOLLOWED;
    this.clients = Array.from({ length: CLIENTS }, () => new StreamClient(followed));
    this.reader = new GamesReader(this.ground);
    this.#replicas = Array.from({ length: world.replicas }, () => undefined);
    openTrading(this.ground);
    this.customers = new Customers(this.ground, () => this.replicas);
    this.makers = new Makers(this.ground, this.customers);
    const { time } = this.ground;
    const chance = new Chance(world.seed + 1);
    pinned({ nowMs: () => time.nowMs, chance }, () => this.#run(steps));
  }

  #run(steps: ReadonlyArray<Step>): void {
    const { ground: { time, traffic } } = this;
    for (const at of this.#replicas.keys()) this.#start(at);
    if (!this.ground.plan.isOfOrders) publishPrices(this.ground);
    for (const step of steps) this.#do(step);
    this.#heal();
    time.advance(QUIET_MS);
    this.#settle();
    if (!this.ground.plan.isOfOrders) this.#askLast();
    traffic.records = venueRecords(this.ground);
    traffic.endMs = this.ground.machineMs;
    for (const { fleet } of this.replicas) fleet.kill();
  }

  /** Waits for the ends of all orders, and asks for them once more. */
  #settle(): void {
    const { customers, makers, ground } = this;
    if (ground.traffic.requests.length + makers.wishes.length === 0) return;
    const wait = (isOver: () => boolean) => {
      for (let waitedMs = 0; waitedMs < SETTLED_MS_MAX && !isOver(); waitedMs += 2_000) {
        ground.time.advance(2_000 * SPEED);
      }
    };
    ground.makers.end();
    const areAnswered = () => customers.waiting + makers.waiting === 0;
    wait(() =>
      ground.underWay === 0 && areAnswered() && this.#areAllFinal() && areMakersAtRest(ground)
    );
    customers.placeAgain();
    makers.placeAgain();
    wait(() => areAnswered() && areMakersAtRest(ground));
    for (const replica of this.replicas) {
      for (const { id } of WALLETS) customers.list(id, replica);
      for (const { id } of MAKERS) makers.look(id, replica);
    }
    ground.time.advance(LISTED_MS);
  }

  #areAllFinal(): boolean {
    const open = { states: ["sent", "unknown"], conditionId: none, after: none, limit: 1 } as const;
    return WALLETS.every(({ id: walletId }) =>
      Effect.runSync(this.ground.orders.list({ walletId, ...open })).length === 0
    );
  }

  get replicas(): ReadonlyArray<Replica> {
    return this.#replicas.flatMap((replica) => replica ?? []);
  }

  #do(step: Step): void {
    switch (step.kind) {
      case "pass":
        return this.ground.time.advance(step.ms);
      case "set":
        return this.#change(step.conditions);
      case "socket":
        return this.#changeSockets(step);
      case "fleet":
        return this.#at(step.replica)?.fleet[step.change]();
      case "rules":
        this.ground.rules += 1;
        return;
      case "hang_up":
        return this.customers.hangUp();
      case "die":
        return this.#at(step.replica)?.endAtCall(step.call);
      case "order":
      case "limit":
      case "change_key":
      case "list":
        return this.#ofCustomer(step);
      case "rest":
      case "batch":
      case "alter":
      case "look":
        return this.makers.do(step, this.#at(step.replica));
      case "hit": {
        const { place, shares } = step;
        return this.ground.makers.hit({ place, sharesE6: BigInt(shares * 1e6) });
      }
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

  #ofCustomer(step: StepOf<"order" | "limit" | "change_key" | "list">): void {
    const replica = this.#at(step.replica);
    const walletId = WALLETS[step.wallet]?.id;
    if (walletId === undefined) return;
    if (step.kind === "order") {
      const { key, slug, side, amount, orderType } = step;
      const content = { walletId, slug, outcome: "Up", side, amount, orderType };
      const wanted = { key: key === null ? undefined : `key-${key}`, content };
      return this.customers.place(wanted, replica);
    }
    if (replica?.isRunning !== true) return;
    if (step.kind === "list") return this.customers.list(walletId, replica);
    if (step.kind === "change_key") return this.customers.changeKey(walletId, replica);
    this.customers.limit(walletId, step.dayMax ?? undefined, replica);
  }

  /** A position beyond the last one counts from the first again. */
  #at(position: number): Replica | undefined {
    return this.#replicas[position % this.#replicas.length];
  }

  #start(at: number): void {
    const ended = (replica: Replica) => {
      this.#replicas[at] = undefined;
      for (const client of this.clients) if (client.replica === replica) client.leave();
    };
    const name = `${at}.${this.#lives++}`;
    this.#replicas[at] = new Replica(this.ground, { name, position: at, ended });
  }

  #changeProcess({ replica, change }: StepOf<"process">): void {
    const at = replica % this.#replicas.length;
    const process = this.#replicas[at];
    if (process === undefined) return change === "start" ? this.#start(at) : undefined;
    if (change === "hang") {
      process.fleet.gate.hang();
      this.ground.traffic.hung.add(process.name);
    }
    if (change === "wake") process.fleet.gate.wake();
    if (change === "kill" || change === "stop") process.end(change === "stop");
  }

  #change(conditions: Partial<Conditions>): void {
    const { machineMs, traffic: { troubles } } = this.ground;
    Object.assign(this.ground.conditions, conditions);
    this.ground.makers.newsChanged();
    openMade(this.ground);
    const { store } = conditions;
    if (store === undefined) return;
    const last = troubles.at(-1);
    // What was on its way while the store had trouble may still arrive.
    if (last?.untilMs === Infinity) last.untilMs = machineMs + STRAY_CALL_MS;
    if (store !== "answers") troubles.push({ fromMs: machineMs, untilMs: Infinity });
  }

  #ask({ replica: at, what, asset, interval, back }: StepOf<"ask">): void {
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

  #changeSockets({ provider, state, replica }: StepOf<"socket">): void {
    const cutOff = this.ground.conditions.cutOff[provider];
    for (const at of this.#replicas.keys()) {
      if (replica !== null && replica % this.#replicas.length !== at) continue;
      if (state === "down") cutOff.add(at);
      else cutOff.delete(at);
    }
    this.#socketsChanged();
  }

  #socketsChanged(): void {
    for (const socket of this.ground.sockets) socket.connectionChanged();
  }

  /** Everything works again, and every replica and client is there. */
  #heal(): void {
    this.#change(new Conditions());
    this.ground.traffic.calmMs = this.ground.machineMs;
    for (const [at, replica] of this.#replicas.entries()) {
      replica?.endAtCall(Infinity);
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
    for (const query of [...this.given.map(({ query }) => query), ...toldQueries(this.clients)]) {
      this.asked.set(targetKey(query), query);
    }
    for (const replica of this.replicas) {
      const read = (state: LastState) => void this.lastStates.push(state);
      replica.run(this.#noted(readLastState(replica.name, this.asked, read)));
    }
    this.ground.time.advance(LAST_ANSWERS_MS);
  }
}
