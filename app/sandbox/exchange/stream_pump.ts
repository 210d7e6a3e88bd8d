/**
 * Moves what happens on the exchange to whoever subscribed to it: one timer for all sockets.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { type Span } from "../coverage.ts";

/** Something that a stream sends. */
export interface StreamEvent {
  /** Unix milliseconds at which it happened. */
  readonly atMs: number;
  /** What goes on the wire, before it is wrapped. */
  readonly data: object;
}

/** What one stream is fed from. Instants are whole unix milliseconds. */
export interface StreamSource {
  /** When it has something to send next, after an instant. It may be too early, never too late. */
  dueAfter(instantMs: number): number;
  /** What it sends of `[from, to)`, in order, when the last millisecond of it is now. */
  between(span: Span): ReadonlyArray<StreamEvent>;
}

/** One event as text, encoded once for all its readers. */
export interface StreamFrame {
  readonly raw: string;
  /** `{"stream": name, "data": raw}`. */
  readonly wrapped: string;
}

/** Takes the frames of the streams it subscribed to, in order of time. */
export type StreamReader = (frame: StreamFrame) => void;

/** All streams of one simulator. */
export interface StreamPump {
  /** From the next event on. A name that is no stream's never brings anything. */
  subscribe(names: Iterable<string>, reader: StreamReader): void;
  unsubscribe(names: Iterable<string>, reader: StreamReader): void;
}

/** Between two looks at the clock, in milliseconds of the machine. */
const WAIT_MS_MIN = 5;
/** Data that was put, and a clock that is moved by hand, are noticed after this long. */
const WAIT_MS_MAX = 50;
/** What was missed is sent for this long back; virtual time, or the machine's where it is more. */
const REACH_MS = 600_000;
const REACH_REAL_MS = 5_000;

interface OpenStream {
  readonly source: StreamSource;
  readonly readers: Set<StreamReader>;
}

/** No stream is open yet, and as long as none is, no timer runs. */
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
      const frame = frameOf(name, data);
      // A reader whose socket is cut by this very frame leaves while it is sent.
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
      // What happened until now is for those who were there.
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

function frameOf(name: string, data: object): StreamFrame {
  const raw = JSON.stringify(data);
  let wrapped: string | undefined;
  return {
    raw,
    get wrapped() {
      return wrapped ??= `{"stream":${JSON.stringify(name)},"data":${raw}}`;
    },
  };
}
