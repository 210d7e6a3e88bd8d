import { afterEach, describe, expect, test } from "bun:test";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { Recorder } from "../../../adapters/recording/recorder.ts";
import { recordedDays } from "../../../adapters/recording/day_folder.ts";
import { readDay } from "../../../adapters/recording/reading.ts";
import { readManifest } from "../../../adapters/recording/manifest.ts";
import type { Feed, Received } from "../../../core/recording/mod.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folders: Array<ReturnType<typeof makeFolder>> = [];
afterEach(() => folders.splice(0).forEach(({ remove }) => remove()));

function newFolder(): string {
  const folder = makeFolder();
  folders.push(folder);
  return folder.path;
}

const MIDNIGHT_MS = Date.parse("2026-11-28T00:00:00Z");
const frame = (feed: Feed, atMs: number, text = `${feed} at ${atMs}`): Received => ({
  feed,
  kind: "frame",
  atMs,
  providerMs: atMs - 40,
  provider: "somebody",
  about: "",
  text,
});

async function readAll(folder: string): Promise<ReadonlyArray<Received>> {
  const all: Array<Received> = [];
  for (const day of await recordedDays(folder)) {
    for await (const one of readDay({ folder, day })) all.push(one);
  }
  return all;
}

describe("a recorder", () => {
  test("keeps what is received by day and feed, in the order in which it came", async () => {
    const folder = newFolder();
    const received = [
      frame("oracle", MIDNIGHT_MS - 2_000),
      frame("books", MIDNIGHT_MS - 1_500, '{"a":"\\n"}\n'),
      { ...frame("metadata", MIDNIGHT_MS - 1_000), kind: "answer", about: "200 /events" } as const,
      frame("oracle", MIDNIGHT_MS),
      frame("books", MIDNIGHT_MS + 5),
      { ...frame("books", MIDNIGHT_MS + 6, ""), kind: "lost", about: "it broke" } as const,
    ];
    const recorder = await Recorder.open({ folder, bytesMax: Infinity });
    for (const one of received) recorder.keep(one);
    await recorder.flush();
    expect(await readAll(folder)).toEqual(received);
    expect(recorder.state).toMatchObject({ kept: 6, dropped: 0, lastMs: MIDNIGHT_MS + 6 });
    // The day that is over has its manifest, the other one when the recorder ends.
    expect(Object.keys(await readManifest(folder, "2026-11-27")))
      .toEqual(["oracle", "books", "metadata"]);
    expect(await readManifest(folder, "2026-11-28")).toEqual({});
    await recorder.close();
    const { books } = await readManifest(folder, "2026-11-28");
    const bytes = await Bun.file(`${folder}/2026-11-28/books.jsonl.zst`).bytes();
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    expect(books).toMatchObject({ bytes: bytes.length, lines: 2, sha256 });
  });

  test("goes on in the files of the one before it", async () => {
    const folder = newFolder();
    const received = [frame("relay", MIDNIGHT_MS), frame("relay", MIDNIGHT_MS + 1_000)];
    for (const one of received) {
      const recorder = await Recorder.open({ folder, bytesMax: Infinity });
      recorder.keep(one);
      await recorder.close();
    }
    expect(await readAll(folder)).toEqual(received);
    expect((await readManifest(folder, "2026-11-28")).relay?.lines).toBe(2);
  });

  test("writes a block at a mebibyte, and lets only so much wait for the disk", async () => {
    const folder = newFolder();
    const recorder = await Recorder.open({ folder, bytesMax: Infinity });
    const text = "x".repeat(1_048_576);
    // Nothing is written as long as this goes on.
    for (let at = 0; at < 80; at++) recorder.keep(frame("books", MIDNIGHT_MS + at, text));
    const { kept, dropped } = recorder.state;
    expect([kept > 60 && kept < 64, kept + dropped]).toEqual([true, 80]);
    await recorder.flush();
    recorder.keep(frame("books", MIDNIGHT_MS + 100, "small"));
    await recorder.close();
    const [last, note] = (await readAll(folder)).toReversed();
    expect(last?.text).toBe("small");
    expect(note).toMatchObject({ kind: "dropped", about: String(dropped), text: "" });
  });

  test("removes the oldest days above its size, and stops a day that is larger alone", async () => {
    const folder = newFolder();
    for (const day of ["2026-11-25", "2026-11-26"]) {
      await mkdir(`${folder}/${day}`);
      await writeFile(`${folder}/${day}/books.jsonl.zst`, new Uint8Array(1_000));
    }
    const recorder = await Recorder.open({ folder, bytesMax: 1_500 });
    expect(await recordedDays(folder)).toEqual(["2026-11-26"]);
    expect(recorder.state.bytes).toBe(1_000);
    const noise = () => crypto.getRandomValues(new Uint8Array(600)).toHex();
    recorder.keep(frame("books", MIDNIGHT_MS - 9_000, noise()));
    await recorder.flush();
    expect(await recordedDays(folder)).toEqual(["2026-11-27"]);
    for (const ago of [8_000, 7_000, 6_000]) {
      recorder.keep(frame("books", MIDNIGHT_MS - ago, noise()));
      await recorder.flush();
    }
    expect(recorder.state.dropped).toBe(2);
    recorder.keep(frame("books", MIDNIGHT_MS, noise()));
    await recorder.close();
    expect(await recordedDays(folder)).toEqual(["2026-11-28"]);
    expect(recorder.state.kept).toBe(3);
  });

  test("counts what could not be written, and says why until it can be", async () => {
    const folder = newFolder();
    const recorder = await Recorder.open({ folder, bytesMax: Infinity });
    await writeFile(`${folder}/2026-11-28`, "in the way");
    recorder.keep(frame("oracle", MIDNIGHT_MS));
    await recorder.flush();
    expect(recorder.state).toMatchObject({ kept: 0, dropped: 1 });
    expect(recorder.state.failure).toContain("2026-11-28");
    recorder.keep(frame("oracle", MIDNIGHT_MS + 1));
    await recorder.flush();
    await Bun.file(`${folder}/2026-11-28`).delete();
    recorder.keep(frame("oracle", MIDNIGHT_MS + 2));
    await recorder.close();
    expect(recorder.state).toMatchObject({ kept: 1, dropped: 2, failure: undefined });
    expect((await readAll(folder)).map(({ kind, about }) => [kind, about]))
      .toEqual([["dropped", "2"], ["frame", ""]]);
    expect(await readdir(folder)).toEqual(["2026-11-28"]);
  });
});
