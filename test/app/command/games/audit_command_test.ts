import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { readAuditCommand } from "../../../../app/command/games/audit_command.ts";

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
