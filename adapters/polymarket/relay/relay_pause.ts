/**
 * The pause after a lost connection, where the relay's rules define one.
 *
 * @module
 */
import { Option } from "effect";
import type { BackOffRange, SocketLoss } from "../../outbound/mod.ts";
import type { Fault } from "./relay_conversation.ts";

/** Why a connection ended, as far as it affects the next one. */
export type Loss = Pick<SocketLoss, "closeCode" | "refusedStatus"> & {
  /** The fault that the conversation found, if it ended the connection. */
  readonly fault: Fault | undefined;
};

/**
 * The back-off after every other end: the venue asks for 1 to 30 s with jitter. In milliseconds.
 */
export const RELAY_BACK_OFF: BackOffRange = {
  leastMs: 1_000,
  quickMsMax: 2_000,
  firstMsMax: 2_000,
  capMs: 30_000,
};

/** The venue drains a host: clients return spread over this time. */
const DRAIN_MS_MAX = 10_000;
/** Refused credentials are read again after this. */
const REFUSED_MS = 60_000;
const REFUSED_SPREAD_MS = 5_000;
/** A violation would be repeated, so this is long enough for a person to notice. */
const POLICY_MS = 180_000;
const POLICY_SPREAD_MS = 120_000;

/** Returns the meaning of a connection's end. The codes are those that the venue documents. */
export function faultOf({ fault, closeCode, refusedStatus }: Loss): Fault | "drain" {
  if (fault !== undefined) return fault;
  if (closeCode === 4001 || refusedStatus === 401 || refusedStatus === 403) return "refused";
  if (closeCode === 4003) return "drain";
  return closeCode === 4008 ? "policy" : "trouble";
}

/**
 * Returns the pause in milliseconds; none if the back-off decides. `chance` is random from 0 to 1.
 */
export function relayPauseMs(loss: Loss, chance: number): Option.Option<number> {
  switch (faultOf(loss)) {
    case "drain":
      return Option.some(chance * DRAIN_MS_MAX);
    case "refused":
      return Option.some(REFUSED_MS + chance * REFUSED_SPREAD_MS);
    case "policy":
      return Option.some(POLICY_MS + chance * POLICY_SPREAD_MS);
    case "trouble":
      return Option.none();
  }
}
