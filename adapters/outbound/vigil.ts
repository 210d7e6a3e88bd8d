/**
 * Tells when a WebSocket has been quiet for too long.
 *
 * It counts ticks of a timer and reads no clock: a process that stood still gets one tick for the
 * whole of that time, and what has arrived meanwhile is read before the next one. So a machine
 * that was busy does not take its connections for dead.
 *
 * @module
 */

/** How long a socket may be quiet, all in machine time. */
export interface VigilOptions {
  /** From the first packet to the end of the handshake. */
  readonly connectMsMax: number;
  /** Without data of use, however well pings are answered. */
  readonly silenceMsMax: number;
  readonly pingEveryMs: number;
  readonly pongMsMax: number;
}

/** Watches over one socket. */
export interface Vigil {
  readonly opened: () => void;
  /** Data of use came. */
  readonly heard: () => void;
  readonly ponged: () => void;
  /** So much time has passed. Gives what to do: nothing, send a ping, or give up and why. */
  readonly tick: (ms: number) => "wait" | "ping" | { readonly giveUp: string };
}

/** Begins with the connection attempt. */
export function makeVigil(options: VigilOptions): Vigil {
  let isOpen = false;
  let quietMs = 0;
  let sincePingMs = 0;
  let isPongDue = false;
  return {
    opened: () => {
      isOpen = true;
      quietMs = 0;
    },
    heard: () => {
      quietMs = 0;
    },
    ponged: () => {
      isPongDue = false;
    },
    tick: (ms) => {
      quietMs += ms;
      if (!isOpen) {
        return quietMs < options.connectMsMax ? "wait" : { giveUp: "it did not open in time" };
      }
      sincePingMs += ms;
      if (quietMs >= options.silenceMsMax) return { giveUp: "it fell silent" };
      if (isPongDue && sincePingMs >= options.pongMsMax) return { giveUp: "it answered no ping" };
      if (sincePingMs < options.pingEveryMs) return "wait";
      sincePingMs = 0;
      isPongDue = true;
      return "ping";
    },
  };
}
