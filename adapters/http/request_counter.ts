/**
 * Counts requests against the limits of their callers.
 *
 * @module
 */
import { type Quota } from "../../core/access/mod.ts";
import { clientAddress } from "./client_address.ts";
import { type EdgeOptions } from "./edge_options.ts";
import { type Exchange } from "./exchange.ts";
import { makeHit, stateAfter } from "./rate_limit.ts";
import { logUncounted } from "./request_log.ts";

/** Against which limit a request counts, and as whose. */
export interface Tally {
  readonly quota: Quota;
  readonly caller: string;
}

/** Counts for one edge. What cannot be counted is let through, and logged. */
export class RequestCounter<Ports> {
  readonly #options: Pick<EdgeOptions<Ports>, "count" | "run" | "trustProxy">;

  /** One counter an edge. */
  constructor(options: Pick<EdgeOptions<Ports>, "count" | "run" | "trustProxy">) {
    this.#options = options;
  }

  /** The address a request comes from. */
  addressOf({ request, peerAddress }: Exchange): string {
    return clientAddress(request, peerAddress, this.#options.trustProxy);
  }

  /** Counts a request, and notes where its caller stands. Undefined when that is done at once. */
  count(exchange: Exchange, { quota, caller }: Tally): Promise<void> | undefined {
    const hit = makeHit(quota, caller, exchange.nowMs);
    exchange.hit = hit;
    try {
      const used = this.#options.count(hit);
      if (typeof used === "number") {
        exchange.quota = stateAfter(quota, hit, used);
        return undefined;
      }
      return used.then(
        (used) => void (exchange.quota = stateAfter(quota, hit, used)),
        (error) => logUncounted(this.#options.run, exchange, error),
      );
    } catch (error) {
      logUncounted(this.#options.run, exchange, error);
      return undefined;
    }
  }

  /** Takes back what a request was counted for. */
  giveBack(exchange: Exchange): void {
    const { hit, quota } = exchange;
    if (hit === undefined || quota === undefined) return;
    exchange.quota = { ...quota, remaining: Math.min(quota.limit, quota.remaining + hit.cost) };
    try {
      const used = this.#options.count({ ...hit, cost: -hit.cost });
      if (typeof used === "number") return;
      used.catch((error) => logUncounted(this.#options.run, exchange, error));
    } catch (error) {
      logUncounted(this.#options.run, exchange, error);
    }
  }
}
