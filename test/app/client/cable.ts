/** A TCP proxy that fails on demand, between a client and a server on a port. @module */
import { connect, createServer, type Socket } from "node:net";

/** Forwards bytes until a test makes it fail. */
export interface Cable {
  /** `http://127.0.0.1:port` of this end. */
  readonly url: string;
  /** How many connections were made through it. */
  readonly count: () => number;
  /** Breaks every connection immediately. */
  readonly cut: () => void;
  /** Breaks every connection after that many more bytes from the service, mid-frame. */
  readonly cutAfter: (bytes: number) => void;
  /** Whether new connections are broken too. */
  readonly unplug: (isUnplugged: boolean) => void;
  /** Holds bytes from either side back from now on, each until what is returned resolves. */
  readonly delay: (hold: (() => Promise<unknown>) | undefined) => void;
  readonly close: () => void;
}

/** Makes a cable to `port()`, which is called for each connection. */
export async function layCable(port: () => number): Promise<Cable> {
  const open = new Set<Socket>();
  let count = 0;
  let hold: (() => Promise<unknown>) | undefined;
  let bytesLeft = Infinity;
  let isUnplugged = false;

  const cut = () => {
    bytesLeft = Infinity;
    for (const socket of open) socket.destroy();
    open.clear();
  };
  /** Forwards chunks in order, each after the delay that applied when it arrived. */
  const carry = (from: Socket, to: Socket, allow: (bytes: Buffer) => Buffer) => {
    let before = Promise.resolve();
    from.on("data", (bytes: Buffer) => {
      const passed = hold?.();
      before = before.then(() => passed).then(() => {
        const allowed = allow(bytes);
        if (!to.destroyed) to.write(allowed);
        if (allowed.length < bytes.length) cut();
      });
    });
    from.on("error", () => {});
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    if (isUnplugged) return void near.destroy();
    count++;
    const far = connect(port(), "127.0.0.1");
    open.add(near).add(far);
    carry(near, far, (bytes) => bytes);
    carry(far, near, (bytes) => {
      const allowed = bytes.subarray(0, bytesLeft);
      bytesLeft -= allowed.length;
      return allowed;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    count: () => count,
    cut,
    cutAfter: (bytes) => void (bytesLeft = bytes),
    unplug: (is) => void (isUnplugged = is),
    delay: (given) => void (hold = given),
    close: () => {
      cut();
      server.close();
    },
  };
}
