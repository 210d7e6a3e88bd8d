/**
 * A client of the stream that subscribes and then stops reading, over a bare TCP socket.
 *
 * @module
 */
import { connect as connectTcp } from "node:net";

/** The headers of a handshake. */
export const UPGRADE = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** A handshake as it is on the wire, with an extra header. */
export function handshake(header: string): string {
  const headers = Object.entries({ host: "x", ...UPGRADE }).map((pair) => pair.join(": "));
  return `${["GET /api/v1/stream HTTP/1.1", ...headers, header].join("\r\n")}\r\n\r\n`;
}

/** It has sent this message, of 125 bytes at most, and does not read until asked to. */
export async function stalledClient(port: number, message: Readonly<Record<string, unknown>>) {
  const socket = connectTcp(port, "127.0.0.1");
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(handshake("Origin: https://anywhere.example"));
  /** Reads until what came matches, and not further. */
  const readUntil = (text: string) =>
    new Promise<void>((resolve) => {
      let got = "";
      const read = (chunk: Buffer) => {
        got += chunk.toString("latin1");
        if (!got.includes(text)) return;
        socket.off("data", read).pause();
        resolve();
      };
      socket.on("data", read).resume();
    });
  await readUntil('"type":"hello"');
  const text = JSON.stringify(message);
  const mask = Buffer.from([0, 0, 0, 0]);
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]));
  await readUntil('"type":"subscribed"');
  return {
    readAll: () =>
      new Promise<Buffer>((resolve) => {
        const chunks: Array<Buffer> = [];
        socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)));
        socket.on("close", () => resolve(Buffer.concat(chunks)));
        socket.resume();
      }),
    end: () => void socket.destroy(),
  };
}
