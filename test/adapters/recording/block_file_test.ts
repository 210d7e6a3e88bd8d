import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { appendFile, type FileHandle, open, truncate } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import {
  BlockFile,
  indexPath,
  readBlock,
  wholeBlocks,
} from "../../../adapters/recording/block_file.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folders: Array<{ readonly path: string; readonly remove: () => void }> = [];
afterEach(() => folders.splice(0).forEach(({ remove }) => remove()));

function newPath(): string {
  const folder = makeFolder();
  folders.push(folder);
  return `${folder.path}/books.jsonl.zst`;
}

const lineAt = (ms: number) => JSON.stringify({ at_ms: ms, text: "x".repeat(ms % 90) });
const block = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 30 });

async function write(path: string, blocks: ReadonlyArray<ReadonlyArray<number>>) {
  const file = await BlockFile.open(path);
  for (const instants of blocks) {
    const [fromMs = 0, untilMs = 0] = [instants[0], instants.at(-1)];
    await file.append({ lines: instants.map(lineAt), fromMs, untilMs });
  }
  const { written } = file;
  await file.close();
  return written;
}

async function linesOf(path: string): Promise<ReadonlyArray<string>> {
  const lines: Array<string> = [];
  for (const one of await wholeBlocks(path)) lines.push(...await readBlock(path, one) ?? ["torn"]);
  return lines;
}

describe("a file of blocks", () => {
  test("has the lines that were written, in order, and goes on where it ended", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block), fc.array(block), async (first, second) => {
        const path = newPath();
        await write(path, first);
        const written = await write(path, second);
        const lines = [...first, ...second].flat().map(lineAt);
        expect(await linesOf(path)).toEqual(lines);
        const bytes = await Bun.file(path).bytes();
        const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
        expect(written).toEqual({ bytes: bytes.length, lines: lines.length, sha256 });
        // As any other reader of zstd has it.
        const whole = bytes.length === 0 ? "" : zstdDecompressSync(bytes).toString();
        expect(whole).toBe(lines.map((line) => `${line}\n`).join(""));
      }),
      { numRuns: 30 },
    );
  });

  test("loses at most its last block, wherever it or its index is torn", async () => {
    const blocks = [[1, 2], [3], [4, 5, 6]];
    const [kept, last] = [[1, 2, 3].map(lineAt), [4, 5, 6].map(lineAt)];
    const whole = newPath();
    await write(whole, blocks);
    const { size } = Bun.file(whole);
    const sizes = (await wholeBlocks(whole)).map(({ bytes }) => bytes);
    const indexSize = Bun.file(indexPath(whole)).size;
    for (let torn = 1; torn < (sizes.at(-1) ?? 0); torn++) {
      const path = newPath();
      await write(path, blocks);
      await truncate(path, size - torn);
      expect(await linesOf(path)).toEqual(kept);
      await write(path, [[7]]);
      expect(await linesOf(path)).toEqual([...kept, lineAt(7)]);
    }
    for (const torn of [1, 20, 60]) {
      const path = newPath();
      await write(path, blocks);
      await truncate(indexPath(path), indexSize - torn);
      expect(await linesOf(path)).toEqual([...kept, ...last]);
      await write(path, [[7]]);
      expect(await linesOf(path)).toEqual([...kept, ...last, lineAt(7)]);
    }
    const path = newPath();
    await write(path, blocks);
    await appendFile(path, "no zstd");
    expect(await linesOf(path)).toEqual([...kept, ...last]);
  });

  test("has its blocks, each by itself, where the index is lost", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block), fc.constantFrom("", "[", "{}\n"), async (blocks, index) => {
        const path = newPath();
        await write(path, blocks);
        const listed = await wholeBlocks(path);
        await Bun.write(indexPath(path), index);
        expect(await wholeBlocks(path)).toEqual(listed);
      }),
      { numRuns: 30 },
    );
  });

  test("has a block whole or not at all, whatever of it the disk has taken", async () => {
    for (const failing of [1, 2]) {
      const path = newPath();
      const file = await BlockFile.open(path);
      await file.append({ lines: [lineAt(1)], fromMs: 1, untilMs: 1 });
      let writes = 0;
      const probe = await open(path, "r");
      const handles = Object.getPrototypeOf(probe);
      await probe.close();
      const write = handles.appendFile;
      const full = spyOn(handles, "appendFile").mockImplementation(
        async function (this: FileHandle, ...[bytes]: ReadonlyArray<Uint8Array>) {
          writes += 1;
          await write.call(this, writes === failing ? bytes?.subarray(0, 5) : bytes);
          if (writes === failing) throw new Error("no space left");
        },
      );
      const second = { lines: [lineAt(2)], fromMs: 2, untilMs: 2 };
      await expect(file.append(second)).rejects.toThrow("no space left");
      full.mockRestore();
      await file.append({ lines: [lineAt(3)], fromMs: 3, untilMs: 3 });
      await file.close();
      expect(await linesOf(path)).toEqual([lineAt(1), lineAt(3)]);
      expect((await wholeBlocks(path)).map(({ fromMs }) => fromMs)).toEqual([1, 3]);
    }
  });

  test("that is not there has no lines", async () => {
    expect(await linesOf(newPath())).toEqual([]);
  });
});
