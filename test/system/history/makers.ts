/**
 * Customers whose orders rest: they place, replace and cancel them, guard their wallets, and ask
 * until each answer is final.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { FILL_STATES, isFinalFill } from "../../../core/order/mod.ts";
import { type Customers, isFinal } from "./customer.ts";
import type { Ground } from "./ground.ts";
import { MAKERS } from "./maker_venue.ts";
import { MADE, walletAt } from "./order_ground.ts";
import type { Replica } from "./replica.ts";
import type { Asked } from "./serving.ts";
import type { MadeOrder, StepOf } from "./step.ts";
import type { SeenAnswer } from "./traffic.ts";

const OPEN_STATES = ["sent", "unknown", "delayed", "live"] as const;
const none = Option.none<never>();

/** What a maker wants, and all that it was answered. */
export interface Wish<A extends Asked = Asked> {
  readonly asked: A;
  readonly walletId: string;
  readonly answers: Array<MakerAnswer>;
}

/** An answer, and which orders of the wallet rest as it comes. */
export interface MakerAnswer extends SeenAnswer {
  readonly askedMs: number;
  readonly rests: ReadonlySet<string>;
  /** Those of them that rested when it was asked for. */
  readonly left: ReadonlySet<string>;
}

/** What a maker read of its fills or orders. */
export interface Reading {
  readonly walletId: string;
  readonly what: "fills" | "history";
  readonly askedMs: number;
  readonly answer: SeenAnswer;
}

/** The steps of makers. */
export type MakerStep = StepOf<"rest" | "batch" | "alter" | "look">;

/** The makers of a history. */
export class Makers {
  readonly wishes: Array<Wish> = [];
  readonly readings: Array<Reading> = [];
  readonly #ground: Ground;
  readonly #customers: Customers;
  #waiting = 0;

  constructor(ground: Ground, customers: Customers) {
    [this.#ground, this.#customers] = [ground, customers];
    ground.makers.onSettled((address) => {
      const walletId = walletAt(address);
      for (const afterMs of [1_000, ground.chance.within(1_000, 40_000)]) {
        ground.after(afterMs, () => {
          const [replica] = customers.running;
          if (replica !== undefined) this.look(walletId, replica);
        });
      }
    });
  }

  /** How many wishes have no final answer. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Carries out a step. */
  do(step: MakerStep, replica?: Replica): void {
    const maker = MAKERS[step.maker];
    if (maker === undefined) return;
    const { id: walletId } = maker;
    switch (step.kind) {
      case "rest":
        return this.#place(step, { walletId, replica });
      case "batch":
        return this.#placeTogether(step, { walletId, replica });
      case "alter":
        return this.#alter(step, { walletId, replica });
      case "look":
        return replica?.isRunning === true ? this.look(walletId, replica) : undefined;
    }
  }

  /** Asks once more for every order that was placed. */
  placeAgain(): void {
    for (const wish of [...this.wishes]) {
      // What was refused may be placed by now.
      const isPlaced = wish.answers.some(({ status }) => status === 200);
      if (isPlaced && "key" in wish.asked) this.#ask(wish);
    }
  }

  /** Reads all orders and fills of a wallet. */
  look(walletId: string, replica: Replica): void {
    const { apiKey } = this.#customers.keyOf(walletId);
    const askedMs = this.#ground.machineMs;
    const read = (what: Reading["what"]) => (answer: SeenAnswer) =>
      void this.readings.push({ walletId, what, askedMs, answer });
    this.#customers.send({ kind: "fills", walletId }, { apiKey, replica }, read("fills"));
    this.#customers.send({ kind: "listing", walletId }, { apiKey, replica }, read("history"));
  }

  #place(step: StepOf<"rest">, { walletId, replica }: At): void {
    const wish = this.#newOrder(step, walletId);
    for (let copy = 0; copy < (step.isDoubled ? 2 : 1); copy++) this.#ask(wish, replica);
  }

  /** Asks for all at once, and then for each alone whose answer was not final. */
  #placeTogether(step: StepOf<"batch">, { walletId, replica }: At): void {
    const wishes = step.orders.map((order) => this.#newOrder(order, walletId));
    if (replica?.isRunning !== true) {
      for (const wish of wishes) this.#ask(wish);
      return;
    }
    const { ground, customers } = { ground: this.#ground, customers: this.#customers };
    const { apiKey } = customers.keyOf(walletId);
    const askedMs = ground.machineMs;
    this.#waiting += wishes.length;
    const waiting = new Set(wishes);
    const over = (wish: (typeof wishes)[number], isFinal: boolean) => {
      if (!waiting.delete(wish)) return;
      this.#waiting -= 1;
      if (!isFinal) this.#ask(wish);
    };
    const orders = wishes.map(({ asked }) => asked);
    const seen = { askedMs, rests: new Set<string>(), left: new Set<string>() };
    customers.send({ kind: "batch", walletId, orders }, { apiKey, replica }, (answer) => {
      const isLost = ground.conditions.answers === "get_lost" && ground.chance.is(0.5);
      for (const [at, entry] of entriesOf(answer, wishes.length).entries()) {
        const wish = wishes[at];
        if (wish === undefined) continue;
        wish.answers.push({ ...entry, ...seen });
        over(wish, !isLost && isFinal(entry));
      }
    });
    const giveUp = () => wishes.forEach((wish) => over(wish, false));
    replica.onEnd(giveUp);
    ground.after(60_000, giveUp);
  }

  #newOrder({ side, price, size, terms }: MadeOrder, walletId: string) {
    const { nowSec } = this.#ground;
    const content = {
      ...{ walletId, slug: MADE, outcome: "Up", side, price, size },
      ...terms.kind === "life" ? { lifeS: terms.sec } : {},
      ...terms.kind === "gtd" ? { orderType: "GTD", expiresAt: nowSec + 130 + terms.sec } : {},
      ...terms.kind === "post_only" ? { postOnly: true } : {},
    };
    return this.#wish({ kind: "rest" as const, key: this.#newKey(), content }, walletId);
  }

  #alter(
    { change, order, price, size, seconds }: StepOf<"alter">,
    { walletId, replica }: At,
  ): void {
    const orderIds = this.#knownOrders(walletId);
    const orderId = orderIds.at(-1 - order % Math.max(1, orderIds.length));
    if (change === "guard") {
      return this.#ask(this.#wish({ kind: "guard", walletId, seconds }, walletId), replica);
    }
    if (change === "cancel_all") {
      return this.#ask(this.#wish({ kind: "cancel_all", walletId }, walletId), replica);
    }
    if (orderId === undefined) return;
    const asked: Asked = change === "cancel"
      ? { kind: "cancel", walletId, orderId }
      : { kind: "replace", key: this.#newKey(), orderId, content: { walletId, price, size } };
    this.#ask(this.#wish(asked, walletId), replica);
  }

  #wish<A extends Asked>(asked: A, walletId: string): Wish<A> {
    const wish: Wish<A> = { asked, walletId, answers: [] };
    this.wishes.push(wish);
    return wish;
  }

  #newKey(): string {
    return `made-${this.wishes.length}`;
  }

  /** The orders that the owner of a wallet knows of, in the order of the answers. */
  #knownOrders(walletId: string): ReadonlyArray<string> {
    const told = this.wishes.filter((wish) => wish.walletId === walletId)
      .flatMap(({ answers }) =>
        answers.flatMap(({ text }) => /"orderId":"(0x\w+)"/.exec(text)?.[1])
      );
    return [...new Set(told.filter((id) => id !== undefined))];
  }

  /** Asks until the answer is final, any replica that answers unless one is named. */
  #ask(wish: Wish, named?: Replica): void {
    this.#waiting += 1;
    const { chance, conditions, makers } = this.#ground;
    const again = (afterMs = chance.within(200, 2_000)) =>
      this.#ground.after(afterMs, () => {
        this.#waiting -= 1;
        this.#ask(wish);
      });
    const { running } = this.#customers;
    const replica = named?.isGone === false
      ? named
      : running.length > 0
      ? chance.pick(running)
      : undefined;
    if (replica === undefined) return void again();
    const { apiKey } = this.#customers.keyOf(wish.walletId);
    const { address = "" } = MAKERS.find(({ id }) => id === wish.walletId) ?? {};
    const [rested, askedMs] = [makers.resting(address), this.#ground.machineMs];
    let isOver = false;
    const over = () => isOver ? false : isOver = true;
    const disconnect = this.#customers.send(wish.asked, { apiKey, replica }, (answer) => {
      const rests = makers.resting(address);
      wish.answers.push({ ...answer, askedMs, rests, left: rested.intersection(rests) });
      const isLost = conditions.answers === "get_lost" && chance.is(0.5);
      if (!over()) return;
      if (isLost || !isFinal(answer)) again();
      else this.#waiting -= 1;
    });
    const giveUp = () => {
      if (!over()) return;
      // A server may or may not notice that its caller has disconnected.
      if (chance.is(0.5)) disconnect();
      again();
    };
    replica.onEnd(giveUp);
    this.#ground.after(chance.is(0.8) ? 60_000 : chance.within(10, 10_000), giveUp);
  }
}

/** Returns what an answer to a batch says of each order, as if it had been asked for alone. */
function entriesOf(answer: SeenAnswer, count: number): ReadonlyArray<SeenAnswer> {
  if (answer.status !== 200) return Array.from({ length: count }, () => answer);
  const { results } = JSON.parse(answer.text) as { readonly results: ReadonlyArray<Entry> };
  return results.map((result) => {
    const isLater = result.reason === "key_in_use" || result.code === "rate_limited";
    return {
      ...answer,
      status: result.ok ? 200 : result.code === "unavailable" ? 503 : 400,
      retryAfterSec: isLater ? 1 : undefined,
      text: JSON.stringify(result),
    };
  });
}

/** What is read of an order in the answer to a batch. */
interface Entry {
  readonly ok: boolean;
  readonly code?: string;
  readonly reason?: string;
}

/** Whose step it is, and whom it asks. */
interface At {
  readonly walletId: string;
  readonly replica: Replica | undefined;
}

/** Whether nothing will change any more: what rests may rest, and every trade is known. */
export function areMakersAtRest(
  { makers: { trades }, orders, fills, guards, venue }: Ground,
): boolean {
  if (!trades.every(({ state }) => isFinalFill(state))) return false;
  // A guard that is armed fires, and cancels what rests.
  const isArmed = (id: string) => Option.isSome(Effect.runSync(guards.find(id)).armed);
  if (MAKERS.some(({ id }) => isArmed(id))) return false;
  return MAKERS.every(({ id: walletId, address }) => {
    const every = { walletId, conditionId: none, after: none, limit: 1_000 };
    const open = Effect.runSync(orders.list({ ...every, states: OPEN_STATES }));
    const noted = Effect.runSync(
      fills.list({ ...every, states: FILL_STATES, orderId: none, sinceMs: none }),
    );
    const own = trades.filter((trade) => trade.address === address);
    return noted.length === own.length && noted.every(({ state }) => isFinalFill(state)) &&
      open.every(({ state, instruction: { limit }, cancelCause }) =>
        state.name === "live" && Option.isNone(cancelCause) &&
        Option.exists(
          limit,
          ({ lifeSec, expiresSec }) => Option.isNone(lifeSec) && Option.isNone(expiresSec),
        ) &&
        Bun.deepEquals(venue.exchange.status(state.orderId, address), {
          kind: "live",
          isDelayed: state.isDelayed,
          fill: state.fill,
        })
      );
  });
}
