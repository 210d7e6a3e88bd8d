/**
 * Customers who have their winnings claimed, split and merge: each asks under one key until the
 * answer is final.
 *
 * @module
 */
import { Exit } from "effect";
import { type PositionPorts, positions } from "../../../adapters/http/position/positions.ts";
import { edgeRoutes } from "../../../adapters/http/edge/other_methods.ts";
import type { CallRoute, SentToRoute } from "../../../adapters/http/edge/route_caller.ts";
import { quietPlugin } from "../../http/edge/quiet_plugin.ts";
import { answerBy, fields, routesOf } from "../history/serving.ts";
import type { SeenAnswer } from "../history/traffic.ts";
import { API_KEY, type ClaimGround } from "./ground.ts";
import type { ClaimReplica } from "./replica.ts";

/** What a customer wants. */
export interface WantedAction {
  readonly kind: "claim" | "split" | "merge";
  readonly key: string;
  /** The body. */
  readonly content: {
    readonly walletId: string;
    readonly condition_id?: string;
    readonly slug?: string;
    readonly size?: number;
  };
}

/** What a customer wants, and all that it was answered, in order. */
export interface ActionWish {
  readonly wanted: WantedAction;
  readonly answers: Array<SeenAnswer>;
}

/** What was read of a wallet. */
export interface WalletReading {
  readonly walletId: string;
  readonly replica: string;
  readonly what: keyof typeof READS;
  readonly answer: SeenAnswer;
}

const routeOf = routesOf<PositionPorts>(edgeRoutes(quietPlugin(positions)));
const ROUTES = {
  claim: routeOf("claimPositions"),
  split: routeOf("splitPosition"),
  merge: routeOf("mergePositions"),
};
const READS = { positions: routeOf("listPositions"), claims: routeOf("listClaims") };
const ALL_STATUSES = "open,claimable,lost,closed";
const PATIENCE_MS = 60_000;

/** The customers of a history. */
export class Claimants {
  readonly wishes: Array<ActionWish> = [];
  readonly readings: Array<WalletReading> = [];
  readonly #ground: ClaimGround;
  readonly #replicas: () => ReadonlyArray<ClaimReplica>;
  #waiting = 0;

  constructor(ground: ClaimGround, replicas: () => ReadonlyArray<ClaimReplica>) {
    [this.#ground, this.#replicas] = [ground, replicas];
  }

  /** How many wait for a final answer. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Begins to ask, at this replica first. */
  want(wanted: WantedAction, first?: ClaimReplica): void {
    const wish: ActionWish = { wanted, answers: [] };
    this.wishes.push(wish);
    this.#waiting += 1;
    this.#ask(wish, first);
  }

  /** Asks once more for everything that was asked for. */
  wantAgain(): void {
    const wanted = new Map(this.wishes.map(({ wanted }) => [JSON.stringify(wanted), wanted]));
    for (const each of wanted.values()) this.want(each);
  }

  /** Reads what a wallet has, and its claims. */
  read(walletId: string, replica: ClaimReplica): void {
    const statuses = `&status=${ALL_STATUSES}`;
    for (const what of ["positions", "claims"] as const) {
      const query = `walletId=${walletId}&limit=200${what === "positions" ? statuses : ""}`;
      this.#send(READS[what], { query }, { replica }, (answer) => {
        this.readings.push({ walletId, replica: replica.name, what, answer });
      });
    }
  }

  #ask(wish: ActionWish, named?: ClaimReplica): void {
    const ground = this.#ground;
    const { chance, conditions } = ground;
    const running = this.#replicas().filter(({ isRunning }) => isRunning);
    const isThere = named !== undefined && !named.isGone;
    if (!isThere && running.length === 0) return this.#later(wish);
    const replica = isThere ? named : chance.pick(running);
    let isOver = false;
    const once = (then: () => void) => () => {
      if (isOver) return;
      isOver = true;
      then();
    };
    const again = once(() => this.#later(wish));
    const { kind, key, content } = wish.wanted;
    this.#send(ROUTES[kind], fields(content), { key, replica }, (answer) => {
      wish.answers.push(answer);
      const isLost = conditions.answers === "get_lost" && chance.is(0.5);
      if (isLost || !isFinal(answer)) again();
      else once(() => this.#waiting -= 1)();
    });
    replica.onEnd(again);
    ground.after(chance.is(0.8) ? PATIENCE_MS : chance.within(100, 15_000), again);
  }

  #later(wish: ActionWish): void {
    this.#ground.after(this.#ground.chance.within(200, 3_000), () => this.#ask(wish));
  }

  #send(
    route: CallRoute<PositionPorts>,
    sent: SentToRoute,
    { key, replica }: { readonly key?: string; readonly replica: ClaimReplica },
    answered: (answer: SeenAnswer) => void,
  ): void {
    const { time: { nowMs } } = this.#ground;
    replica.run(
      answerBy(route, sent, { apiKey: API_KEY, nowMs, key }),
      (fiber) =>
        fiber.addObserver((exit) => {
          if (Exit.isSuccess(exit) && replica.isRunning) answered(exit.value);
        }),
    );
  }
}

/** Whether the same request gets no other answer later, or none that a customer waits for. */
function isFinal({ status }: SeenAnswer): boolean {
  return status === 200 || (status < 500 && status !== 409 && status !== 429);
}
