/**
 * A port for what has to know it before it is listened on: a program that cannot say which one it
 * took, or one that comes back at the same address.
 *
 * @module
 */
import { createServer } from "node:net";

/** Returns a port of this machine that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === "object" && address !== null) resolve(address.port);
        else reject(new Error("no port could be had"));
      });
    });
  });
}
