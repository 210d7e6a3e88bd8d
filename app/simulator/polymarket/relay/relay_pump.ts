/**
 * Sends points to every subscription as they are published.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { strideSecOf } from "../../kit/stride.ts";
import { type PointSource, type PublishedPoint } from "./point_source.ts";

/** A subscription that gets points. */
export interface PointListener {
  /** Points published up to this time, in unix milliseconds, are not sent. */
  readonly afterMs: number;
  send(point: PublishedPoint): void;
}

/** All subscriptions of a relay. */
export interface RelayPump {
  /** Starts a subscription. Returns the function that ends it. */
  join(source: PointSource, listener: PointListener): () => void;
  /** Sends everything due now; also runs every few milliseconds. */
  flush(): void;
}

/** Interval between two reads of the clock, in real milliseconds. */
const POLL_MS = 10;
/** The number of strides sent after a pause of the process; older points are lost. */
const MISSED_MAX = 600;

/** Makes a pump without subscriptions. The timer runs only while there are some. */
export function makeRelayPump(clock: SandboxClock): RelayPump {
  const strideSec = strideSecOf(clock.speed);
  const listeners = new Map<PointSource, Set<PointListener>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  /** Everything published up to this time has been sent. */
  let sentMs = 0;

  const flush = () => {
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
        if (point.publishedMs > listener.afterMs) listener.send(point);
      }
    }
  };
  return {
    flush,
    join(source, listener) {
      if (timer === undefined) {
        sentMs = listener.afterMs;
        timer = setInterval(flush, POLL_MS);
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
