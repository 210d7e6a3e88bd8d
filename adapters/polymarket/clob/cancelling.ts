/**
 * Cancels orders, as far as the venue's limit for the signer allows.
 *
 * A cancellation takes a token for each order that it cancels; one of all orders, or of a market's,
 * takes another for itself, all or nothing. So one that the signer's bucket cannot pay can never
 * pass: its orders are listed, and canceled in slices that can be paid.
 *
 * Source: the venue's page on trading rate limits, August 2026.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { jsonFields } from "../../../core/json_fields.ts";
import type { Cancelled, OrderFilter } from "../../../core/port/order_venue.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { EntryLimited } from "../../../core/port/venue_limits.ts";
import { type HttpAnswer, sleepMachineTime } from "../../outbound/mod.ts";
import { type ClobCall, type ClobRequest, keyed } from "./call.ts";
import type { EntryLimits, SentEntry } from "./entry_limits.ts";
import type { ClobRefusal } from "./http_failure.ts";
import type { ApiKeyHolder } from "./l2_auth.ts";
import { CancelPayload } from "./order_payload.ts";
import { type ClobOrders, queryOf } from "./orders.ts";

type CancelFailure = ProviderFailed | ClobRefusal | EntryLimited;
type Cancelling = Effect.Effect<Cancelled, CancelFailure>;

/** Cancellations, by ids or by a filter. */
export interface ClobCancelling {
  readonly ids: (holder: ApiKeyHolder, orderIds: ReadonlyArray<string>) => Cancelling;
  /** Cancels the orders that match the filter, or all if it is empty. */
  readonly where: (holder: ApiKeyHolder, filter: OrderFilter) => Cancelling;
}

/** How long to wait before a cancellation is tried once more, in machine time. */
const AGAIN_MS = 150;
/** The most orders of one call: the smallest bucket has a few more tokens. */
const SLICE_MAX = 100;
/** The longest wait for the venue's limit, in machine time. The rest is reported as kept. */
const WAITING_MS_MAX = 30_000;
/** How often the open orders are listed: others may be placed meanwhile. */
const ROUNDS_MAX = 3;
const TOO_MANY = 429;
const WANTED = "the cancellation of open orders";

/** What cancelling needs. */
export interface CancellingParts {
  readonly call: ClobCall;
  readonly orders: Pick<ClobOrders, "page">;
  readonly limits: EntryLimits;
  readonly sleep?: typeof sleepMachineTime;
  readonly nowMs?: () => number;
}

/** Makes the calls. */
export function makeClobCancelling(
  { call, orders, limits, sleep = sleepMachineTime, nowMs = () => performance.now() }:
    CancellingParts,
): ClobCancelling {
  /** Sends a cancellation once, as soon as the signer's limit allows one more. */
  const send = (
    holder: ApiKeyHolder,
    question: Pick<ClobRequest, "path" | "body">,
    told: (sent: SentEntry, answer: HttpAnswer) => void,
  ): Cancelling => {
    const entry = { address: holder.address, kind: "cancels" } as const;
    const sending = Effect.flatMap(limits.sends(entry), (sent) =>
      call.read(
        keyed(holder, {
          ...question,
          method: "DELETE",
          wanted: WANTED,
          onAnswer: (answer) => told(sent, answer),
        }),
        CancelPayload,
      ).pipe(Effect.ensuring(Effect.sync(sent.lost))));
    return Effect.map(limits.within(entry, sending), ({ canceled, not_canceled }) => ({
      cancelled: canceled ?? [],
      kept: new Map(Object.entries(not_canceled ?? {})),
    }));
  };

  const slice = (holder: ApiKeyHolder, orderIds: ReadonlyArray<string>): Cancelling => {
    const [orderID] = orderIds;
    const question = orderIds.length === 1
      ? { path: "/order", body: JSON.stringify({ orderID }) }
      : { path: "/orders", body: JSON.stringify(orderIds) };
    return retried(
      send(holder, question, (sent, answer) => sent.answered(answer, orderIds.length)),
    );
  };

  /** Cancels as many at a time as can be paid, and waits for more until the deadline. */
  const inSlices = Effect.fnUntraced(function* (
    holder: ApiKeyHolder,
    orderIds: ReadonlyArray<string>,
  ): Effect.fn.Return<Cancelled, CancelFailure> {
    const cancelled: Array<string> = [];
    const kept = new Map<string, string>();
    const startedMs = nowMs();
    let rest = orderIds;
    while (rest.length > 0) {
      const payable = Math.floor(limits.remaining({ address: holder.address, kind: "cancels" }));
      const ids = rest.slice(0, Math.max(1, Math.min(payable, SLICE_MAX)));
      const done = yield* Effect.result(slice(holder, ids));
      if (Result.isSuccess(done)) {
        cancelled.push(...done.success.cancelled);
        for (const [id, reason] of done.success.kept) kept.set(id, reason);
        rest = rest.slice(ids.length);
        continue;
      }
      const waitMs = waitMsOf(done.failure);
      if (waitMs !== undefined && nowMs() - startedMs + waitMs <= WAITING_MS_MAX) {
        yield* sleep(waitMs);
        continue;
      }
      if (cancelled.length + kept.size === 0) return yield* Effect.fail(done.failure);
      for (const id of rest) kept.set(id, done.failure.message);
      break;
    }
    return { cancelled, kept };
  });

  const openIds = Effect.fnUntraced(function* (holder: ApiKeyHolder, filter: OrderFilter) {
    const ids: Array<string> = [];
    let cursor = Option.none<string>();
    do {
      const page = yield* orders.page(holder, { filter, cursor });
      ids.push(...page.orders.flatMap(({ id }) => typeof id === "string" ? [id] : []));
      cursor = page.nextCursor;
    } while (Option.isSome(cursor));
    return ids;
  });

  /** Lists and cancels. Where nothing is listed, the refusal of all at once stands. */
  const oneByOne = Effect.fnUntraced(function* (
    holder: ApiKeyHolder,
    filter: OrderFilter,
    refusal: CancelFailure,
  ) {
    const cancelled: Array<string> = [];
    const kept = new Map<string, string>();
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const ids = (yield* openIds(holder, filter)).filter((id) => !kept.has(id));
      if (ids.length === 0 && round === 0) return yield* Effect.fail(refusal);
      if (ids.length === 0) break;
      const found = yield* inSlices(holder, ids);
      cancelled.push(...found.cancelled);
      for (const [id, reason] of found.kept) kept.set(id, reason);
    }
    return { cancelled, kept };
  });

  const where = (holder: ApiKeyHolder, filter: OrderFilter): Cancelling => {
    const query = queryOf(filter);
    const question = Object.keys(query).length === 0
      ? { path: "/cancel-all" }
      : { path: "/cancel-market-orders", body: JSON.stringify(query) };
    let isTooDear = false;
    const atOnce = send(holder, question, (sent, answer) => {
      isTooDear = answer.status === TOO_MANY;
      // What it could not pay, a smaller one can.
      if (isTooDear && isLeft(answer)) sent.answered({ status: 200, headers: answer.headers }, 0);
      else sent.answered(answer, 1 + cancelledIn(answer));
    });
    return Effect.catchIf(
      retried(atOnce),
      () => isTooDear,
      (refusal) => oneByOne(holder, filter, refusal),
    );
  };

  return {
    ids: (holder, orderIds) =>
      orderIds.length === 1 ? slice(holder, orderIds) : inSlices(holder, orderIds),
    where,
  };
}

/** Returns how long the venue's limit is to be waited for; undefined for any other failure. */
function waitMsOf(failure: CancelFailure): number | undefined {
  const isLimit = failure._tag === "EntryLimited" ||
    (failure._tag === "ProviderFailed" && failure.reason === "limited");
  return isLimit ? Math.max(1, failure.retryAfterSec ?? 1) * 1000 : undefined;
}

/**
 * Tries a cancellation once more where the first try may not have been carried out. If it was, the
 * second answer names no order. So an answer that names none proves nothing, and the first failure
 * is reported.
 */
function retried(cancel: Cancelling): Cancelling {
  return Effect.catchIf(
    cancel,
    (failure) => failure._tag === "ProviderFailed" && failure.reason === "unreachable",
    (failure) =>
      sleepMachineTime(AGAIN_MS).pipe(
        Effect.andThen(cancel),
        Effect.filterOrFail(
          ({ cancelled, kept }) => cancelled.length > 0 || kept.size > 0,
          () => failure,
        ),
        // A used-up limit says nothing about the first try.
        Effect.catchTag("EntryLimited", () => Effect.fail(failure)),
      ),
  );
}

/** Whether the signer has tokens left, by the venue's own count. */
function isLeft({ headers }: HttpAnswer): boolean {
  return Number(headers.get("poly-ratelimit-remaining") ?? 0) >= 1;
}

/** Returns how many orders an answer says are canceled. */
function cancelledIn({ text }: HttpAnswer): number {
  const { canceled } = Option.getOrElse(jsonFields(text), () => ({ canceled: [] as unknown }));
  return Array.isArray(canceled) ? canceled.length : 0;
}
