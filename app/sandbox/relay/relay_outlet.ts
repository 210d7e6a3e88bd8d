/**
 * What goes out on one socket of the relay: numbered, and no more than the client reads.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { type MeasuredSocket } from "../simulator.ts";
import { envelopeText } from "./relay_frame.ts";
import { TOO_SLOW } from "./relay_pulse.ts";

/** Payloads are JSON. */
export interface RelayOutlet {
  snapshot(channel: string, payload: string): void;
  update(channel: string, payload: string): void;
  /**
   * Loses the next so many updates, of any channel, and says so on the next envelope of theirs.
   * Their numbers are missing, unless the loss is dense: then it shows in what is said alone.
   */
  drop(frames: number, isDense: boolean): void;
}

/** How far the channel of a connection is. */
interface Progress {
  /** The number of the last envelope. */
  seq: number;
  /** How many were lost since. */
  dropped: number;
}

/**
 * What may wait for a client that does not read, in bytes: some thousand updates. How patient the
 * real relay is, is not documented. A client that goes on not reading never sees the close's code.
 */
export const BACKLOG_BYTES_MAX = 1024 * 1024;

/** Nothing was sent yet. Assumed: a channel's first envelope has number 1. */
export function makeRelayOutlet(
  socket: Pick<MeasuredSocket, "send" | "close" | "backlogBytes">,
  clock: Pick<SandboxClock, "nowMs">,
): RelayOutlet {
  const channels = new Map<string, Progress>();
  let toDrop = 0;
  let isLossDense = false;
  const progressOf = (channel: string) => {
    const known = channels.get(channel) ?? { seq: 0, dropped: 0 };
    channels.set(channel, known);
    return known;
  };
  const send = (channel: string, payload: string, isSnapshot: boolean) => {
    const progress = progressOf(channel);
    const { dropped } = progress;
    progress.dropped = 0;
    const seq = ++progress.seq;
    socket.send(envelopeText(payload, { channel, seq, atMs: clock.nowMs(), isSnapshot, dropped }));
    if (socket.backlogBytes() > BACKLOG_BYTES_MAX) socket.close(TOO_SLOW, "slow consumer");
  };
  return {
    snapshot: (channel, payload) => send(channel, payload, true),
    update(channel, payload) {
      if (toDrop === 0) return send(channel, payload, false);
      toDrop--;
      const progress = progressOf(channel);
      progress.dropped++;
      if (!isLossDense) progress.seq++;
    },
    drop(frames, isDense) {
      toDrop = frames;
      isLossDense = isDense;
    },
  };
}
