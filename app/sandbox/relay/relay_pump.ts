/**
 * Sends points to every subscription as they are published.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { strideSecOf } from "../stride.ts";
import { type PointSource, type PublishedPoint } from "./point_source.ts";

/** A subscription that gets points. */
export interface PointListener {
  /** Points that were published by then are not sent, in unix milliseconds. */
  readonly afterMs: number;
  tell(point: PublishedPoint): void;
}

/** All subscriptions of a relay. */
export interface RelayPump {
  /** Begins to send. The answer ends it. */
  join(source: PointSource, listener: PointListener): () => void;
  /** Sends what is due by now, as is done every few milliseconds. */
  beat(): void;
}

/** How often the clock is looked at, in milliseconds of the machine. */
const LOOK_MS = 10;
/** What is sent after the process stood still: this many strides; older points are lost. */
const MISSED_MAX = 600;

/** Nobody listens yet, and without listeners no timer runs. */
export function makeRelayPump(clock: SandboxClock): RelayPump {
  const strideSec = strideSecOf(clock.speed);
  const listeners = new Map<PointSource, Set<PointListener>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  /** What was published by then has been sent. */
  let sentMs = 0;

  const beat = () => {
    const untilMs = clock.nowMs();
    const afterMs = Math.max(sentMs, untilMs - MISSED_MAX * strideSec * 1_000);
    if (untilMs <= afterMs) return;
    sentMs = untilMs;
    const due = [...listeners].flatMap(([source, joined]) =>
      source.published({ afterMs, untilMs, strideSec }).map((point) => ({ point, joined }))
    );
    due.sort((a, b) => a.point.publishedMs - b.point.publishedMs);
    for (const { point, joined } of due) {
      for (const listener of joined) {
        if (point.publishedMs > listener.afterMs) listener.tell(point);
      }
    }
  };
  return {
    beat,
    join(source, listener) {
      if (timer === undefined) {
        sentMs = listener.afterMs;
        timer = setInterval(beat, LOOK_MS);
      }
      const joined = listeners.get(source) ?? new Set();
      joined.add(listener);
      listeners.set(source, joined);
      return () => {
        joined.delete(listener);
        if (joined.size === 0 && listeners.get(source) === joined) listeners.delete(source);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
