import { afterAll, afterEach, expect, spyOn, test } from "bun:test";
import { Recorder } from "../../../adapters/recording/recorder.ts";
import { main } from "../../../app/command/coverage.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const complaints = spyOn(console, "error").mockImplementation(() => {});
const lines = spyOn(console, "log").mockImplementation(() => {});
afterEach(() => {
  complaints.mockClear();
  lines.mockClear();
});

const NOON_MS = Date.parse("2026-11-28T12:00:00Z");
const recorder = await Recorder.open({ folder: folder.path, bytesMax: Infinity });
for (const sec of [0, 1, 4]) {
  const atMs = NOON_MS + sec * 1000;
  const feed = sec === 4 ? "books" : "exchange";
  const told = { kind: "frame", providerMs: null, provider: "a", about: "", text: "{}" } as const;
  recorder.keep({ ...told, feed, atMs });
}
await recorder.close();

test.each([
  [[], "Add the folder of a recording"],
  [["/nowhere"], "Cannot find a recording in /nowhere"],
  [[folder.path, "2026-11-27"], 'Cannot find the day "2026-11-27" in'],
  [[folder.path, "2026-11-28", "c"], 'Cannot use "c"'],
])("bun run coverage %j is refused", async (args, message) => {
  expect(await main(args)).toBe(1);
  expect(String(complaints.mock.calls[0]?.[0])).toStartWith(message);
});

test("bun run coverage says what is missing, for people and for machines", async () => {
  expect(await main([folder.path])).toBe(0);
  expect(await main([folder.path, "2026-11-28", "--json"])).toBe(0);
  const [table = "", json = ""] = lines.mock.calls.map(([line]) => String(line));
  expect(table.split("\n").map((line) => line.replace(/ +/g, " ").trim())).toEqual([
    "2026-11-28 recorded from 2026-11-28T12:00:00Z to 2026-11-28T12:00:05Z",
    "feed topic seconds missing",
    "exchange all 3 2",
    "missing 2026-11-28T12:00:02Z to 2026-11-28T12:00:04Z, 2 s",
    "books all 1 4",
    "missing 2026-11-28T12:00:00Z to 2026-11-28T12:00:04Z, 4 s",
    "exchange: 2 frames, 0 answers, 0 sockets lost, 0 not kept",
    "books: 1 frames, 0 answers, 0 sockets lost, 0 not kept, 0 books doubted",
  ]);
  expect(JSON.parse(json)).toMatchObject({
    day: "2026-11-28",
    from: "2026-11-28T12:00:00Z",
    until: "2026-11-28T12:00:05Z",
    feeds: { exchange: { frames: 2 }, books: { frames: 1, hash_breaks: 0 } },
    topics: [
      { feed: "exchange", topic: "", seconds: 3, missing: 2 },
      {
        feed: "books",
        missing: 4,
        ranges: [{ from: "2026-11-28T12:00:00Z", until: "2026-11-28T12:00:04Z" }],
      },
    ],
  });
});
