import { expect, test } from "bun:test";
import {
  LEAGUES,
  SCHEDULE_LICENSE_NOTES,
  scheduleLicenseNote,
  SCHEDULES,
} from "../../../core/game/mod.ts";

test("every game's schedule has a licence note, whether it is in use or not", () => {
  const used = [{ source: "espn", licenseNote: (league: string) => `Ours of ${league}` }] as const;
  for (const league of LEAGUES) {
    const notes = SCHEDULES.map((source) =>
      scheduleLicenseNote(used, { league, spine: { source, eventId: "1" } })
    );
    expect(notes).toEqual([`Ours of ${league}`, SCHEDULE_LICENSE_NOTES.openfootball]);
  }
});
