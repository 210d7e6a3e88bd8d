/**
 * The wire between the service and the venue, on which requests and replies are lost, late or
 * duplicated.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { StagedVenue } from "../memory/order_venue.ts";
import { readStagedOrder } from "../memory/staged_order.ts";
import {
  type RefusalReason,
  type SendOutcome,
  type VenueOrderStatus,
} from "../../core/order/mod.ts";
import type { OrderHolder, SignedOrder } from "../../core/port/mod.ts";
import type { Chance } from "./chance.ts";
import type { OrderHistory } from "./order_history.ts";

/** The two ends of the wire, and its fault rate. */
export interface WireWorld {
  readonly chance: Chance;
  readonly staged: StagedVenue;
  readonly history: OrderHistory;
  /** Share of orders with a fault, from 0 to 1. Zero at the end. */
  readonly troubleRate: () => number;
  /** The venue's rules for accepting orders. */
  readonly version: () => number;
  /** Longest time for which the venue does not find an order that has arrived. */
  readonly blindMsMax: number;
}

/** After this the sender gives up. */
const ANSWER_MS_MAX = 8_000;
/**
 * Longest time after their creation at which bytes may still arrive, whatever the sender was
 * answered.
 */
export const STRAY_MS_MAX = 20_000;
const TROUBLES = [
  "slow",
  "lost_request",
  "lost_reply",
  "late",
  "late",
  "late",
  "twice",
  "twice_apart",
  "undecided",
  "busy",
  "paused",
  "not_sent",
] as const;

/** Makes the wire. */
export function makeOrderWire(world: WireWorld) {
  const { chance, staged, history } = world;
  const seenMs = new Map<string, number>();
  const arrive = Effect.fnUntraced(function* (
    signed: SignedOrder,
    holder: OrderHolder,
    undecidedMs = 0,
  ) {
    const { body, orderId } = signed;
    const atMs = yield* Clock.currentTimeMillis;
    history.received.push({ body, wasStored: history.stored.has(body), atMs });
    if (readStagedOrder(body).order.exchange.version !== world.version()) {
      return refused("stale", "order_version_mismatch");
    }
    if (!seenMs.has(orderId)) {
      seenMs.set(orderId, atMs + chance.within(0, world.blindMsMax + 1));
    }
    if (undecidedMs > 0) staged.fail({ kind: "undecided", ms: undecidedMs });
    return yield* staged.venue.send(signed, holder);
  });

  const troubled = Effect.fnUntraced(function* (signed: SignedOrder, holder: OrderHolder) {
    const trouble = chance.pick(TROUBLES);
    switch (trouble) {
      case "slow": {
        yield* Effect.sleep(chance.within(0, ANSWER_MS_MAX / 2));
        return yield* Effect.tap(
          arrive(signed, holder),
          Effect.sleep(chance.within(0, ANSWER_MS_MAX / 2)),
        );
      }
      case "lost_request":
        return yield* unanswered("the connection broke");
      case "lost_reply":
        yield* arrive(signed, holder);
        return yield* unanswered("500 Internal Server Error");
      case "late": {
        const nowMs = yield* Clock.currentTimeMillis;
        const lateMs = chance.within(0, Math.max(1, latestMs(signed) - nowMs));
        yield* Effect.forkDetach(Effect.delay(arrive(signed, holder), lateMs));
        return yield* unanswered("no answer in time");
      }
      case "twice": {
        const first = yield* arrive(signed, holder);
        const second = yield* arrive(signed, holder);
        return chance.is(0.5) ? first : second;
      }
      case "twice_apart": {
        const first = yield* arrive(signed, holder);
        if (first.kind === "refused") return first;
        const apartMs = chance.within(0, 60_000);
        yield* Effect.forkDetach(Effect.delay(arrive(signed, holder), apartMs));
        return first;
      }
      case "undecided":
        return yield* arrive(signed, holder, chance.within(200, 5_000));
      case "busy":
        return refused("busy", "429 Too Many Requests");
      case "paused":
        return refused("paused", chance.pick(["425", "503 cancel-only"]));
      case "not_sent":
        return refused("not_sent", "the venue cannot be reached");
    }
  });

  /** The last instant at which an order may arrive and still be found before it is given up. */
  const latestMs = ({ body }: SignedOrder) => {
    const state = history.stored.get(body)?.order.state;
    const sentMs = state?.name === "sent" ? state.sentMs : 0;
    return sentMs + STRAY_MS_MAX - world.blindMsMax;
  };

  const unanswered = Effect.fnUntraced(function* (why: string): Effect.fn.Return<SendOutcome> {
    yield* Effect.sleep(chance.within(0, ANSWER_MS_MAX));
    return { kind: "unknown", why };
  });

  return {
    /** Sends bytes that the sender has written: its death does not stop them. */
    send: Effect.fnUntraced(function* (signed: SignedOrder, holder: OrderHolder) {
      if (chance.is(world.troubleRate())) return yield* troubled(signed, holder);
      yield* Effect.sleep(chance.within(5, 150));
      return yield* Effect.tap(arrive(signed, holder), Effect.sleep(chance.within(5, 150)));
    }),
    /** The venue's status of an order, which it may not see at once. */
    status: Effect.fnUntraced(function* (orderId: string, { address }: OrderHolder) {
      const nowMs = yield* Clock.currentTimeMillis;
      const isSeen = nowMs >= (seenMs.get(orderId) ?? nowMs);
      const missing: VenueOrderStatus = { kind: "missing" };
      return isSeen ? staged.exchange.status(orderId, address) : missing;
    }),
  };
}

/** The wire of a world. */
export type OrderWire = ReturnType<typeof makeOrderWire>;

function refused(reason: RefusalReason, message: string): SendOutcome {
  return { kind: "refused", refusal: { reason, message, retryAfterSec: Option.none() } };
}
