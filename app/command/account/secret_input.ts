/**
 * Reads a secret from standard input as bytes, without ever making a string of it.
 *
 * @module
 */
import { CommandFailed } from "./command_failure.ts";

/** Longer input cannot be a key. */
const INPUT_BYTES_MAX = 4_096;

/** The part of standard input that is used here. */
export interface SecretSource extends AsyncIterable<Uint8Array> {
  readonly isTTY?: boolean;
  readonly setRawMode?: (isRaw: boolean) => unknown;
}

/**
 * Reads all piped input, or one typed line without echo. The caller must overwrite the result.
 * Throws {@linkcode CommandFailed} for longer input than a key can have, and on Ctrl-C.
 */
export async function readSecret(
  input: SecretSource,
  { prompt, write }: { readonly prompt: string; readonly write: (text: string) => void },
): Promise<Uint8Array> {
  const isTyped = input.isTTY === true && input.setRawMode !== undefined;
  if (!isTyped) return collect(input, append);
  write(prompt);
  input.setRawMode(true);
  try {
    return await collect(input, edit);
  } finally {
    input.setRawMode(false);
    write("\n");
  }
}

/** The input so far: the first `length` bytes of the buffer; zeros follow. */
interface Line {
  readonly buffer: Uint8Array;
  length: number;
}

/** Takes a byte; returns true at the end of the line. */
type Take = (line: Line, byte: number) => boolean;

/** Overwrites every chunk after reading it. */
async function collect(input: SecretSource, take: Take): Promise<Uint8Array> {
  const line = { buffer: new Uint8Array(INPUT_BYTES_MAX), length: 0 };
  try {
    for await (const chunk of input) {
      try {
        if (chunk.some((byte) => take(line, byte))) break;
      } finally {
        chunk.fill(0);
      }
    }
  } catch (error) {
    line.buffer.fill(0);
    throw error;
  }
  return line.buffer.subarray(0, line.length);
}

function append(line: Line, byte: number): boolean {
  if (line.length === INPUT_BYTES_MAX) {
    throw new CommandFailed({
      error: "Cannot use the input on stdin: it is too long for a key",
      hint: "Send the 64 hexadecimal digits of the signing key and nothing else",
    });
  }
  line.buffer[line.length++] = byte;
  return false;
}

function cut(line: Line, length: number): boolean {
  line.length = Math.max(0, length);
  line.buffer.fill(0, line.length);
  return false;
}

const CTRL_C = 3;
const CTRL_D = 4;
const CTRL_U = 21;
const ERASE = new Set([8, 127]);
const ENDS = new Set([10, 13, CTRL_D]);

/** Handles editing keys, which a terminal in raw mode does not. */
function edit(line: Line, byte: number): boolean {
  if (byte === CTRL_C) throw new CommandFailed({ error: "Stopped", hint: "Nothing was changed" });
  if (ENDS.has(byte)) return true;
  if (byte === CTRL_U) return cut(line, 0);
  return ERASE.has(byte) ? cut(line, line.length - 1) : append(line, byte);
}
