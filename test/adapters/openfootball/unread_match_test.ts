import { describe, expect, test } from "bun:test";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { MATCH, startCheckout as start } from "./checkout.ts";

const NOTHING = { games: [], troubles: [], isWhole: true };

describe("what cannot be read", () => {
  test("is reported on its day, and the others are read", async () => {
    const checkout = start({ isEmpty: true });
    const bad = { ...MATCH, date: "2026-03-21" };
    checkout.write("2025-26/en.1", [
      { ...bad, time: "25:00" },
      { ...bad, time: "soon" },
      { ...bad, team1: "N.N." },
      { ...bad, team2: "???" },
      { ...bad, team2: "Arsenal FC" },
      { ...bad, time: "15:00" },
    ]);
    const { games, troubles } = await checkout.day("epl", "2026-03-21");
    expect(games.length).toBe(1);
    expect(troubles).toEqual([
      '2026-03-21 Arsenal FC v Chelsea FC: the time "25:00" is invalid',
      '2026-03-21 Arsenal FC v Chelsea FC: the time "soon" is invalid',
      '2026-03-21 N.N. v Chelsea FC: a side is not known yet: "N.N."',
      '2026-03-21 Arsenal FC v ???: a side is not known yet: "???"',
      "2026-03-21 Arsenal FC v Arsenal FC: a side against itself",
    ]);
    expect(await checkout.day("epl", "2026-03-22")).toEqual(NOTHING);
  });

  test("is reported on every day if its own is unknown", async () => {
    const checkout = start({ isEmpty: true });
    checkout.write("2025-26/en.1", [
      { ...MATCH, date: "2026-02-30" },
      { ...MATCH, date: "2026-02-20", score: { ft: ["1", 0] } },
      { ...MATCH, date: "2026-02-20", score: { ft: [-1, 0] } },
      "Arsenal v Chelsea",
    ]);
    for (const day of ["2026-02-20", "2026-04-20"]) {
      const { games, troubles } = await checkout.day("epl", day);
      expect(games).toEqual([]);
      expect(troubles).toEqual([
        '2026-02-30 Arsenal FC v Chelsea FC: the date "2026-02-30" is invalid',
        'match 2: Expected number at ["score"]["ft"][0]',
        'match 3: Expected a value between 0 and 999 at ["score"]["ft"][0]',
        "match 4: Expected object",
      ]);
    }
  });

  test("fails where there is no file that may have the day", async () => {
    const checkout = start();
    for (const day of ["2026-08-01", "2025-05-31"]) {
      expect((await checkout.failure("epl", day)).reason).toBe("unreachable");
    }
    // Between two seasons either file will do.
    for (const day of ["2026-07-31", "2025-06-01"]) {
      expect(await checkout.day("epl", day)).toEqual(NOTHING);
    }
    const failure = await checkout.failure("epl", "2027-03-01");
    expect(failure).toBeInstanceOf(ProviderFailed);
    expect(failure.message).toBe(
      "Cannot get the epl games of 2027-03-01 from the openfootball: it cannot be reached",
    );
    expect((failure.cause as Error).message).toBe(
      `none of 2026-27/en.1.json, 2027/en.1.json exists in ${checkout.path}`,
    );
  });

  test("fails where there is no checkout, until there is one", async () => {
    const checkout = start({ isEmpty: true });
    checkout.remove();
    expect((await checkout.failure("epl", "2026-02-18")).reason).toBe("unreachable");
    checkout.write("2025-26/en.1", [{ ...MATCH, date: "2026-02-18" }]);
    expect((await checkout.day("epl", "2026-02-18")).games.length).toBe(1);
  });

  test.each(["", "{", "[]", '{"rounds": []}', '{"matches": {}}'])(
    "fails where a file is %p, and another one does not",
    async (text) => {
      const checkout = start();
      checkout.write("2025-26/en.1", text);
      const failure = await checkout.failure("epl", "2026-02-18");
      expect(failure.reason).toBe("unreadable");
      expect((failure.cause as Error).message).toContain("2025-26/en.1.json");
      expect((await checkout.day("ucl", "2024-10-01")).games.length).toBe(1);
      checkout.write("2025-26/en.1", [{ ...MATCH, date: "2026-02-18" }]);
      expect((await checkout.day("epl", "2026-02-18")).games.length).toBe(1);
    },
  );

  test("fails for a league that the data does not have", async () => {
    expect((await start().failure("nba", "2026-02-18")).reason).toBe("refused");
  });
});
