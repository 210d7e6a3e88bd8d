/**
 * Virtual time for what waits by the machine's clock: timers, deadlines and `performance.now()`.
 *
 * Sockets are real. Before each timer everything that was sent arrives, which a marker shows that
 * is sent behind it; so no verdict depends on how fast the machine is.
 *
 * @module
 */
import { vi } from "bun:test";

/** Time that passes only where the test says so. Disposing gives the machine its own back. */
export interface MovedTime extends Disposable {
  /** In unix milliseconds. */
  readonly nowMs: () => number;
  /** Lets time pass, timer by timer. */
  readonly pass: (ms: number) => Promise<void>;
  /** Lets time pass at once, though calls may be on their way. */
  readonly advance: (ms: number) => void;
  /** Lets time pass until it is so, and gives how long that took, in milliseconds. */
  readonly until: (isSo: () => boolean | Promise<boolean>) => Promise<number>;
  /** Lets time pass until it is so of what was told, which is looked at where it has grown. */
  readonly untilTold: <T>(
    told: ReadonlyArray<T>,
    isSo: (told: ReadonlyArray<T>) => boolean,
  ) => Promise<number>;
  /** Lets time pass until a promise has its value, or fails. */
  readonly during: <A>(promise: Promise<A>) => Promise<A>;
  /** Lets everything arrive that was sent, while no time passes. */
  readonly settle: () => Promise<void>;
}

/** A marker passes once for each step of a handshake, of what it allows, and of the answer. */
const MARKERS = 8;

/** Stops the machine's time. Steps are from timer to timer, and of `stepMs` at least. */
export function moveTime({ stepMs = 0 } = {}): MovedTime {
  vi.useFakeTimers();
  const calls = watchCalls();
  const marker = openMarker();
  const settle = async () => {
    const { pass } = await marker;
    for (let isQuiet = false; !isQuiet;) {
      for (let at = 0; at < MARKERS; at++) await pass();
      isQuiet = !await calls.arrival();
    }
  };
  const step = () => {
    const nextMs = performance.now() + stepMs;
    vi.advanceTimersToNextTimer();
    vi.advanceTimersByTime(Math.max(0, nextMs - performance.now()));
  };
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    const startedMs = performance.now();
    for (await settle(); !await isSo(); await settle()) step();
    return performance.now() - startedMs;
  };
  return {
    nowMs: Date.now,
    settle,
    until,
    untilTold: (told, isSo) => {
      let looked = 0;
      return until(() => {
        if (looked === told.length) return false;
        looked = told.length;
        return isSo(told);
      });
    },
    during: async (promise) => {
      let isOver = false;
      const over = () => void (isOver = true);
      promise.then(over, over);
      await until(() => isOver);
      return await promise;
    },
    advance: (ms) => void vi.advanceTimersByTime(ms),
    pass: async (ms) => {
      let isOver = false;
      // The runtime's timers tell when it is time, as they are the ones that are moved.
      const end = AbortSignal.timeout(ms);
      end.addEventListener("abort", () => void (isOver = true));
      for (await settle(); !isOver; await settle()) step();
    },
    [Symbol.dispose]: () => {
      calls.stop();
      void marker.then(({ close }) => close());
      vi.useRealTimers();
    },
  };
}

/** A connection to itself: what comes back over it was sent after all that other sockets got. */
async function openMarker() {
  const passed: Array<() => void> = [];
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (socket, bytes) => void socket.write(bytes) },
  });
  const client = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port,
    socket: { data: (_, bytes) => passed.splice(0, bytes.length).forEach((pass) => pass()) },
  });
  return {
    pass: () =>
      new Promise<void>((resolve) => {
        passed.push(resolve);
        client.write("m");
      }),
    close: () => (client.end(), server.stop(true)),
  };
}

/** Names the call that a request belongs to. */
const CALL = "x-call-of-test";

/** Follows HTTP calls of this process to itself: they travel through another thread. */
function watchCalls() {
  const own = { fetch: globalThis.fetch, serve: Bun.serve };
  /** Calls without an answer, those whose server keeps them waiting, and those given up. */
  const [sent, held, ended] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let changed = Promise.withResolvers<void>();
  const change = (calls: Set<string>, call: string, isIn: boolean) => {
    if (isIn) calls.add(call);
    else calls.delete(call);
    changed.resolve();
    changed = Promise.withResolvers();
  };
  let count = 0;
  const sending = <T>(call: string, promise: Promise<T>): Promise<T> => {
    change(sent, call, true);
    return promise.finally(() => change(sent, call, false));
  };
  const fetching = async (url: string, init: RequestInit = {}) => {
    const call = String(count++);
    const headers = new Headers(init.headers);
    headers.set(CALL, call);
    init.signal?.addEventListener("abort", () => change(ended, call, true));
    const response = await sending(call, own.fetch(url, { ...init, headers }));
    for (const read of ["text", "json", "bytes"] as const) {
      const original = response[read].bind(response);
      Object.assign(response, { [read]: () => sending(`${call} ${read}`, original()) });
    }
    return response;
  };
  type Handler = (request: Request, server: unknown) => unknown;
  const serving = (options: { readonly fetch: Handler }) => {
    const handle: Handler = (request, server) => {
      const call = request.headers.get(CALL);
      const body = call === null || request.body === null ? undefined : request.clone().bytes();
      const answer = options.fetch(request, server);
      if (!(answer instanceof Promise) || call === null) return answer;
      let isAnswered = false;
      // A server has a call only once its body is there too.
      void Promise.resolve(body).then(() => isAnswered || change(held, call, true), () => {});
      return answer.finally(() => {
        isAnswered = true;
        change(held, call, false);
      });
    };
    return own.serve({ ...options, fetch: handle } as Parameters<typeof Bun.serve>[0]);
  };
  const areTravelling = () => [...sent].some((call) => ended.has(call) || !held.has(call));
  Object.assign(globalThis, { fetch: Object.assign(fetching, own.fetch) });
  Object.assign(Bun, { serve: serving });
  return {
    /** Waits until no call travels, and says whether one did. */
    arrival: async () => {
      const wereTravelling = areTravelling();
      while (areTravelling()) await changed.promise;
      return wereTravelling;
    },
    stop: () => {
      Object.assign(globalThis, { fetch: own.fetch });
      Object.assign(Bun, { serve: own.serve });
    },
  };
}
