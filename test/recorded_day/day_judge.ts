/**
 * Compares a service's answers with a recorded day.
 *
 * @module
 */
import type { RecordedDay } from "./recorded_day.ts";

/** The service's answer for one window; absent if there was none. */
export interface PublishedWindow {
  readonly price: number;
  readonly source: string;
  /** The relay's point that proves it: its second, and its price scaled by 10^18. */
  readonly point?: { readonly sec: number; readonly valueE18: bigint };
  readonly outcome?: string | null;
}

/** One line of the table. Counts are windows. */
export interface DayRow {
  readonly who: string;
  /** Windows whose first second was recorded, and those of them with exactly the strike. */
  readonly strikes: number;
  readonly strikesRight: number;
  /** Of the correct ones, those from the relay and those that the venue published. */
  readonly fromRelay: number;
  readonly fromVenue: number;
  /** Outcomes that can be known, and the correct ones. Undefined: not checked. */
  readonly outcomes: number | undefined;
  readonly outcomesRight: number | undefined;
  /** Windows whose first second was not recorded, and those of them without a price. */
  readonly unrecorded: number;
  readonly gaps: number;
  /** Windows without any answer: neither a price nor reported as missing. */
  readonly silent: number;
  /** Errors that must never occur: a wrong price, or a relay price of another second. */
  readonly wrong: ReadonlyArray<string>;
}

/** Compares the answers with the day. */
export function judgeDay(
  who: string,
  { day, windows, isMissing, hasOutcomes, hasEvidence }: {
    readonly day: RecordedDay;
    readonly windows: ReadonlyMap<number, PublishedWindow>;
    /** Returns whether a window was reported without a price. */
    readonly isMissing: (startSec: number) => boolean;
    readonly hasOutcomes: boolean;
    /** Whether a relay price must come with the point that proves it. */
    readonly hasEvidence: boolean;
  },
): DayRow {
  const wrong: Array<string> = [];
  const count = { strikes: 0, right: 0, relay: 0, venue: 0, unrecorded: 0, gaps: 0, silent: 0 };
  const outcomes = { known: 0, right: 0 };
  for (const { startSec, endSec, strikeE18, outcome } of day.markets) {
    const window = windows.get(startSec);
    const isRecorded = day.seconds.has(startSec);
    const isRight = strikeE18 !== undefined && window?.price === Number(`${strikeE18}e-18`);
    if (isRecorded) count.strikes += 1;
    else count.unrecorded += 1;
    if (window === undefined && !isRecorded) count.gaps += 1;
    if (window === undefined && !isMissing(startSec)) count.silent += 1;
    if (isRecorded && window !== undefined && !isRight) wrong.push(`${startSec}: ${window.price}`);
    const isRelay = window?.source === "oracle_twap";
    const isProved = !hasEvidence || window?.point !== undefined;
    if (isRelay && !(isRecorded && isProved && isOwnPoint(window, { startSec, strikeE18 }))) {
      wrong.push(`${startSec}: not its own second's`);
    }
    if (isRecorded && isRight) {
      count.right += 1;
      if (isRelay) count.relay += 1;
      else count.venue += 1;
    }
    if (!hasOutcomes || !isRecorded || !day.seconds.has(endSec)) continue;
    outcomes.known += 1;
    if (window?.outcome === outcome) outcomes.right += 1;
    else if (window?.outcome != null) wrong.push(`${startSec}: ended ${window.outcome}`);
  }
  return {
    who,
    strikes: count.strikes,
    strikesRight: count.right,
    fromRelay: count.relay,
    fromVenue: count.venue,
    outcomes: hasOutcomes ? outcomes.known : undefined,
    outcomesRight: hasOutcomes ? outcomes.right : undefined,
    unrecorded: count.unrecorded,
    gaps: count.gaps,
    silent: count.silent,
    wrong,
  };
}

function isOwnPoint(
  { point }: PublishedWindow,
  { startSec, strikeE18 }: {
    readonly startSec: number;
    readonly strikeE18: bigint | undefined;
  },
): boolean {
  return point === undefined || (point.sec === startSec && point.valueE18 === strikeE18);
}

/** The rows as text. */
export function dayTable(rows: ReadonlyArray<DayRow>): string {
  const share = (some: number | undefined, all: number | undefined) =>
    all === undefined ? "-" : `${some} of ${all}`;
  const cells = [
    ["", "strikes", "of the relay", "of the venue", "outcomes", "missing seconds", "wrong"],
    ...rows.map((row) => [
      row.who,
      share(row.strikesRight, row.strikes),
      String(row.fromRelay),
      String(row.fromVenue),
      share(row.outcomesRight, row.outcomes),
      `${row.unrecorded}, ${row.gaps} of them gaps`,
      String(row.wrong.length),
    ]),
  ];
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) => row.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)).join("  ").trimEnd())
    .join("\n");
}
