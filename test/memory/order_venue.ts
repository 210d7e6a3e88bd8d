/**
 * A small order venue in the process: matches orders, keeps them, and can simulate failures.
 *
 * @module
 */
import { Clock, Effect, Latch, Option } from "effect";
import {
  type Accuracy,
  expirationSec,
  type OrderRefusal,
  type SendOutcome,
} from "../../core/order/mod.ts";
import {
  NoOrderBook,
  type OrderHolder,
  OrderVenue,
  type SignedOrder,
  type UnsignedOrder,
} from "../../core/port/order_venue.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { StagedMatchingEngine } from "./staged_matching_engine.ts";
import { StagedOpenOrders } from "./staged_open_orders.ts";
import { signStagedOrder } from "./staged_order.ts";

/**
 * A failure of one sent order.
 *
 * - `lost_reply`: the venue accepts it, but no answer arrives.
 * - `lost_order`: it never arrives, and no answer does.
 * - `late`: no answer arrives in time, and the order arrives after `ms` milliseconds.
 * - `held`: the answer arrives once `until` ends.
 * - `undecided`: the venue has it, and decides after `ms` milliseconds.
 * - `refused`: it is refused with this refusal, and is not kept; `accuracy`: for its decimals.
 */
export type SendingTrouble =
  | { readonly kind: "lost_reply" | "lost_order" }
  | { readonly kind: "held"; readonly until: Effect.Effect<void> }
  | { readonly kind: "late" | "undecided"; readonly ms: number }
  | {
    readonly kind: "refused";
    readonly refusal: OrderRefusal;
    readonly accuracy?: Accuracy;
  };

/** The port, and the controls of the venue behind it. */
export interface StagedVenue {
  readonly venue: OrderVenue["Service"];
  readonly exchange: StagedMatchingEngine;
  readonly open: StagedOpenOrders;
  /** Sets one failure for each of the next orders sent, in this order. */
  readonly fail: (...troubles: ReadonlyArray<SendingTrouble>) => void;
  /** While the venue is down, no call reaches it. */
  readonly setDown: (isDown: boolean) => void;
}

const EXCHANGE = { address: `0x${"e1".repeat(20)}`, version: 2 } as const;
const ZERO_WORD = `0x${"0".repeat(64)}`;
const UNTOLD: SendOutcome = { kind: "unknown", why: "the connection broke before the answer" };
const THERE: SendOutcome = { kind: "unknown", why: "the venue has it already", isAtVenue: true };
const UNDECIDED: SendOutcome = {
  kind: "unknown",
  why: "the venue has delayed it",
  isAtVenue: true,
};

/** Creates the port. A page of open orders has at most `pageSize`. */
export function makeStagedVenue(
  { pageSize = 100 }: { readonly pageSize?: number } = {},
): StagedVenue {
  const exchange = new StagedMatchingEngine();
  const open = new StagedOpenOrders(pageSize);
  const troubles: SendingTrouble[] = [];
  let isDown = false;
  let orders = 0;
  /** Returns the result of `answer`, unless the venue is down. */
  const reach = <A>(wanted: string, answer: () => A) =>
    Effect.suspend(() => isDown ? Effect.fail(unreachable(wanted)) : Effect.succeed(answer()));
  const reachBook = <A>(named: string, answer: () => A | undefined) =>
    Effect.flatMap(
      reach("an order book", answer),
      (found) =>
        found === undefined ? Effect.fail(new NoOrderBook({ named })) : Effect.succeed(found),
    );
  const venue = OrderVenue.of({
    terms: (id) => reachBook(`condition "${id}"`, () => exchange.terms(id)),
    book: (id) => reachBook(`token "${id}"`, () => exchange.book(id)),
    follow: () => Effect.void,
    prepare: (draft) => Effect.suspend(() => prepared(draft, ++orders)),
    sign: (question) => Effect.sync(() => signStagedOrder(question)),
    withinLimits: (_, place) => place,
    send: (signed, holder) =>
      Effect.suspend(() =>
        isDown ? NOT_SENT : send(exchange, { signed, holder }, troubles.shift())
      ),
    batch: ({ count }) => makeBatch(count, (signed, holder) => venue.send(signed, holder)),
    forgetRules: Effect.void,
    balanceE6: ({ holder }) => reach("a balance", () => exchange.balanceE6(holder.address)),
    sharesE6: ({ holder, tokenId }) =>
      reach("shares", () => exchange.sharesE6(holder.address, tokenId)),
    lookUp: ({ orderId, holder }) =>
      reach("an order", () => exchange.status(orderId, holder.address)),
    openOrders: (question) => reach("open orders", () => open.page(question)),
    order: ({ holder, orderId }) => reach("an order", () => open.one(holder, orderId)),
    cancelIds: ({ holder: { address }, orderIds }) =>
      reach("a cancellation", () => {
        const { cancelled, kept } = cancelIds(exchange, { address, orderIds });
        const dropped = orderIds.filter((id) => open.drop(address, id) && kept.delete(id));
        return { cancelled: [...cancelled, ...dropped], kept };
      }),
    cancel: (question) =>
      reach("a cancellation", () => {
        const { address } = question.holder;
        const orderIds = exchange.resting(address).map(({ orderId }) => orderId);
        const found = cancelIds(exchange, { address, orderIds });
        const { cancelled, kept } = open.cancel(question);
        return {
          cancelled: [...found.cancelled, ...cancelled],
          kept: new Map([...found.kept, ...kept]),
        };
      }),
  });
  return {
    venue,
    exchange,
    open,
    fail: (...next) => void troubles.push(...next),
    setDown: (isDownNow) => void (isDown = isDownNow),
  };
}

/** Sends none before each has come, and all of them then. */
export function makeBatch(count: number, send: OrderVenue["Service"]["send"]) {
  return Effect.map(Latch.make(), (all) => {
    let waited = count;
    const arrive = Effect.suspend(() => (waited -= 1) > 0 ? Effect.void : all.open);
    return {
      send: (signed: SignedOrder, holder: OrderHolder) =>
        arrive.pipe(Effect.andThen(all.await), Effect.andThen(send(signed, holder))),
      leave: Effect.asVoid(arrive),
    };
  });
}

function cancelIds(
  exchange: StagedMatchingEngine,
  { address, orderIds }: { readonly address: string; readonly orderIds: ReadonlyArray<string> },
) {
  const reasons = orderIds.map((id) => [id, exchange.cancel(id, address)] as const);
  return {
    cancelled: reasons.flatMap(([id, reason]) => reason === undefined ? [id] : []),
    kept: new Map(reasons.flatMap(([id, reason]) => reason === undefined ? [] : [[id, reason]])),
  };
}

interface Sending {
  readonly signed: SignedOrder;
  readonly holder: OrderHolder;
}

function send(
  exchange: StagedMatchingEngine,
  sending: Sending,
  trouble: SendingTrouble | undefined,
): Effect.Effect<SendOutcome> {
  const taken = Effect.sync(() => take(exchange, sending));
  switch (trouble?.kind) {
    case undefined:
      return taken;
    case "lost_reply":
      return Effect.as(taken, UNTOLD);
    case "lost_order":
      return Effect.succeed(UNTOLD);
    case "late":
      return Effect.as(Effect.forkDetach(Effect.delay(taken, trouble.ms)), UNTOLD);
    case "held":
      return Effect.tap(taken, () => trouble.until);
    case "undecided":
      return hold(exchange, sending, trouble.ms);
    case "refused":
      return Effect.succeed(trouble);
  }
}

function take(exchange: StagedMatchingEngine, { signed, holder }: Sending): SendOutcome {
  const entry = exchange.arrive(signed, holder);
  return entry === undefined ? THERE : exchange.decide(entry, holder.credentials.apiKey);
}

function hold(exchange: StagedMatchingEngine, { signed, holder }: Sending, ms: number) {
  return Effect.suspend((): Effect.Effect<SendOutcome> => {
    const entry = exchange.arrive(signed, holder);
    if (entry === undefined) return Effect.succeed(THERE);
    const decide = Effect.sync(() => exchange.decide(entry, holder.credentials.apiKey));
    return Effect.as(Effect.forkDetach(Effect.delay(decide, ms)), UNDECIDED);
  });
}

/** The salt distinguishes two orders created in the same millisecond. */
function prepared(
  { wallet: { address, funder, signatureType }, tokenId, order }: Parameters<
    OrderVenue["Service"]["prepare"]
  >[0],
  salt: number,
): Effect.Effect<UnsignedOrder> {
  const { makerAmountE6, takerAmountE6, side } = order;
  return Effect.map(Clock.currentTimeMillis, (timestampMs) => ({
    salt: BigInt(salt),
    maker: funder,
    signer: address,
    tokenId,
    makerAmountE6,
    takerAmountE6,
    side,
    signatureType,
    timestampMs,
    expirationSec: order.kind === "limit" ? expirationSec(order) : 0,
    metadata: ZERO_WORD,
    builder: ZERO_WORD,
    exchange: EXCHANGE,
  }));
}

const NOT_SENT: Effect.Effect<SendOutcome> = Effect.succeed({
  kind: "refused",
  refusal: {
    reason: "not_sent",
    message: "the venue is unreachable",
    retryAfterSec: Option.none(),
  },
});

function unreachable(wanted: string): ProviderFailed {
  const cause = new Error("the venue in memory is down");
  return new ProviderFailed({ provider: "venue orders", reason: "unreachable", wanted, cause });
}
