import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { auditLines, readAuditCommand } from "../../../app/command/games.ts";

describe("readAuditCommand()", () => {
  test("asks about the last days of all platforms and leagues", () => {
    expect(readAuditCommand(["audit"])).toEqual(Result.succeed({
      request: { days: 3, limit: 100, source: null, league: null },
      world: "unspecified",
    }));
  });

  test("reads each option", () => {
    const args = "audit --source KALSHI --league=nba --days 7 --limit 5 --sandbox".split(" ");
    expect(readAuditCommand(args)).toEqual(Result.succeed({
      request: { days: 7, limit: 5, source: "kalshi", league: "nba" },
      world: "sandbox",
    }));
  });

  test.each([
    [[], "Cannot run without a command"],
    [["list"], 'Unknown command "list"'],
    [["audit", "nba"], 'Cannot use "nba"'],
    [["audit", "--sandbox", "--live"], "Cannot use both"],
    [["audit", "--source", "betfair"], 'Cannot use source "betfair": Send one of polymarket'],
    [["audit", "--league", "xfl"], 'Cannot use league "xfl": Send one of nfl'],
    [["audit", "--days", "61"], 'Cannot use --days "61": send a whole number from 1 to 60'],
    [["audit", "--limit", "0"], 'Cannot use --limit "0"'],
    [["audit", "--leage", "nba"], "Unknown option '--leage'"],
  ])("refuses %p", (args, line) => {
    const read = readAuditCommand(args);
    expect(Result.isFailure(read) ? read.failure : "").toStartWith(line);
  });
});

const line = {
  source: "kalshi",
  league: "epl",
  key: "KXEPLGAME-26NOV21NORCFC",
  title: "Northbridge vs Chelsea",
  kickoff: "2026-11-21T15:00Z",
  confidence: null,
  gameId: null,
  why: 'Knows no team "Northbridge" in epl',
  near: ['"Northbridge" is like no team'],
};

describe("auditLines()", () => {
  test("claims nothing about unseen listings in an empty report", () => {
    expect(auditLines([], 0)).toEqual([
      "Every listing that was seen is linked to a game with certainty.",
    ]);
  });

  test("prints no terminal control characters", () => {
    const title = "A\u001b[2J vs B\nC\u009b1A";
    const lines = auditLines([{ ...line, title, near: [`"${title}" is like no team`] }], 1);
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
    expect(lines[1]).toContain("A\u{fffd}[2J vs B\u{fffd}C");
  });

  test("shows below each listing why it is not linked, and similar names", () => {
    expect(auditLines([line], 1)).toEqual([
      "platform  league  kickoff            link       title                   key",
      "kalshi    epl     2026-11-21T15:00Z  unmatched  Northbridge vs Chelsea  " +
      "KXEPLGAME-26NOV21NORCFC",
      '    Knows no team "Northbridge" in epl',
      '    "Northbridge" is like no team',
    ]);
  });

  test("shows the game that a listing may be, and how many are not shown", () => {
    const doubtful = { ...line, confidence: "review", gameId: "espn:1", near: [], kickoff: null };
    const [, row, why, rest] = auditLines([doubtful], 3);
    expect(row).toContain("  -        review  ");
    expect(why).toBe('    Knows no team "Northbridge" in epl (espn:1)');
    expect(rest).toBe("1 of 3; --limit shows more");
  });
});
