import { describe, expect, test } from "bun:test";
import { readSecret, type SecretSource } from "../../../../app/command/account/secret_input.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Standard input that gives these chunks, and what happens to it. */
function source(texts: ReadonlyArray<string>, isTTY: boolean) {
  const chunks = texts.map(encode);
  const raw: boolean[] = [];
  const written: string[] = [];
  const input: SecretSource = {
    isTTY,
    setRawMode: (isRaw) => raw.push(isRaw),
    async *[Symbol.asyncIterator]() {
      yield* chunks;
      await Promise.resolve();
    },
  };
  const read = () => readSecret(input, { prompt: "Key: ", write: (text) => written.push(text) });
  return { read, chunks, raw, written };
}

describe("a secret that is piped in", () => {
  test("is read to its end, whatever the chunks, and overwritten at its source", async () => {
    const { read, chunks, raw, written } = source(["ab\n", "c", ""], false);
    expect(decode(await read())).toBe("ab\nc");
    expect(chunks.flatMap((chunk) => [...chunk])).toEqual([0, 0, 0, 0]);
    expect([raw, written]).toEqual([[], []]);
  });

  test("is refused where it is far too long, and overwritten", async () => {
    const { read, chunks } = source(["a".repeat(4_000), "b".repeat(97)], false);
    await expect(read()).rejects.toThrow("too long for a key");
    expect(chunks.every((chunk) => chunk.every((byte) => byte === 0))).toBe(true);
  });
});

describe("a secret that is typed", () => {
  test("is one line, editable as on a terminal, and never shown", async () => {
    const { read, chunks, raw, written } = source(
      ["xy\u0015a", "bx\u007f", "cz\u007f\rrest"],
      true,
    );
    const typed = await read();
    expect(decode(typed)).toBe("abc");
    // What was erased is not left behind it.
    expect(decode(new Uint8Array(typed.buffer)).replaceAll("\0", "")).toBe("abc");
    expect(raw).toEqual([true, false]);
    expect(written).toEqual(["Key: ", "\n"]);
    expect(chunks.every((chunk) => chunk.every((byte) => byte === 0))).toBe(true);
  });

  test("is aborted with Ctrl-C, which restores the terminal", async () => {
    const { read, chunks, raw } = source(["ab\u0003"], true);
    await expect(read()).rejects.toThrow("Stopped");
    expect(raw).toEqual([true, false]);
    expect([...chunks[0] ?? []]).toEqual([0, 0, 0]);
  });

  test("cannot be erased past its start", async () => {
    expect(decode(await source(["\u007f\u0008a\n"], true).read())).toBe("a");
  });
});
