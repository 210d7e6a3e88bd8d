import { expect, test } from "bun:test";
import { LEAGUES, SPINE_LICENSE_NOTES, spineLicenseNote, SPINES } from "../../../core/game/mod.ts";

test("every game's schedule has a note, whether its spine is in use or not", () => {
  const used = [{ source: "espn", licenseNote: (league: string) => `Ours of ${league}` }] as const;
  for (const league of LEAGUES) {
    const notes = SPINES.map((source) =>
      spineLicenseNote(used, { league, spine: { source, eventId: "1" } })
    );
    expect(notes).toEqual([`Ours of ${league}`, SPINE_LICENSE_NOTES.openfootball]);
  }
});
