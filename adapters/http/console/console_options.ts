/**
 * What the application tells the console's routes.
 *
 * @module
 */
import { type Option } from "effect";
import { type KeyMode, type Quota } from "../../../core/access/mod.ts";
import type { RecordedDays } from "../../../core/port/recorded_days.ts";

/** The choices of the operator, and the world of the service. */
export interface ConsoleOptions {
  /** The kind of keys that are made here. */
  readonly keyMode: KeyMode;
  /** The sandbox's world; null for a live service. */
  readonly sandbox: { readonly speed: number; readonly seed: number } | null;
  /** Whether everyone may sign up, and not only the first one. */
  readonly isSignUpOpen: boolean;
  /** The account of a sandbox that may be entered without a password. */
  readonly demoEmail: Option.Option<string>;
  /** The quota of each API key. */
  readonly keyedQuota: Option.Option<Quota>;
  /** Whether cookies are sent over TLS alone. */
  readonly hasTlsInFront: boolean;
  /** The number of trusted proxies that write `X-Forwarded-For`. */
  readonly trustProxies: number;
  /** Undefined where nothing is recorded. */
  readonly recordedDays: RecordedDays | undefined;
}
