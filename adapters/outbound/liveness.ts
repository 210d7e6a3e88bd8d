/**
 * Detects a WebSocket that has been silent for too long.
 *
 * Counts timer ticks and reads no clock. A suspended process gets one tick for the whole pause, and
 * reads what arrived meanwhile before the next one. A busy machine therefore does not take its
 * connections for dead.
 *
 * @module
 */

/** How long a socket may be silent, in machine time. */
export interface LivenessOptions {
  /** From the first packet to the end of the handshake. */
  readonly connectMsMax: number;
  /** Without useful data, even if pings are answered. */
  readonly silenceMsMax: number;
  readonly pingEveryMs: number;
  readonly pongMsMax: number;
}

/** Tracks the liveness of one socket. */
export interface Liveness {
  readonly opened: () => void;
  /** Useful data arrived. */
  readonly received: () => void;
  readonly ponged: () => void;
  /** Advances time by `ms`. Returns what to do: nothing, send a ping, or give up with a reason. */
  readonly tick: (ms: number) => "wait" | "ping" | { readonly giveUp: string };
}

/** Creates the tracker; call it when the connection attempt starts. */
export function makeLiveness(options: LivenessOptions): Liveness {
  let isOpen = false;
  let quietMs = 0;
  let sincePingMs = 0;
  let isPongDue = false;
  return {
    opened: () => {
      isOpen = true;
      quietMs = 0;
    },
    received: () => {
      quietMs = 0;
    },
    ponged: () => {
      isPongDue = false;
    },
    tick: (ms) => {
      quietMs += ms;
      if (!isOpen) {
        return quietMs < options.connectMsMax
          ? "wait"
          : { giveUp: "the connection did not open in time" };
      }
      sincePingMs += ms;
      if (quietMs >= options.silenceMsMax) return { giveUp: "no data arrived in time" };
      if (isPongDue && sincePingMs >= options.pongMsMax) {
        return { giveUp: "a ping was not answered" };
      }
      if (sincePingMs < options.pingEveryMs) return "wait";
      sincePingMs = 0;
      isPongDue = true;
      return "ping";
    },
  };
}
