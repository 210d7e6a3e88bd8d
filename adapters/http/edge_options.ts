/**
 * What the edge is told by the application that starts it.
 *
 * @module
 */
import { type Option } from "effect";
import { type Quota } from "../../core/access/mod.ts";
import { type CheckKey } from "./key_check.ts";
import { type CountHit } from "./rate_limit.ts";
import { type Run } from "./run.ts";

/** The edge has no clock of its own. */
export interface EdgeClock {
  /** Unix milliseconds on the service's clock, which a sandbox may run faster. */
  readonly nowMs: () => number;
  /** Milliseconds from any fixed point, for measuring how long an answer took. */
  readonly stopwatchMs: () => number;
}

/** How the edge does its duties. */
export interface EdgeOptions<Ports> {
  readonly run: Run<Ports>;
  readonly clock: EdgeClock;
  /** The public limit, for each client address. None turns it off, and its headers with it. */
  readonly quota: Option.Option<Quota>;
  /** The limit of each API key, and of callers without one on routes that want one. */
  readonly keyedQuota: Option.Option<Quota>;
  readonly checkKey: CheckKey;
  readonly count: CountHit;
  /** How many proxies stand in front and write `X-Forwarded-For`. 0: none is believed. */
  readonly trustProxy: number;
  /** Marks every answer with `X-Sandbox: true`. */
  readonly isSandbox: boolean;
  /** Logs every answer at debug level. Answers of 500 and above are always logged. */
  readonly isAccessLogged: boolean;
  /** How long a body may take to arrive. */
  readonly bodyDeadlineMs: number;
  /** Makes request ids; version 7 UUIDs where it is left out. */
  readonly makeRequestId?: () => string;
}
