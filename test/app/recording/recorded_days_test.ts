import { afterAll, describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { Recorder } from "../../../adapters/recording/recorder.ts";
import { makeRecordedDays } from "../../../app/recording/recorded_days.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);
const [DAY, NEXT] = ["2026-11-28", "2026-11-29"] as const;

async function record(day: string): Promise<void> {
  const recorder = await Recorder.open({ folder: folder.path, bytesMax: Infinity });
  const told = { kind: "frame", providerMs: null, provider: "a", about: "", text: "{}" } as const;
  recorder.keep({ ...told, feed: "books", atMs: Date.parse(`${day}T12:00:00Z`) });
  await recorder.close();
}
await record(DAY);
await record(NEXT);

const figures = { frames: 2, answers: 0, reconnects: 1, dropped: 0 };
const ranges = Array.from({ length: 23 }, (_, at) => ({ from: `from ${at}`, until: "" }));
const LINE = JSON.stringify({
  day: DAY,
  from: "2026-11-28T12:00:00Z",
  until: "2026-11-28T12:00:05Z",
  feeds: { books: { ...figures, hash_breaks: 4 }, exchange: figures },
  topics: [{ feed: "books", topic: "", seconds: 3, missing: 23, ranges }],
});

/** Days whose readings end when the test lets them. */
function openDays() {
  const asked: Array<string> = [];
  let now = 0;
  let end: (line: string | Error) => void = () => {};
  const days = makeRecordedDays({
    folder: folder.path,
    nowMs: () => now,
    lineOf: (_, day) => {
      asked.push(day);
      return new Promise((resolve, reject) => {
        end = (line) => typeof line === "string" ? resolve(line) : reject(line);
      });
    },
  });
  return {
    asked,
    reading: (day: string) => Effect.runPromise(days.reading(day)),
    days: () => Effect.runPromise(days.days),
    pass: (ms: number) => void (now += ms),
    end: async (line: string | Error = LINE) => {
      end(line);
      await days.idle();
    },
  };
}

describe("the recorded days", () => {
  test("are listed newest first, and read one at a time when asked for", async () => {
    const { asked, reading, days, end } = openDays();
    expect(await days()).toEqual([NEXT, DAY]);
    expect(await reading(DAY)).toEqual({ kind: "reading" });
    expect(await reading(NEXT)).toEqual({ kind: "reading" });
    expect(await reading(DAY)).toEqual({ kind: "reading" });
    expect(asked).toEqual([DAY]);
    await end();
    expect(await reading(DAY)).toEqual({
      kind: "read",
      atMs: 0,
      coverage: {
        from: "2026-11-28T12:00:00Z",
        until: "2026-11-28T12:00:05Z",
        topics: [{
          feed: "books",
          topic: "",
          seconds: 3,
          missing: 23,
          ranges: ranges.slice(0, 20),
          more: 3,
        }],
        feeds: [
          { feed: "exchange", ...figures, hashBreaks: null },
          { feed: "books", ...figures, hashBreaks: 4 },
        ],
      },
    });
    await reading(NEXT);
    expect(asked).toEqual([DAY, NEXT]);
  });

  test("are read again once they have grown, a tenth of the time at most", async () => {
    const { asked, reading, pass, end } = openDays();
    await reading(DAY);
    pass(9_000);
    await end();
    pass(1_000_000);
    await reading(DAY);
    expect(asked).toHaveLength(1);
    await record(DAY);
    expect(await reading(DAY)).toMatchObject({ kind: "read" });
    expect(asked).toHaveLength(2);
    pass(9_000);
    await end();
    await record(DAY);
    pass(80_000);
    await reading(DAY);
    expect(asked).toHaveLength(2);
    pass(1_000);
    await reading(DAY);
    expect(asked).toHaveLength(3);
  });

  test("say why one cannot be read, and are tried again after a minute", async () => {
    const { asked, reading, pass, end } = openDays();
    await reading(DAY);
    await end(new Error("it is torn"));
    expect(await reading(DAY)).toEqual({ kind: "failed", why: "it is torn" });
    pass(60_000);
    await reading(DAY);
    expect(asked).toHaveLength(2);
    await end("no JSON");
    expect(await reading(DAY)).toMatchObject({ kind: "failed" });
  });
});
