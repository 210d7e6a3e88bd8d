import { describe, expect, test } from "bun:test";
import { RecordedAnswers } from "../../../../app/sandbox/rehearsal/recorded_answers.ts";

/** Answers of one question, whose texts are their instants. */
function answersAt(path: string, instants: ReadonlyArray<number>, speed = 1) {
  const answers = new RecordedAnswers(speed);
  for (const atMs of instants) {
    const about = `200 ${path}`;
    const of = { feed: "metadata", provider: "venue", providerMs: null } as const;
    const answer = { ...of, kind: "answer", atMs, about, text: String(atMs) } as const;
    answers.add([answer, { ...answer, kind: "frame", text: "no answer" }], 0);
  }
  return (nowMs: number, asked = path) => {
    const found = answers.find({ provider: "venue", path: asked }, nowMs);
    return found && [found.answer.text, found.dueMs];
  };
}

describe("recorded answers", () => {
  test("come when they came, if they were asked for about now", () => {
    const find = answersAt("/markets?id=1", [1_000, 9_000]);
    expect(find(500)).toEqual(["1000", 1_000]);
    expect(find(7_000)).toEqual(["9000", 9_000]);
    expect(find(500, "/markets?id=2")).toBeUndefined();
  });

  test("come at once otherwise: the newest before, or else the next", () => {
    const find = answersAt("/markets", [10_000, 20_000, 90_000]);
    expect(find(1_000)).toEqual(["10000", 1_000]);
    expect(find(20_001)).toEqual(["20000", 20_001]);
    expect(find(999_000)).toEqual(["90000", 999_000]);
  });

  test("take longer where the clock ran faster than the machine", () => {
    expect(answersAt("/markets", [1_000, 60_000], 60)(10_000)).toEqual(["60000", 60_000]);
  });

  test("of books are those of about now alone", () => {
    const find = answersAt("/book?token_id=7", [1_000, 50_000]);
    expect(find(6_000)).toEqual(["1000", 6_000]);
    expect(find(6_001)).toBeUndefined();
    expect(find(48_000)).toEqual(["50000", 50_000]);
  });
});
