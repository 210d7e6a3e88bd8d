/**
 * The outgoing frames of one socket of the relay: numbered, and bounded by the client's backlog.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type MeasuredSocket } from "../../kit/simulator.ts";
import { envelopeText } from "./relay_frame.ts";
import { TOO_SLOW } from "./relay_pulse.ts";

/** Payloads are JSON. */
export interface RelaySender {
  snapshot(channel: string, payload: string): void;
  update(channel: string, payload: string): void;
  /**
   * Drops the next updates, of any channel, and reports it on the channel's next envelope. Their
   * numbers are missing, unless the loss is dense: then only the report shows it.
   */
  drop(frames: number, isDense: boolean): void;
}

/** The progress of a channel on a connection. */
interface Progress {
  /** The number of the last envelope. */
  seq: number;
  /** The number of drops since then. */
  dropped: number;
}

/**
 * Bytes that may wait for a client that does not read: about a thousand updates. The real relay's
 * limit is not documented. A client that keeps not reading never sees the close code.
 */
const BACKLOG_BYTES_MAX = 1024 * 1024;

/** Makes a sender with nothing sent. Assumed: a channel's first envelope has number 1. */
export function makeRelaySender(
  socket: Pick<MeasuredSocket, "send" | "close" | "backlogBytes">,
  clock: Pick<SandboxClock, "nowMs">,
): RelaySender {
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
