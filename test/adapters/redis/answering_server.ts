/** A server that answers some commands of Redis and is silent on all others. @module */
import { createServer, type Server } from "node:net";

/** What it has seen, and how to be gone for a while. */
export interface AnsweringServer {
  readonly url: string;
  /** How many connections were made in all. */
  readonly made: () => number;
  readonly open: () => number;
  readonly close: () => Promise<void>;
  /** Again, on the same port. */
  readonly listen: () => Promise<void>;
}

/** The answer to `HELLO 3`, shortened. */
export const HELLO = "%1\r\n$6\r\nserver\r\n$5\r\nredis";

/** Listens on a free port of the loopback. An answer is sent for each time its command is seen. */
export async function listenWith(
  answers: Readonly<Record<string, string>>,
): Promise<AnsweringServer> {
  let [made, open, port] = [0, 0, 0];
  const server: Server = createServer((socket) => {
    made += 1;
    open += 1;
    socket.on("error", () => {}).on("close", () => open -= 1);
    socket.on("data", (bytes) => {
      for (const word of bytes.toString().split("\r\n")) {
        if (Object.hasOwn(answers, word)) socket.write(`${answers[word]}\r\n`);
      }
    });
  });
  const listen = async () => {
    await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
    port = (server.address() as { readonly port: number }).port;
  };
  await listen();
  return {
    url: `redis://127.0.0.1:${port}`,
    made: () => made,
    open: () => open,
    listen,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
