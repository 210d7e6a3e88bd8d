/**
 * A TCP gate before a server that a test can shut, stall, slow, or leave without an answer.
 *
 * @module
 */
import { connect, createServer, type Server, type Socket } from "node:net";

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A gate. Everything passes, in order, until something else is asked for. */
export type Gate = Awaited<ReturnType<typeof openGate>>;

/** Resolves after so many milliseconds. */
export type Wait = (ms: number) => Promise<unknown>;

/** What happens to every connection of a gate. */
interface Course {
  isMute: boolean;
  delayMs: number;
  wait: Wait;
  /** Pending while stalled. */
  stalled: PromiseWithResolvers<void> | undefined;
}

/** Opens a gate on a free port of the loopback. */
export async function openGate(to: Address) {
  const course: Course = {
    isMute: false,
    delayMs: 0,
    wait: () => Promise.resolve(),
    stalled: undefined,
  };
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let [port, accepted] = [0, 0];

  const join = (from: Socket, into: Socket) => {
    sockets.add(from);
    if (course.stalled !== undefined) from.pause();
    from.on("close", () => sockets.delete(from));
    carry(from, { into, course });
  };
  const listen = async () => {
    const opened = createServer({ noDelay: true }, (client) => {
      accepted++;
      const upstream = connect({ ...to, noDelay: true });
      join(client, upstream);
      join(upstream, client);
    });
    await new Promise<void>((done) => opened.listen(port, "127.0.0.1", done));
    server = opened;
    port = (opened.address() as { readonly port: number }).port;
  };
  const pass = () => {
    Object.assign(course, { isMute: false, delayMs: 0 });
    course.stalled?.resolve();
    course.stalled = undefined;
    for (const socket of sockets) socket.resume();
  };

  await listen();
  return {
    port,
    /** How many connections it has accepted in all. */
    accepted: () => accepted,
    /** Cuts every connection and refuses new ones until it is opened. */
    shut: async () => {
      const closing = server;
      server = undefined;
      const closed = new Promise<void>((done) => closing?.close(() => done()) ?? done());
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    /** Keeps every connection, accepts new ones, and drops what they send. */
    mute: () => void (course.isMute = true),
    unmute: () => void (course.isMute = false),
    /** Keeps every connection, accepts new ones, and holds what they send until it is opened. */
    stall: () => {
      course.stalled ??= Promise.withResolvers();
      for (const socket of sockets) socket.pause();
    },
    /** Delivers every byte, and the end of a connection, this much later; `wait` is a sleep. */
    slow: (delayMs: number, wait: Wait) => void Object.assign(course, { delayMs, wait }),
    /** Lets everything pass again. What was held back comes first. */
    open: async () => {
      pass();
      if (server === undefined) await listen();
    },
  };
}

/**
 * Carries what one socket sends, and then its end, to the other. One thing follows another, so that
 * a shorter delay overtakes nothing that was read under a longer one.
 */
function carry(
  from: Socket,
  { into, course }: { readonly into: Socket; readonly course: Course },
): void {
  let carried = Promise.resolve();
  const next = (act: () => void) => {
    const dueMs = performance.now() + course.delayMs;
    carried = carried.then(async () => {
      const leftMs = dueMs - performance.now();
      if (leftMs > 0) await course.wait(leftMs);
      while (course.stalled !== undefined) await course.stalled.promise;
      act();
    });
  };
  from.on("data", (bytes) => {
    if (course.isMute) return;
    next(() => {
      if (into.write(bytes)) return;
      from.pause();
      into.once("drain", () => course.stalled === undefined && from.resume());
    });
  });
  from.on("error", () => {});
  from.on("close", () => {
    // What was written before goes first.
    if (!course.isMute) next(() => void into.end(() => into.destroy()));
  });
}
