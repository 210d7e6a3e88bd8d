/**
 * Counts requests against the quotas of their callers.
 *
 * @module
 */
import { type Quota } from "../../../core/access/mod.ts";
import { clientAddress } from "./client_address.ts";
import { type PipelineOptions } from "./pipeline_options.ts";
import { type RequestContext } from "./request_context.ts";
import { makeHit, stateAfter } from "./rate_limit.ts";
import { logUncounted } from "./request_log.ts";

/** The quota a request counts against, and the caller it counts for. */
export interface Tally {
  readonly quota: Quota;
  readonly caller: string;
}

/**
 * Counts the requests of one pipeline. A request that cannot be counted is let through and logged.
 */
export class RequestCounter<Ports> {
  readonly #options: Pick<PipelineOptions<Ports>, "count" | "run" | "trustProxy">;

  /** One counter per pipeline. */
  constructor(options: Pick<PipelineOptions<Ports>, "count" | "run" | "trustProxy">) {
    this.#options = options;
  }

  /** Returns the address that a request comes from. */
  addressOf({ request, peerAddress }: RequestContext): string {
    return clientAddress(request, peerAddress, this.#options.trustProxy);
  }

  /**
   * Counts a request and records the caller's quota. Returns undefined if that finished
   * synchronously.
   */
  count(context: RequestContext, { quota, caller }: Tally): Promise<void> | undefined {
    const hit = makeHit(quota, caller, context.nowMs);
    context.hit = hit;
    try {
      const used = this.#options.count(hit);
      if (typeof used === "number") {
        context.quota = stateAfter(quota, hit, used);
        return undefined;
      }
      return used.then(
        (used) => void (context.quota = stateAfter(quota, hit, used)),
        (error) => logUncounted(this.#options.run, context, error),
      );
    } catch (error) {
      logUncounted(this.#options.run, context, error);
      return undefined;
    }
  }

  /** Takes back the cost of a request. */
  giveBack(context: RequestContext): void {
    const { hit, quota } = context;
    if (hit === undefined || quota === undefined) return;
    context.quota = { ...quota, remaining: Math.min(quota.limit, quota.remaining + hit.cost) };
    try {
      const used = this.#options.count({ ...hit, cost: -hit.cost });
      if (typeof used === "number") return;
      used.catch((error) => logUncounted(this.#options.run, context, error));
    } catch (error) {
      logUncounted(this.#options.run, context, error);
    }
  }
}
