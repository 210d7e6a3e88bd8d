/**
 * Reads a secret from standard input as bytes: no string is ever made of it.
 *
 * @module
 */
import { CommandEnded } from "./complaint.ts";

/** Longer input is no key. */
const INPUT_BYTES_MAX = 4_096;

/** Standard input, as far as it matters here. */
export interface SecretSource extends AsyncIterable<Uint8Array> {
  readonly isTTY?: boolean;
  readonly setRawMode?: (isRaw: boolean) => unknown;
}

/**
 * Everything that is piped in, or one line that is typed without being shown. The caller
 * overwrites it.
 */
export async function readSecret(
  input: SecretSource,
  { prompt, write }: { readonly prompt: string; readonly write: (text: string) => void },
): Promise<Uint8Array> {
  const isTyped = input.isTTY === true && input.setRawMode !== undefined;
  if (!isTyped) return collect(input, () => "more");
  write(prompt);
  input.setRawMode(true);
  try {
    return await collect(input, editLine);
  } finally {
    input.setRawMode(false);
    write("\n");
  }
}

/** A line that is being read: how much of the buffer it fills. */
interface Line {
  length: number;
}

type Take = (line: Line, byte: number) => "more" | "done" | "taken";

/** Overwrites every chunk it has copied. */
async function collect(input: SecretSource, edit: Take): Promise<Uint8Array> {
  const buffer = new Uint8Array(INPUT_BYTES_MAX);
  const line = { length: 0 };
  try {
    for await (const chunk of input) {
      for (const byte of chunk) {
        const outcome = edit(line, byte);
        if (outcome === "done") {
          chunk.fill(0);
          return buffer.subarray(0, line.length);
        }
        if (outcome === "taken") continue;
        if (line.length === INPUT_BYTES_MAX) {
          chunk.fill(0);
          throw new CommandEnded({
            error: "Cannot use what stdin gives: it is too long for a key",
            hint: "Send the 64 hexadecimal digits of the signing key and nothing else",
          });
        }
        buffer[line.length++] = byte;
      }
      chunk.fill(0);
    }
  } catch (error) {
    buffer.fill(0);
    throw error;
  }
  return buffer.subarray(0, line.length);
}

const CTRL_C = 3;
const CTRL_D = 4;
const CTRL_U = 21;
const ERASE = new Set([8, 127]);
const ENDS = new Set([10, 13, CTRL_D]);

/** A raw terminal edits nothing, so that is done here. */
function editLine(line: Line, byte: number): "more" | "done" | "taken" {
  if (byte === CTRL_C) throw new CommandEnded({ error: "Stopped", hint: "Nothing was changed" });
  if (ENDS.has(byte)) return "done";
  if (ERASE.has(byte)) line.length = Math.max(0, line.length - 1);
  else if (byte === CTRL_U) line.length = 0;
  else return "more";
  return "taken";
}
