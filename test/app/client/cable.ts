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
  readonly close: () => void;
}

/** Makes a cable to `port()`, which is called for each connection. */
export async function layCable(port: () => number): Promise<Cable> {
  const open = new Set<Socket>();
  let count = 0;
  let bytesLeft = Infinity;

  const cut = () => {
    bytesLeft = Infinity;
    for (const socket of open) socket.destroy();
    open.clear();
  };
  const carry = (from: Socket, to: Socket, allow: (bytes: Buffer) => Buffer) => {
    from.on("data", (bytes: Buffer) => {
      const allowed = allow(bytes);
      if (!to.destroyed) to.write(allowed);
      if (allowed.length < bytes.length) cut();
    });
    from.on("error", () => {});
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
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
    close: () => {
      cut();
      server.close();
    },
  };
}
