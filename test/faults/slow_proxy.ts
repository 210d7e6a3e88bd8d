/**
 * A TCP proxy before a server that stalls, cuts or slows every connection on request.
 *
 * @module
 */
import { connect, createServer, type Server, type Socket } from "node:net";

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A running proxy. Everything passes until something else is asked for. */
export interface SlowProxy {
  readonly port: number;
  /** Keeps every connection, accepts new ones, and moves no byte until it is opened. */
  readonly stall: () => void;
  /** Ends every connection and refuses new ones until it is opened. */
  readonly cut: () => Promise<void>;
  /** Delivers every byte this much later. */
  readonly slow: (delayMs: number) => void;
  /** Lets everything pass again. What was stalled comes now. */
  readonly open: () => Promise<void>;
  /** Ends it for good. */
  readonly close: () => Promise<void>;
}

/** Starts a proxy on a free port of the loopback. */
export async function startSlowProxy(to: Address): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  let delayMs = 0;
  let server: Server | undefined;
  let port = 0;

  const join = (from: Socket, into: Socket) => {
    sockets.add(from);
    if (isStalled) from.pause();
    const later = (act: () => void) => delayMs > 0 ? setTimeout(act, delayMs) : act();
    from.on("data", (bytes) => {
      later(() => {
        if (into.write(bytes)) return;
        from.pause();
        into.once("drain", () => isStalled ? undefined : from.resume());
      });
    });
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      later(() => into.destroy());
    });
  };
  const begin = async () => {
    const opened = createServer({ noDelay: true }, (client) => {
      const upstream = connect({ ...to, noDelay: true });
      join(client, upstream);
      join(upstream, client);
    });
    await new Promise<void>((done) => opened.listen(port, "127.0.0.1", done));
    server = opened;
    port = (opened.address() as { readonly port: number }).port;
  };
  const cut = async () => {
    const closing = server;
    server = undefined;
    const closed = new Promise<void>((done) => closing?.close(() => done()) ?? done());
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await begin();
  return {
    get port() {
      return port;
    },
    cut,
    close: cut,
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    slow: (ms) => {
      delayMs = ms;
    },
    open: async () => {
      [isStalled, delayMs] = [false, 0];
      for (const socket of sockets) socket.resume();
      if (server === undefined) await begin();
    },
  };
}
