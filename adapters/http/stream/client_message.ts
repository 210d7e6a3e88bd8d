/**
 * Parses any WebSocket message of a client.
 *
 * @module
 */
import { Result } from "effect";
import { type ClientFrame, readClientFrame, type RefusedFrame } from "./client_frame.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/** Returns the frame of a message; fails for binary messages, oversized text and invalid frames. */
export function readClientMessage(
  message: string | Uint8Array,
  nowMs: number,
): Result.Result<ClientFrame, RefusedFrame> {
  if (typeof message !== "string") {
    return refuse("Cannot read a binary message", "Send text frames of JSON");
  }
  const bytes = Buffer.byteLength(message);
  if (bytes <= STREAM_LIMITS.messageBytes) return readClientFrame(message, nowMs);
  const hint = `Send at most ${STREAM_LIMITS.messageBytes} bytes in one message`;
  return refuse(`Cannot read a message of ${bytes} bytes`, hint);
}

function refuse(error: string, hint: string): Result.Result<never, RefusedFrame> {
  return Result.fail({ id: undefined, error, hint });
}
