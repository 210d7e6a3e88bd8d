/**
 * A client that sends one order until it has a final answer.
 *
 * @module
 */
import { BigDecimal, Cause, Clock, Deferred, Effect, Exit, Fiber, Option } from "effect";
import { type OrderRequest, placeOrder, type PlaceOrderCommand } from "../../core/use_case/mod.ts";
import type { Chance } from "./chance.ts";
import type { Mortal } from "./mortal.ts";
import type { Answer, OrderHistory } from "./order_history.ts";

/** One request, sent any number of times. */
export interface ClientOrder {
  readonly accountId: string;
  readonly walletId: string;
  readonly key: string | undefined;
  readonly slug: string;
  readonly side: "BUY" | "SELL";
  /** Cents, or hundredths of a share. */
  readonly amountE2: number;
  readonly orderType: "FOK" | "FAK";
  readonly startMs: number;
}

/** A listening replica. */
export interface Listening {
  readonly mortal: Mortal;
  /** Places an order within its life. */
  readonly place: (
    question: PlaceOrderCommand,
  ) => Effect.Effect<Effect.Success<ReturnType<typeof placeHere>>>;
}

/** The replicas that clients call, and the record of their answers. */
export interface ClientWorld {
  readonly chance: Chance;
  readonly history: OrderHistory;
  readonly replicas: () => ReadonlyArray<Listening>;
  /** Share of answers that get lost, from 0 to 1. */
  readonly lossRate: () => number;
  readonly nextId: () => string;
}

/** Its exit, so that defects are seen as well. */
export const placeHere = (question: PlaceOrderCommand) => Effect.exit(placeOrder(question));

type Outcome = Answer["outcome"];

/** An order that was one too many at once: its key is free again. */
export const BUSY = "OrderRefused, busy";

/** Failures that may become another answer when the same request is sent again. */
const PASSING: ReadonlySet<string> = new Set([
  "KeyBusy",
  BUSY,
  "OrderUncertain",
  "OrderEntryPaused",
  "OrderNotStored",
  "StoreFailed",
  "ProviderFailed",
]);

/** Sends an order from its start on, and records every answer. */
export const insist = Effect.fnUntraced(function* (world: ClientWorld, order: ClientOrder) {
  yield* Effect.sleep(order.startMs);
  yield* askToTheEnd(world, order, (answer) => void world.history.answers.push(answer));
});

/** Sends the request repeatedly, at any replica, until an answer is final. */
export const askToTheEnd = Effect.fnUntraced(function* (
  world: ClientWorld,
  order: ClientOrder,
  onAnswer: (answer: Answer) => void = () => {},
) {
  for (;;) {
    const answer = yield* askOnce(world, order);
    if (answer !== undefined) onAnswer(answer);
    if (answer !== undefined && isFinal(answer)) return answer;
    // A request without a key cannot be repeated: it would be another order.
    if (order.key === undefined) return undefined;
    yield* Effect.sleep(world.chance.within(200, 2_000));
  }
});

/** Returns whether the client has no reason to send again. */
function isFinal({ outcome }: Answer): boolean {
  return outcome.kind !== "failed" || !PASSING.has(outcome.tag);
}

/** Sends one request. Undefined if no answer came. */
const askOnce = Effect.fnUntraced(function* (world: ClientWorld, order: ClientOrder) {
  const { chance } = world;
  const listening = world.replicas();
  if (listening.length === 0) return undefined;
  const { mortal, place } = chance.pick(listening);
  const beganMs = yield* Clock.currentTimeMillis;
  const question = toQuestion(order, { id: world.nextId(), arrivedMs: beganMs });
  const working = yield* Effect.forkDetach(place(question));
  const timeoutMs = chance.is(0.8) ? 60_000 : chance.within(10, 10_000);
  const exit = yield* Effect.raceAllFirst([
    Effect.map(Fiber.join(working), Option.some),
    Effect.as(Deferred.await(mortal.died), Option.none()),
    Effect.as(Effect.sleep(timeoutMs), Option.none()),
  ]);
  if (Option.isNone(exit)) {
    // A server may or may not notice that its caller has disconnected.
    if (chance.is(0.5)) yield* Effect.forkDetach(Fiber.interrupt(working));
    return undefined;
  }
  if (mortal.isDead || chance.is(world.lossRate())) return undefined;
  const { accountId, key } = order;
  return {
    id: question.id,
    accountId,
    key,
    requestSha256: sha256Of(order),
    beganMs,
    answeredMs: yield* Clock.currentTimeMillis,
    outcome: toOutcome(exit.value),
  } satisfies Answer;
});

function toQuestion(
  order: ClientOrder,
  { id, arrivedMs }: Pick<PlaceOrderCommand, "id" | "arrivedMs">,
): PlaceOrderCommand {
  const { accountId, walletId, key, slug, side, orderType, amountE2 } = order;
  const request: OrderRequest = {
    market: { by: "slug", slug, eventSlug: Option.none() },
    eventSlug: Option.none(),
    outcome: "Up",
    side,
    amount: BigDecimal.make(BigInt(amountE2), 2),
    orderType,
    limitPrice: Option.none(),
  };
  const idempotency = Option.map(
    Option.fromUndefinedOr(key),
    (key) => ({ key, requestSha256: sha256Of(order) }),
  );
  return { id, accountId, walletId, idempotency, request, arrivedMs };
}

function sha256Of({ walletId, slug, side, orderType, amountE2 }: ClientOrder): string {
  return [walletId, slug, side, orderType, amountE2].join(" ");
}

function toOutcome(exit: Effect.Success<ReturnType<typeof placeHere>>): Outcome {
  if (Exit.isSuccess(exit)) return { kind: "placed", order: exit.value.order };
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause));
  if (failure === undefined) return { kind: "defect", why: Cause.pretty(exit.cause) };
  const orderId = "orderId" in failure ? failure.orderId : undefined;
  const isBusy = failure._tag === "OrderRefused" && failure.reason === "busy";
  return { kind: "failed", tag: isBusy ? BUSY : failure._tag, orderId };
}
