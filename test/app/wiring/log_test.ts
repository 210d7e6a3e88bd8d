import { describe, expect, spyOn, test } from "bun:test";
import { Cause, Effect } from "effect";
import { layerLog } from "../../../app/wiring/log.ts";

/** The lines that are written while an effect runs, and when the log ends after it. */
async function linesOf(effect: Effect.Effect<void>) {
  const texts: Array<string> = [];
  const stderr = spyOn(process.stderr, "write");
  stderr.mockImplementation((text) => texts.push(String(text)) > 0);
  try {
    await Effect.runPromise(Effect.scoped(Effect.provide(effect, layerLog("info"))));
  } finally {
    stderr.mockRestore();
  }
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
}

describe("layerLog()", () => {
  test("writes one JSON object per line, at its level and above", async () => {
    const cause = Cause.fail(new Error("why"));
    const [info, error, ...more] = await linesOf(Effect.all([
      Effect.logDebug("unseen"),
      Effect.annotateLogs(Effect.logInfo("Listening"), { url: "http://x" }),
      Effect.logError("Cannot do it", cause),
    ], { discard: true }));
    expect(info).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      level: "INFO",
      message: "Listening",
      url: "http://x",
    });
    expect(error).toMatchObject({ level: "ERROR", message: "Cannot do it" });
    expect(String(error?.["cause"])).toContain("why");
    expect(more).toEqual([]);
  });

  test("writes a repeated line once, with its count", async () => {
    const trouble = Effect.annotateLogs(Effect.logWarning("Cannot connect"), { provider: "x" });
    const lines = await linesOf(Effect.repeat(trouble, { times: 99 }).pipe(Effect.asVoid));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ message: "Cannot connect", provider: "x" });
    expect(lines[0]).not.toHaveProperty("times");
    expect(lines[1]).toMatchObject({ message: "Cannot connect", provider: "x", times: 100 });
  });
});
