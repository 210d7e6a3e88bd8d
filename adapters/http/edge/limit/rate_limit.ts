/**
 * Counts requests against the quotas of their callers, and refuses those that exceed them.
 *
 * @module
 */
import { Cause, Effect, Exit, Option } from "effect";
import {
  type Quota,
  type QuotaHit,
  quotaHit,
  type QuotaState,
  quotaState,
} from "../../../../core/access/mod.ts";
import type { QuotaStore } from "../../../../core/port/quota_store.ts";
import { clientAddress } from "../request/client_address.ts";
import type { EdgePath } from "../edge_path.ts";
import type { GateOptions } from "../gate_options.ts";
import { type Refusal, Refused } from "../answer/refusal.ts";
import type { RequestContext } from "../request_context.ts";
import type { TextBody } from "../edge_path.ts";
import { logUncounted } from "../request_log.ts";

/** The quota a request counts against, and the caller it counts for. */
export interface Tally {
  readonly quota: Quota;
  readonly caller: string;
}

const NOTHING_TO_RECORD = () => {};

/** Fewer in a rate window would turn away a probe that asks several times in a row. */
const BUCKET_REQUESTS_MIN = 60;

/** Returns the public limit, raised to what every bucket of its own allows: one a second. */
function bucketQuota({ requests, windowSec }: Quota): Quota {
  return { requests: Math.max(requests, windowSec, BUCKET_REQUESTS_MIN), windowSec };
}

type LimiterOptions<Ports> = Pick<
  GateOptions<Ports>,
  "run" | "quotaStore" | "quota" | "keyedQuota" | "trustProxy" | "countKeyUse"
>;

/**
 * Counts the requests of one pipeline. A request that cannot be counted is let through and logged.
 */
export class RateLimiter<Ports> {
  readonly #run: GateOptions<Ports>["run"];
  readonly #add: QuotaStore["Service"]["add"];
  readonly #publicQuota: Quota | undefined;
  readonly #bucketQuota: Quota | undefined;
  readonly #keyedQuota: Quota | undefined;
  readonly #trustProxy: number;
  readonly #countKeyUse: GateOptions<Ports>["countKeyUse"];

  /** One per pipeline. */
  constructor(
    { run, quotaStore, quota, keyedQuota, trustProxy, countKeyUse }: LimiterOptions<Ports>,
  ) {
    this.#run = run;
    this.#countKeyUse = countKeyUse;
    this.#add = quotaStore.add;
    this.#publicQuota = Option.getOrUndefined(quota);
    this.#bucketQuota = Option.getOrUndefined(Option.map(quota, bucketQuota));
    this.#keyedQuota = Option.getOrUndefined(keyedQuota);
    this.#trustProxy = trustProxy;
  }

  /**
   * Returns what a request counts against while its caller is known by address alone. Undefined: it
   * is not counted.
   */
  tallyOf(
    { request, peerAddress }: RequestContext,
    { quotaScope, bucket }: Pick<EdgePath, "quotaScope" | "bucket">,
  ): Tally | undefined {
    const publicQuota = bucket === undefined ? this.#publicQuota : this.#bucketQuota;
    const quota = quotaScope === "address" ? publicQuota : this.#keyedQuota;
    if (quotaScope === "none" || quota === undefined) return undefined;
    const address = clientAddress(request, peerAddress, this.#trustProxy);
    const name = quotaScope === "address" ? bucket : "no key";
    return { quota, caller: name === undefined ? address : `${name} ${address}` };
  }

  /**
   * Counts a request and records the caller's quota. Returns undefined if that finished
   * synchronously.
   */
  count(context: RequestContext, { quota, caller }: Tally): Promise<void> | undefined {
    const hit = quotaHit(quota, caller, context.nowMs);
    context.hit = hit;
    return this.#counted(context, hit, (used) => {
      context.quota = quotaState(quota, used, hit.windowStartSec);
    });
  }

  /**
   * Returns the refusal of a request that was counted over its caller's quota. The use of a key is
   * noted here.
   */
  refusalOf({ holder, quota, nowMs }: RequestContext, tally: Tally | undefined) {
    const isRefused = tally !== undefined && quota?.isExceeded === true;
    const count = this.#countKeyUse;
    if (count !== undefined && holder !== undefined && Option.isNone(holder.key.sessionId)) {
      count(holder.key.id, nowMs, isRefused);
    }
    return isRefused
      ? tooManyRequests(quota, { windowSec: tally.quota.windowSec, nowMs })
      : undefined;
  }

  /** Returns a body that its handler reads itself, and whose requests count. */
  textBody(context: RequestContext, text: string): TextBody {
    return { text, countMore: (requests) => this.countMore(context, requests) };
  }

  /** Counts further requests of one body, at once. Fails if the caller exceeds its quota. */
  countMore(context: RequestContext, requests: number): Effect.Effect<void, Refused> {
    return Effect.suspend(() => {
      const { hit, quota } = context;
      const judge = (tally?: Tally) => {
        let refusal: Refusal | undefined;
        for (let one = 0; one < requests; one++) refusal = this.refusalOf(context, tally);
        return refusal === undefined ? Effect.void : Effect.fail(new Refused(refusal));
      };
      if (hit === undefined || quota === undefined) return judge();
      const { windowSec, windowStartSec, caller } = hit;
      const tally = { quota: { requests: quota.limit, windowSec }, caller };
      const counted = this.#counted(context, { ...hit, cost: requests }, (used) => {
        context.quota = quotaState(tally.quota, used, windowStartSec);
      });
      return counted === undefined
        ? judge(tally)
        : Effect.flatMap(Effect.promise(() => counted), () => judge(tally));
    });
  }

  /** Takes back the cost of a request. */
  giveBack(context: RequestContext): void {
    const { hit, quota } = context;
    if (hit === undefined || quota === undefined) return;
    const { limit, resetSec, isExceeded } = quota;
    const remaining = Math.min(limit, quota.remaining + hit.cost);
    context.quota = { limit, remaining, resetSec, isExceeded };
    void this.#counted(context, { ...hit, cost: -hit.cost }, NOTHING_TO_RECORD);
  }

  #counted(
    context: RequestContext,
    hit: QuotaHit,
    record: (used: number) => void,
  ): Promise<void> | undefined {
    const run = this.#run;
    const failed = (cause: Cause.Cause<unknown>) => logUncounted(run, context, cause);
    const used = countHit({ run, add: this.#add, hit, failed });
    if (typeof used === "number") record(used);
    return used instanceof Promise
      ? used.then((late) => late === undefined ? undefined : record(late))
      : undefined;
  }
}

/**
 * Counts a hit, and returns what is used with it, without a promise where the store knows at once.
 * Undefined after `failed`: whoever cannot be counted is let through.
 */
export function countHit<Ports>({ run, add, hit, failed }: {
  readonly run: GateOptions<Ports>["run"];
  readonly add: QuotaStore["Service"]["add"];
  readonly hit: QuotaHit;
  readonly failed: (cause: Cause.Cause<unknown>) => void;
}): number | undefined | Promise<number | undefined> {
  const usedOf = (exit: Exit.Exit<number, unknown>) =>
    Exit.isSuccess(exit) ? exit.value : void failed(exit.cause);
  try {
    const used = add(hit);
    if (typeof used === "number") return used;
    const exit = run(used);
    return exit instanceof Promise ? exit.then(usedOf) : usedOf(exit);
  } catch (error) {
    return void failed(Cause.die(error));
  }
}

/** Returns the refusal for a caller that exceeded its quota. */
export function tooManyRequests(
  { limit, resetSec }: QuotaState,
  { windowSec, nowMs }: { readonly windowSec: number; readonly nowMs: number },
): Refusal {
  const retryAfterSec = Math.max(1, Math.ceil(resetSec - nowMs / 1000));
  return {
    status: 429,
    error: `Rate limit exceeded: ${limit} requests per ${windowSec} s`,
    hint: `Try again in ${retryAfterSec} s`,
    retryAfterSec,
  };
}
