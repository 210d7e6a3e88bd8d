/**
 * Delivers the exchange's events to their subscribers, with one timer for all sockets.
 *
 * @module
 */
import { type SandboxClock } from "../kit/clock.ts";
import { type Span } from "../kit/coverage.ts";

/** An event of a stream. */
export interface StreamEvent {
  /** When it happened, in unix milliseconds. */
  readonly atMs: number;
  /** The payload, before it is wrapped. */
  readonly data: object;
}

/** The source of one stream. Instants are whole unix milliseconds. */
export interface StreamSource {
  /** Returns when the next event after an instant is due. It may be too early, never too late. */
  dueAfter(instantMs: number): number;
  /** Returns the events of `[from, to)` in order, as seen at the last millisecond of the range. */
  between(span: Span): ReadonlyArray<StreamEvent>;
}

/** Receives the frames of the subscribed streams, in order of time. */
export type StreamReader = (frame: string) => void;

/** All streams of one simulator. */
export interface StreamPump {
  /** Subscribes from the next event on. An unknown stream name never sends anything. */
  subscribe(names: Iterable<string>, reader: StreamReader): void;
  unsubscribe(names: Iterable<string>, reader: StreamReader): void;
}

/** Shortest interval between two reads of the clock, in real milliseconds. */
const WAIT_MS_MIN = 5;
/** Longest interval, which bounds how late recorded data or a moved clock is noticed. */
const WAIT_MS_MAX = 50;
/** How far back missed events are sent: the larger of this virtual time and the real time below. */
const REACH_MS = 600_000;
const REACH_REAL_MS = 5_000;

interface OpenStream {
  readonly source: StreamSource;
  readonly readers: Set<StreamReader>;
}

/** Makes a pump with no open stream. The timer runs only while a stream is open. */
export function makeStreamPump(
  { clock, find }: {
    readonly clock: SandboxClock;
    readonly find: (name: string) => StreamSource | undefined;
  },
): StreamPump {
  const streams = new Map<string, OpenStream>();
  const reachMs = Math.max(REACH_MS, REACH_REAL_MS * clock.speed);
  let doneMs = clock.nowMs();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    const nowMs = clock.nowMs();
    const span = { from: Math.max(doneMs + 1, nowMs - reachMs), to: nowMs + 1 };
    if (span.from >= span.to) return;
    doneMs = nowMs;
    const events = [...streams].flatMap(([name, { source, readers }]) =>
      source.between(span).map((event) => ({ ...event, name, readers }))
    );
    for (const { name, data, readers } of events.sort((a, b) => a.atMs - b.atMs)) {
      const frame = JSON.stringify({ stream: name, data });
      // A reader whose socket this frame cuts unsubscribes during the loop.
      for (const reader of readers) reader(frame);
    }
  };

  const schedule = () => {
    clearTimeout(timer);
    if (streams.size === 0) return;
    const dues = [...streams.values()].map(({ source }) => source.dueAfter(doneMs));
    const dueMs = Math.min(...dues);
    const waitMs = Math.ceil(clock.realMs(dueMs - clock.nowMs()));
    timer = setTimeout(() => {
      if (clock.nowMs() >= dueMs) flush();
      schedule();
    }, Math.min(Math.max(waitMs, WAIT_MS_MIN), WAIT_MS_MAX));
  };

  return {
    subscribe(names, reader) {
      // Earlier events go only to the readers that were subscribed then.
      flush();
      for (const name of names) {
        const open = streams.get(name);
        const source = open?.source ?? find(name);
        if (open !== undefined) open.readers.add(reader);
        else if (source !== undefined) streams.set(name, { source, readers: new Set([reader]) });
      }
      schedule();
    },
    unsubscribe(names, reader) {
      for (const name of names) {
        const open = streams.get(name);
        if (open?.readers.delete(reader) && open.readers.size === 0) streams.delete(name);
      }
      schedule();
    },
  };
}
