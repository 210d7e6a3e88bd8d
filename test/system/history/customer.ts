/**
 * Customers, who place an order by asking until the answer is final, and read what became of it.
 *
 * @module
 */
import { Effect, Exit, Fiber, Option } from "effect";
import { limitWallet, revokeKey } from "../../../core/use_case/account/mod.ts";
import { newKey } from "../../contract/account_store_contract.ts";
import type { Ground } from "./ground.ts";
import { MAKERS } from "./maker_venue.ts";
import { accountOf, WALLETS } from "./order_ground.ts";
import type { Replica } from "./replica.ts";
import { answerTo, type Asked } from "./serving.ts";
import type { OrderContent, SeenAnswer, SeenKey, SeenRequest } from "./traffic.ts";

/** An order that a customer wants. */
export interface Wanted {
  /** Without one the request is sent once. */
  readonly key: string | undefined;
  readonly content: OrderContent;
}

/** The customers of all accounts. */
export class Customers {
  readonly ground: Ground;
  readonly #replicas: () => ReadonlyArray<Replica>;
  readonly #asking = new Set<Asker>();
  readonly #wanted = new Map<string, Wanted>();
  #keys = 0;

  constructor(ground: Ground, replicas: () => ReadonlyArray<Replica>) {
    [this.ground, this.#replicas] = [ground, replicas];
    const wallets = [...WALLETS, ...MAKERS];
    for (const id of new Set(wallets.map((each) => each.accountId))) this.#issueKey(id);
  }

  /** How many have no final answer. */
  get waiting(): number {
    return this.#asking.size;
  }

  get running(): ReadonlyArray<Replica> {
    return this.#replicas().filter(({ isRunning }) => isRunning);
  }

  /** Begins to ask, at this replica first. */
  place(wanted: Wanted, first?: Replica): void {
    if (wanted.key !== undefined) this.#wanted.set(JSON.stringify(wanted), wanted);
    const asker = new Asker(this, wanted, () => void this.#asking.delete(asker));
    this.#asking.add(asker);
    asker.ask(first);
  }

  /** Asks once more for every order that was asked for with a key. */
  placeAgain(): void {
    for (const wanted of this.#wanted.values()) this.place(wanted);
  }

  /** All who wait hang up. Those with a key try again. */
  hangUp(): void {
    for (const asker of [...this.#asking]) asker.hangUp();
  }

  /** Reads all orders of a wallet. */
  list(walletId: string, replica: Replica): void {
    const askedMs = this.ground.machineMs;
    const { apiKey } = this.keyOf(walletId);
    this.send({ kind: "listing", walletId }, { apiKey, replica }, (answer) => {
      this.ground.traffic.listings.push({ replica: replica.name, walletId, askedMs, answer });
    });
  }

  /** Sends a request. Returns what ends its connection. */
  send(
    asked: Asked,
    { apiKey, replica }: { readonly apiKey: string; readonly replica: Replica },
    answered: (answer: SeenAnswer) => void,
  ): () => void {
    let fiber: Fiber.Fiber<SeenAnswer, unknown> | undefined;
    const { time, time: { nowMs } } = this.ground;
    replica.run(answerTo(asked, { apiKey, nowMs }), (begun) => {
      fiber = begun;
      begun.addObserver((exit) => {
        if (Exit.isSuccess(exit) && replica.isRunning) answered(exit.value);
      });
    });
    return () => void (fiber && time.fork(Fiber.interrupt(fiber), replica.enter));
  }

  /** The newest key of a wallet's account, or its first one. */
  keyOf(walletId: string, which: "newest" | "first" = "newest"): SeenKey {
    const accountId = accountOf(walletId);
    const keys = this.ground.traffic.keys.filter((key) => key.accountId === accountId);
    const key = keys.at(which === "newest" ? -1 : 0);
    if (key === undefined) throw new Error(`no key of ${walletId}`);
    return key;
  }

  /** Gives an account another key, and revokes its former one at a replica. */
  changeKey(walletId: string, replica: Replica): void {
    const former = this.keyOf(walletId);
    this.#issueKey(former.accountId);
    const revoked: NonNullable<SeenKey["revoked"]> = {
      replica: replica.name,
      askedMs: this.ground.machineMs,
    };
    former.revoked = revoked;
    replica.run(revokeKey(former.apiKey), (fiber) =>
      fiber.addObserver((exit) => {
        if (Exit.isSuccess(exit)) revoked.doneMs = this.ground.machineMs;
      }));
  }

  /** Sets what a wallet may spend on a day, in USDC. */
  limit(walletId: string, dayMax: number | undefined, replica: Replica): void {
    const dayMaxE6 = dayMax === undefined ? Option.none() : Option.some(BigInt(dayMax * 1e6));
    const { traffic, machineMs: askedMs } = this.ground;
    const limit: (typeof traffic.limits)[number] = { walletId, askedMs, dayMax };
    traffic.limits.push(limit);
    replica.run(limitWallet({ id: walletId, dayMaxE6 }), (fiber) =>
      fiber.addObserver((exit) => {
        if (Exit.isSuccess(exit)) limit.doneMs = this.ground.machineMs;
      }));
  }

  #issueKey(accountId: string): void {
    const { accounts, machineMs, traffic } = this.ground;
    const id = `key-${++this.#keys}-`;
    const key = newKey(accountId, {
      id,
      prefix: id,
      scopes: ["read", "trade"],
      createdMs: machineMs,
    });
    Effect.runSync(accounts.addKey(key, id));
    traffic.keys.push({ apiKey: id, accountId, issuedMs: machineMs, revoked: undefined });
  }
}

/** One customer with one order. */
class Asker {
  readonly #customers: Customers;
  readonly #wanted: Wanted;
  readonly #ended: () => void;
  /** Many use their old key until it is refused. */
  #which: "newest" | "first";
  /** Ends the request that waits for its answer. */
  #giveUp = () => {};

  constructor(customers: Customers, wanted: Wanted, ended: () => void) {
    [this.#customers, this.#wanted, this.#ended] = [customers, wanted, ended];
    this.#which = customers.ground.chance.is(0.5) ? "newest" : "first";
  }

  /** Sends the request, to any replica that answers unless one is named. */
  ask(named?: Replica): void {
    const { ground, running } = this.#customers;
    const { chance, traffic, conditions } = ground;
    // One that hangs takes the request as well.
    const isThere = named !== undefined && !named.isGone;
    if (!isThere && running.length === 0) return this.#again();
    const replica = isThere ? named : chance.pick(running);
    const { walletId } = this.#wanted.content;
    const { apiKey, accountId } = this.#customers.keyOf(walletId, this.#which);
    const request: SeenRequest = {
      ...this.#wanted,
      replica: replica.name,
      accountId,
      apiKey,
      atMs: ground.machineMs,
      hungUpMs: undefined,
      answer: undefined,
    };
    traffic.requests.push(request);
    let isOver = false;
    const over = () => {
      if (isOver) return false;
      return isOver = true;
    };
    const asked = { kind: "place", ...this.#wanted } as const;
    const disconnect = this.#customers.send(asked, { apiKey, replica }, (answer) => {
      request.answer = answer;
      if (answer.status === 401) this.#which = "newest";
      const isLost = conditions.answers === "get_lost" && chance.is(0.5);
      if (!over()) return;
      if (isLost || !isFinal(answer)) this.#again();
      else this.#ended();
    });
    this.#giveUp = () => {
      if (!over()) return;
      request.hungUpMs = ground.machineMs;
      // A server may or may not notice that its caller has disconnected.
      if (chance.is(0.5)) disconnect();
      this.#again();
    };
    replica.onEnd(this.#giveUp);
    ground.after(chance.is(0.8) ? 60_000 : chance.within(10, 10_000), this.#giveUp);
  }

  /** Ends the connection that waits for an answer. */
  hangUp(): void {
    this.#giveUp();
  }

  /** A request without a key cannot be repeated: it would be another order. */
  #again(): void {
    this.#giveUp = () => {};
    if (this.#wanted.key === undefined) return this.#ended();
    const { ground } = this.#customers;
    ground.after(ground.chance.within(200, 2_000), () => this.ask());
  }
}

/** Whether the same request gets no other answer later, or none that a customer waits for. */
export function isFinal({ status, retryAfterSec, text }: SeenAnswer): boolean {
  if (status === 200) return true;
  return status < 500 ? status !== 401 && retryAfterSec === undefined : text.includes("is settled");
}
