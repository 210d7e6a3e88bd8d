/**
 * A client of the stream that says what it wants, over a bare TCP socket, and never reads.
 *
 * @module
 */
import { connect } from "node:net";

const FINAL_TEXT = 0x81;
const MASKED = 0x80;
/** States that the length follows in two bytes, which is valid for any length. */
const LENGTH_16 = 126;

/** A text frame. Its mask is all zeros, so that its bytes are sent as they are. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([FINAL_TEXT, MASKED | LENGTH_16, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

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
  socket.write(
    "GET /api/v1/stream HTTP/1.1\r\n" +
      `Host: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
      `X-Forwarded-For: ${forwardedFor}\r\n\r\n`,
  );
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
