/**
 * The order venue as one replica reaches it: requests and replies are lost, late or duplicated.
 *
 * Excludes faults that no service can survive: bytes that arrive, or are not found yet, later than
 * 20 s after they were stored; and a second copy of refused bytes once the book has changed.
 *
 * @module
 */
import { Effect, Option } from "effect";
import {
  type Book,
  canRest,
  type RefusalReason,
  type SendOutcome,
} from "../../../core/order/mod.ts";
import type { OrderNewsFeed } from "../../../core/port/order_news.ts";
import type {
  Cancelled,
  OrderHolder,
  OrderVenue,
  SignedOrder,
  UnsignedOrder,
} from "../../../core/port/order_venue.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { makeBatch } from "../../memory/order_venue.ts";
import { readStagedOrder } from "../../memory/staged_order.ts";
import { type Caller, type Ground, SPEED, type Trip } from "./ground.ts";
import { walletAt } from "./order_ground.ts";
import { overNetwork } from "./stores.ts";

/** After this the sender gives up. All of these are machine milliseconds. */
const ANSWER_MS_MAX = 8_000;
/** Bytes may arrive for so long after they were sent. */
const LATE_MS_MAX = 15_000;
/** The venue does not find an order for so long after it arrived. */
const BLIND_MS = 2_500;
const APART_MS_MAX = 60_000;
const ENDS_SEC_EARLY = 60;

/** The venue of one process. */
export function venueVia(ground: Ground, caller: Caller): OrderVenue["Service"] {
  const { venue } = ground.venue;
  let rules = ground.rules;
  const { makers } = ground;
  const noting = <E>(
    { holder: { address } }: { readonly holder: OrderHolder },
    cancelling: Effect.Effect<Cancelled, E>,
  ) =>
    Effect.tap(
      cancelling,
      ({ cancelled }) => Effect.sync(() => makers.cancelled(address, cancelled)),
    );
  const told: OrderVenue["Service"] = {
    ...venue,
    cancelIds: (query) => noting(query, venue.cancelIds(query)),
    cancel: (query) => noting(query, venue.cancel(query)),
  };
  const over = overNetwork(told, { ground, caller, trip: (wanted) => tripOf(ground, wanted) });
  const seen = (book: Book) =>
    ground.conditions.venue === "bookless" ? { ...book, bids: [], asks: [] } : book;
  const send: OrderVenue["Service"]["send"] = (signed, holder) =>
    new Sending(ground, caller, { signed, holder }).outcome;
  return {
    ...over,
    follow: venue.follow,
    sign: (draft) =>
      Effect.tap(
        venue.sign(draft),
        ({ orderId }) => Effect.sync(() => makers.signed(orderId, endSecOf(draft.order))),
      ),
    withinLimits: venue.withinLimits,
    book: (id) => Effect.map(over.book(id), seen),
    prepare: (draft) =>
      Effect.map(
        venue.prepare(draft),
        (order) => ({ ...order, exchange: { ...order.exchange, version: rules } }),
      ),
    forgetRules: Effect.sync(() => void (rules = ground.rules)),
    send,
    batch: ({ count }) => makeBatch(count, send),
    lookUp: (query) =>
      Effect.map(
        over.lookUp(query),
        (status) => isUnseen(ground, query.orderId) ? { kind: "missing" } : status,
      ),
  };
}

function isUnseen(ground: Ground, orderId: string): boolean {
  const atMs = ground.arrivedMs.get(orderId) ?? -Infinity;
  return ground.conditions.venue === "blind" && ground.machineMs - atMs < BLIND_MS;
}

/** When the venue ends an order: a minute before the end that it is sent. */
function endSecOf({ expirationSec }: UnsignedOrder): number {
  return expirationSec === 0 ? 0 : expirationSec - ENDS_SEC_EARLY;
}

/** The news of a maker's wallet, as one replica hears and asks for it. */
export function newsVia(ground: Ground, caller: Caller): OrderNewsFeed["Service"] {
  const { makers } = ground;
  return {
    fills: ({ holder, sinceSec }) =>
      Effect.suspend(() => {
        const listing = Effect.sync(() => makers.fillsOf(holder, sinceSec));
        return ground.call(listing, tripOf(ground, "list fills"), caller);
      }),
    follow: (holder, listener) => makers.follow(holder, listener, caller.enter),
    sockets: () => ({ open: 0, wanted: 0 }),
  };
}

function tripOf({ chance, conditions: { venue } }: Ground, wanted: string): Trip<ProviderFailed> {
  const quick = { thereMs: chance.within(0, 5), backMs: chance.within(5, 150) * SPEED };
  if (venue === "slow") {
    const thereMs = chance.within(0, 2_000) * SPEED;
    return { thereMs, backMs: chance.within(0, ANSWER_MS_MAX) * SPEED };
  }
  if (venue !== "fails" && venue !== "untold") return quick;
  const [provider, reason] = ["venue orders", "unreachable"] as const;
  const failure = new ProviderFailed({ provider, reason, wanted, cause: "staged" });
  return { ...quick, fails: { when: venue === "fails" ? "before" : "after", failure } };
}

/** The way of one order's bytes. The death of its sender does not stop it. */
class Sending {
  readonly outcome: Effect.Effect<SendOutcome>;
  readonly #ground: Ground;
  readonly #order: { readonly signed: SignedOrder; readonly holder: OrderHolder };

  constructor(
    ground: Ground,
    caller: Caller,
    order: { readonly signed: SignedOrder; readonly holder: OrderHolder },
  ) {
    [this.#ground, this.#order] = [ground, order];
    const { signed: { orderId, body }, holder } = order;
    this.outcome = Effect.callback<SendOutcome>((resume) => {
      if (!caller.departs()) return;
      const sending = {
        orderId,
        walletId: walletAt(holder.address),
        atMs: ground.machineMs,
        canRest: canRest(readStagedOrder(body).orderType),
        isStored: ground.orderBytes.get(orderId) === body,
        isRefused: false,
      };
      ground.traffic.sendings.push(sending);
      this.#travel((outcome) =>
        caller.enter(() => {
          sending.isRefused = outcome.kind === "refused";
          resume(Effect.succeed(outcome));
        })
      );
    });
  }

  #travel(answer: (outcome: SendOutcome) => void): void {
    const { chance, conditions: { wire } } = this.#ground;
    const after = (ms: number, work: () => void) => this.#ground.after(ms, work);
    const answerAfter = (ms: number, outcome: SendOutcome) => after(ms, () => answer(outcome));
    const untold = (why: string) =>
      answerAfter(chance.within(0, ANSWER_MS_MAX), { kind: "unknown", why });
    const slowMs = wire === "slow" ? ANSWER_MS_MAX / 2 : 150;
    switch (wire) {
      case "lost_request":
        return void untold("the connection broke");
      case "late":
        this.#later(chance.within(0, LATE_MS_MAX), () => this.#arrive());
        return void untold("no answer in time");
      case "busy":
        return void answerAfter(20, refused("busy", "429 Too Many Requests"));
      case "paused":
        return void answerAfter(20, refused("paused", chance.pick(["425", "503 cancel-only"])));
      case "not_sent":
        return void answerAfter(20, refused("not_sent", "the venue cannot be reached"));
    }
    after(chance.within(5, slowMs), () => {
      const first = this.#arrive(wire === "undecided" ? chance.within(200, 5_000) : 0);
      if (wire === "lost_reply") return void untold("500 Internal Server Error");
      if (wire === "twice_apart" && first.kind !== "refused") {
        after(chance.within(0, APART_MS_MAX), () => this.#arrive());
      }
      const second = wire === "twice" ? this.#arrive() : first;
      answerAfter(chance.within(5, slowMs), chance.is(0.5) ? first : second);
    });
  }

  /** The bytes arrive. `undecidedMs`: how long the venue takes to decide. */
  #arrive(undecidedMs = 0): SendOutcome {
    const { signed, holder } = this.#order;
    const { rules, venue: { exchange }, makers, machineMs, arrivedMs } = this.#ground;
    const { order: { exchange: { version } } } = readStagedOrder(signed.body);
    if (version !== rules) return refused("stale", "order_version_mismatch");
    if (!arrivedMs.has(signed.orderId)) arrivedMs.set(signed.orderId, machineMs);
    const entry = exchange.arrive(signed, holder);
    const there = { kind: "unknown", isAtVenue: true } as const;
    if (entry === undefined) return { ...there, why: "the venue has it already" };
    const { apiKey } = holder.credentials;
    if (undecidedMs === 0) return makers.decide(entry, apiKey);
    this.#later(undecidedMs, () => makers.decide(entry, apiKey));
    return { ...there, why: "the venue has delayed it" };
  }

  #later(ms: number, work: () => void): void {
    const ground = this.#ground;
    ground.underWay += 1;
    ground.after(ms, () => {
      ground.underWay -= 1;
      work();
    });
  }
}

function refused(reason: RefusalReason, message: string): SendOutcome {
  return { kind: "refused", refusal: { reason, message, retryAfterSec: Option.none() } };
}
