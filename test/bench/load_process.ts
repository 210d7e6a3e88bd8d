/**
 * A process that loads a server over keep-alive connections and counts the answers.
 *
 * Bare sockets and prepared requests: it must cost less than any server it measures, so that
 * little remains but the system's reads and writes. Requests are not pipelined; each connection
 * sends again when its answer is complete.
 *
 * @module
 */
import type { Socket } from "bun";
import { percentileOf } from "./benchmark.ts";
import { takeOrders } from "./ordered_process.ts";
import { ResponseFraming } from "./response_framing.ts";

/**
 * An order to load a server for this long, and until it gave an answer a connection, over this many
 * connections, which ask for the paths in turn.
 */
export interface LoadOrder {
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly paths: ReadonlyArray<string>;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly durationMs: number;
}

/** The result. */
export interface LoadReport {
  readonly answers: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The state of one connection. */
interface Asking {
  readonly framing: ResponseFraming;
  askedNs: number;
}

/** More answers than a lap can have; later ones are counted but not timed. */
const TIMED_MAX = 2_000_000;
const timesNs = new Float64Array(TIMED_MAX);

async function load(
  { origin, paths, headers, connections, durationMs }: LoadOrder,
): Promise<LoadReport> {
  const { hostname, port, host } = new URL(origin);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`)
  );
  let turn = 0;
  const done = Promise.withResolvers<void>();
  const sockets: Array<Socket<Asking>> = [];
  let answers = 0;
  let isDue = false;
  let isOver = false;
  const ask = (socket: Socket<Asking>) => {
    socket.data.askedNs = Bun.nanoseconds();
    socket.write(requests[turn++ % requests.length] ?? "");
  };
  const socket = {
    data(socket: Socket<Asking>, chunk: Buffer) {
      try {
        if (isOver || !socket.data.framing.take(chunk)) return;
        if (answers < TIMED_MAX) timesNs[answers] = Bun.nanoseconds() - socket.data.askedNs;
        answers++;
        if (isDue && answers >= connections) done.resolve();
        ask(socket);
      } catch (error) {
        done.reject(error);
      }
    },
    error: (_: unknown, error: Error) => done.reject(error),
    close: () => {
      if (!isOver) done.reject(new Error(`${host} closed a connection`));
    },
  };
  for (let number = 0; number < connections; number++) {
    const data: Asking = { framing: new ResponseFraming(), askedNs: 0 };
    sockets.push(await Bun.connect<Asking>({ hostname, port: Number(port), data, socket }));
  }
  for (const socket of sockets) ask(socket);
  setTimeout(() => {
    isDue = true;
    if (answers >= connections) done.resolve();
  }, durationMs);
  try {
    await done.promise;
  } finally {
    isOver = true;
    for (const socket of sockets) socket.terminate();
  }
  const tookNs = timesNs.subarray(0, answers);
  return { answers, p50Ms: percentileOf(tookNs, 50) / 1e6, p99Ms: percentileOf(tookNs, 99) / 1e6 };
}

takeOrders(load);
