/** The bytes that a WebSocket client sends. @module */

/** The answer to a ping: a masked frame without a payload. */
export const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const FINAL_TEXT = 0x81;
const MASKED = 0x80;
/** States that the length follows in two bytes, which is valid for any length. */
const LENGTH_16 = 126;

/** Requests a stream connection on behalf of another address. */
export function handshake(host: string, forwardedFor: string): string {
  return "GET /api/v1/stream HTTP/1.1\r\n" +
    `Host: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
    `X-Forwarded-For: ${forwardedFor}\r\n\r\n`;
}

/** A text frame. Its mask is all zeros, so that its bytes are sent as they are. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([FINAL_TEXT, MASKED | LENGTH_16, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
