import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { DayReading, RecordedDays } from "../../../core/port/recorded_days.ts";
import { NOW_MS } from "../edge/test_server.ts";
import { consoleWorld, EMAIL } from "./console_server.ts";

const { serve } = consoleWorld();
const [DAY, NEXT] = ["2026-11-28", "2026-11-29"] as const;

async function signedIn(recordedDays?: RecordedDays) {
  const browser = (await serve({ recordedDays })).browser();
  await browser.signUp(EMAIL);
  return browser;
}

const recorded = (reading: DayReading): RecordedDays => ({
  days: Effect.succeed([NEXT, DAY]),
  reading: () => Effect.succeed(reading),
});
const now = new Date(NOW_MS).toISOString();

describe("the recording on the console", () => {
  test("is for whoever is signed in", async () => {
    const browser = (await serve({ recordedDays: recorded({ kind: "reading" }) })).browser();
    expect((await browser.get("recording")).status).toBe(401);
    expect((await browser.get(`recording/${DAY}`)).status).toBe(401);
  });

  test("has its days, and what is known of each", async () => {
    const topics = [{
      feed: "oracle",
      topic: "btc:twap_60",
      seconds: 3,
      missing: 1,
      ranges: [{ from: "2026-11-28T12:00:00Z", until: "2026-11-28T12:00:01Z" }],
      more: 0,
    }] as const;
    const figures = { feed: "books", frames: 2, answers: 0, reconnects: 1, dropped: 0 } as const;
    const coverage = { from: "2026-11-28T12:00:00Z", until: "2026-11-28T12:00:04Z", topics };
    const feeds = [{ ...figures, hashBreaks: 7 }];
    const reading = { kind: "read", atMs: NOW_MS - 1, coverage: { ...coverage, feeds } } as const;
    const browser = await signedIn(recorded(reading));
    expect((await browser.get("recording")).body).toEqual({ now, days: [NEXT, DAY] });
    expect((await browser.get(`recording/${DAY}`)).body).toEqual({
      now,
      day: DAY,
      state: "read",
      why: null,
      read_at: new Date(NOW_MS - 1).toISOString(),
      coverage: { ...coverage, topics: [...topics], feeds: [{ ...figures, hash_breaks: 7 }] },
    });
  });

  test.each<[reading: DayReading, why: string | null]>([
    [{ kind: "reading" }, null],
    [{ kind: "failed", why: "it is torn" }, "it is torn"],
  ])("says that a day is not read, or why it cannot be: %j", async (reading, why) => {
    const browser = await signedIn(recorded(reading));
    expect((await browser.get(`recording/${DAY}`)).body)
      .toEqual({ now, day: DAY, state: reading.kind, why, read_at: null, coverage: null });
  });

  test("is nothing where nothing is recorded, or not of a day", async () => {
    const off = await signedIn();
    // Nobody's page fails for that.
    expect((await off.get("recording")).body).toEqual({ now, days: null });
    expect((await off.get(`recording/${DAY}`)).body.error)
      .toBe("Cannot show a recording: this service does not record");
    const browser = (await serve({ recordedDays: recorded({ kind: "reading" }) })).browser();
    await browser.signIn(EMAIL);
    const { status, body } = await browser.get("recording/2026-11-30");
    expect([status, body.error, body.hint]).toEqual([
      404,
      'Cannot find the day "2026-11-30" in the recording',
      `Use one of ${NEXT}, ${DAY}`,
    ]);
  });
});
