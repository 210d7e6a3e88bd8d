import { afterAll, expect, test } from "bun:test";
import { readDay, recordedSpan } from "../../../adapters/recording/reading.ts";
import { Recorder } from "../../../adapters/recording/recorder.ts";
import { makeFolder } from "../../temporary_folder.ts";

const NOON_MS = Date.UTC(2026, 10, 27, 12);
const folder = makeFolder();
afterAll(folder.remove);

/** Records what is of these milliseconds after noon, each feed in blocks of its own. */
async function record(feed: "relay" | "books", blocks: ReadonlyArray<ReadonlyArray<number>>) {
  const recorder = await Recorder.open({ folder: folder.path, bytesMax: 1e9 });
  for (const block of blocks) {
    for (const ms of block) {
      const about = { kind: "frame", provider: "relay", about: "", providerMs: null } as const;
      recorder.keep({ ...about, feed, atMs: NOON_MS + ms, text: String(ms) });
    }
    await recorder.flush();
  }
  await recorder.close();
}

test("a recording is read from an instant on, and spans from its first to its last", async () => {
  expect(await recordedSpan(folder.path)).toBeUndefined();
  await record("relay", [[500, 1_000], [1_500, 2_500]]);
  await record("books", [[0, 1_700], [86_400_000]]);
  expect(await recordedSpan(folder.path))
    .toEqual({ fromMs: NOON_MS, untilMs: NOON_MS + 86_400_000 });
  const texts = async (fromMs: number) =>
    (await Array.fromAsync(readDay({ folder: folder.path, day: "2026-11-27", fromMs })))
      .map(({ text }) => text);
  expect(await texts(0)).toEqual(["0", "500", "1000", "1500", "1700", "2500"]);
  expect(await texts(NOON_MS + 1_500)).toEqual(["1500", "1700", "2500"]);
});
