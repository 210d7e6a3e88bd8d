import { afterAll, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { BlockFile } from "../../../adapters/recording/block_file.ts";
import { dataFile } from "../../../adapters/recording/day_folder.ts";
import { readableBlocks } from "../../../adapters/recording/readable_blocks.ts";
import { receivedLine } from "../../../core/recording/mod.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const OF_DAY = { folder: folder.path, day: "2026-11-28", feed: "books" } as const;
const PATH = dataFile(folder.path, OF_DAY);
const lineAt = (atMs: number) =>
  receivedLine({ kind: "frame", atMs, providerMs: null, provider: "a", about: "", text: "{}" });

async function read() {
  const found = { instants: [] as Array<number>, unreadable: 0, lost: 0 };
  for await (const { received, unreadable, lost } of readableBlocks(OF_DAY)) {
    found.instants.push(...received.map(({ atMs }) => atMs));
    found.unreadable += unreadable;
    found.lost += lost;
  }
  return found;
}

test("what of a day can be read is read, and the rest counted", async () => {
  expect(await read()).toEqual({ instants: [], unreadable: 0, lost: 0 });
  await mkdir(`${folder.path}/2026-11-28`);
  const file = await BlockFile.open(PATH);
  await file.append({
    lines: [lineAt(1), "{", "[]", lineAt(1.5), lineAt(2)],
    fromMs: 1,
    untilMs: 2,
  });
  const { bytes } = file.written;
  await file.append({ lines: [lineAt(3), lineAt(4)], fromMs: 3, untilMs: 4 });
  await file.append({ lines: [lineAt(5)], fromMs: 5, untilMs: 5 });
  await file.close();
  const broken = await Bun.file(PATH).bytes();
  broken.fill(0, bytes + 6, bytes + 20);
  await Bun.write(PATH, broken);
  expect(await read()).toEqual({ instants: [1, 2, 5], unreadable: 3, lost: 2 });
});
