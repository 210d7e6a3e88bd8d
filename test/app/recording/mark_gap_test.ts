import { afterAll, expect, test } from "bun:test";
import { Recorder } from "../../../adapters/recording/recorder.ts";
import { dayCoverage } from "../../../app/recording/day_coverage.ts";
import { markGap } from "../../../app/recording/mark_gap.ts";
import { type Feed, FEEDS, type Received } from "../../../core/recording/mod.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const DAY = "2026-11-28";
const START_SEC = Date.parse(`${DAY}T12:00:00Z`) / 1000;

/** Records from one second to another, and frames of the books from `booksSec`. */
async function record(fromSec: number, untilSec: number, booksSec: number): Promise<void> {
  const recorder = await Recorder.open({ folder: folder.path, bytesMax: Infinity });
  markGap(recorder, folder.path, (START_SEC + fromSec) * 1000);
  const keep = (feed: Feed, sec: number) => {
    const told = { kind: "frame", providerMs: null, provider: "a", about: "", text: "{}" } as const;
    recorder.keep({ ...told, feed, atMs: (START_SEC + sec) * 1000 });
  };
  for (let sec = fromSec; sec < untilSec; sec++) {
    keep("metadata", sec);
    if (sec >= booksSec) keep("books", sec);
  }
  await recorder.close();
}

test("a socket is missing from when the recording goes on until its first frame", async () => {
  await record(0, 10, 0);
  await record(20, 30, 25);
  const { rows, feeds } = await dayCoverage(folder.path, DAY);
  const missing = rows.map(({ feed, missing }) => [
    feed,
    missing.map(({ startSec, endSec }) => [startSec - START_SEC, endSec - START_SEC]),
  ]);
  expect(missing).toEqual([["books", [[10, 25]]]]);
  expect([feeds.get("books")?.reconnects, feeds.has("exchange")]).toEqual([1, false]);
});

test("each socket of which the day has something is marked, by its provider", async () => {
  const own = `${folder.path}/own`;
  const recorder = await Recorder.open({ folder: own, bytesMax: Infinity });
  const told = { kind: "frame", providerMs: null, provider: "a", about: "", text: "" } as const;
  for (const feed of FEEDS) recorder.keep({ ...told, feed, atMs: START_SEC * 1000 });
  await recorder.close();
  const kept: Array<Received> = [];
  const keep = (received: Received) => void kept.push(received);
  markGap({ keep }, own, START_SEC * 1000 + 86_400_000);
  expect(kept).toEqual([]);
  markGap({ keep }, own, START_SEC * 1000 + 7);
  const lost = {
    kind: "lost",
    providerMs: null,
    about: "nobody recorded before",
    text: "",
  } as const;
  const marked = { ...lost, atMs: START_SEC * 1000 + 7 };
  expect(kept).toEqual([
    { ...marked, feed: "oracle", provider: "oracle stream" },
    { ...marked, feed: "relay", provider: "relay" },
    { ...marked, feed: "exchange", provider: "exchange stream" },
    { ...marked, feed: "books", provider: "venue stream" },
  ]);
});
