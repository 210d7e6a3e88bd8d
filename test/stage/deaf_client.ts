/**
 * A client of the stream that says what it wants, over a bare TCP socket, and never reads.
 *
 * @module
 */
import { connect } from "node:net";
import { handshake, textFrame } from "./client_bytes.ts";

/** Connects for another address; resolves once it is let in, to what ends it. */
export async function openDeafClient(
  url: string,
  { forwardedFor, messages }: {
    readonly forwardedFor: string;
    readonly messages: ReadonlyArray<unknown>;
  },
): Promise<() => void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(handshake(host, forwardedFor));
  await new Promise((resolve, reject) => {
    socket.once("data", resolve);
    socket.once("error", reject);
    socket.once("close", reject);
  });
  // What the service does about it is the end of this socket, and no error of a test.
  socket.on("error", () => {});
  socket.pause();
  for (const message of messages) socket.write(textFrame(JSON.stringify(message)));
  return () => void socket.destroy();
}
