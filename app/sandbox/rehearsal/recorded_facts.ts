/**
 * What a replay has to know of a recording before it begins.
 *
 * @module
 */
import { recordedDays } from "../../../adapters/recording/day_folder.ts";
import { readDay, recordedSpan } from "../../../adapters/recording/reading.ts";
import type { Feed } from "../../../core/recording/mod.ts";
import { readRecordedChoice, type RecordedChoice } from "../../recording/recorded_choice.ts";

/** The facts. Instants are unix milliseconds. */
export interface RecordedFacts {
  /** When the first and the last thing were received. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly choice: RecordedChoice;
  readonly hasOracle: boolean;
  readonly hasRelay: boolean;
}

/** Of a recording that does not tell it: what a live service does without any setting. */
const UNTOLD: RecordedChoice = {
  profile: "polymarket",
  speed: 1,
  eventBaseUrl: "https://polymarket.com/event",
};

/** Reads them. Rejects with a one-line error where nothing is recorded. */
export async function readRecordedFacts(folder: string): Promise<RecordedFacts> {
  const span = await recordedSpan(folder);
  if (span === undefined) throw new Error(`Cannot replay ${folder}: nothing is recorded there`);
  const days = await recordedDays(folder);
  const has = async (feed: Feed) => {
    for (const day of days) if (await firstOf({ folder, day, feed }) !== undefined) return true;
    return false;
  };
  let choice = UNTOLD;
  for (const day of days) {
    const first = await firstOf({ folder, day, feed: "published" });
    choice = readRecordedChoice(first?.about ?? "") ?? choice;
  }
  return { ...span, choice, hasOracle: await has("oracle"), hasRelay: await has("relay") };
}

async function firstOf(
  { folder, day, feed }: { readonly folder: string; readonly day: string; readonly feed: Feed },
) {
  const things = readDay({ folder, day, feeds: [feed] });
  const first = await things.next();
  await things.return(undefined);
  return first.done === true ? undefined : first.value;
}
