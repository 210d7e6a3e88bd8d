/** What a trial tells of itself while it runs, one line of JSON each, for its row. @module */
import { appendFileSync } from "node:fs";

/** What was done how often, and what went wrong of it. */
export interface Deed {
  /** In the plural: "orders", "windows". */
  readonly done: string;
  readonly count: number;
  /** Acknowledged, and gone. */
  readonly lost?: number;
  /** Done twice though it was asked for once. */
  readonly doubled?: number;
  /** Answered, and not as it was. */
  readonly wrong?: number;
  /** The longest time that somebody waited for an answer, in milliseconds. */
  readonly longestMs?: number;
}

/** The file that the runner of trials reads. */
const REPORT = Bun.env["TRIAL_REPORT"];

/** Adds to the trial's row; prints it where no runner reads it. */
export function tell(deed: Deed): void {
  const line = JSON.stringify(deed);
  if (REPORT === undefined) console.log(line);
  else appendFileSync(REPORT, `${line}\n`);
}
