/**
 * A TCP connection that goes wrong on demand, between a client and whatever listens on a port.
 *
 * @module
 */
import { connect, createServer, type Socket } from "node:net";

/** Passes bytes on until it is told otherwise. */
export interface Cable {
  /** `http://127.0.0.1:port` of this end. */
  readonly url: string;
  /** How many connections were made through it. */
  readonly count: () => number;
  /** Breaks every connection at once. */
  readonly cut: () => void;
  /** Breaks every connection after so many more bytes from the service, in the midst of a frame. */
  readonly cutAfter: (bytes: number) => void;
  /** Whether new connections are broken as well. */
  readonly unplug: (isUnplugged: boolean) => void;
  /** Bytes from either side take so long from now on, and stay in order. */
  readonly delay: (ms: number) => void;
  readonly close: () => void;
}

/** A cable to `port()`, which is asked for each connection. */
export async function layCable(port: () => number): Promise<Cable> {
  const open = new Set<Socket>();
  let count = 0;
  let delayMs = 0;
  let bytesLeft = Infinity;
  let isUnplugged = false;

  const cut = () => {
    bytesLeft = Infinity;
    for (const socket of open) socket.destroy();
    open.clear();
  };
  /** Sends pieces on in order, each after the delay that held when it came. */
  const carry = (from: Socket, to: Socket, allow: (bytes: Buffer) => Buffer) => {
    let before = Promise.resolve();
    from.on("data", (bytes: Buffer) => {
      const passed = delayMs === 0 ? Promise.resolve() : Bun.sleep(delayMs);
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
    delay: (ms) => void (delayMs = ms),
    close: () => {
      cut();
      server.close();
    },
  };
}
