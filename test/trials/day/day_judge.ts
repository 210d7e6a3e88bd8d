/**
 * Compares a service's answers with a recorded day.
 *
 * @module
 */
import type { RecordedDay, RecordedMarket } from "./recorded_day.ts";

/** The service's answer for one window; absent if there was none. */
export interface PublishedWindow {
  readonly price: number;
  readonly source: string;
  /** The relay's point that proves it: its second, and its price scaled by 10^18. */
  readonly point?: { readonly sec: number; readonly valueE18: bigint };
  readonly outcome?: string | null;
}

/** What one client was told of a day. */
export interface Published {
  readonly windows: ReadonlyMap<number, PublishedWindow>;
  /** Returns whether a window was reported without a price. */
  readonly isMissing: (startSec: number) => boolean;
  /** Whether outcomes are told, and each price of the relay with the point that proves it. */
  readonly isWhole: boolean;
}

/** Counts of windows. */
export interface DayCounts {
  /** Whose first second was recorded, with exactly the strike, and from the relay. */
  strikes: number;
  strikesRight: number;
  fromRelay: number;
  /** Outcomes that can be known, and the correct ones; none where they are not told. */
  outcomes: number;
  outcomesRight: number;
  /** Whose first second was not recorded, and those of them without a price. */
  unrecorded: number;
  gaps: number;
  /** Without any answer: neither a price nor reported as missing. */
  silent: number;
}

/** Counts the answers, and says what must never occur: another price, second or outcome. */
export function judgeDay(
  day: RecordedDay,
  published: Published,
): { readonly counts: DayCounts; readonly wrong: ReadonlyArray<string> } {
  const counts: DayCounts = {
    strikes: 0,
    strikesRight: 0,
    fromRelay: 0,
    outcomes: 0,
    outcomesRight: 0,
    unrecorded: 0,
    gaps: 0,
    silent: 0,
  };
  const wrong = day.markets.flatMap((market) => {
    const { startSec, endSec, strikeE18, outcome } = market;
    const window = published.windows.get(startSec);
    const isRecorded = day.seconds.has(startSec);
    const isRight = strikeE18 !== undefined && window?.price === Number(`${strikeE18}e-18`);
    if (isRecorded) counts.strikes++;
    else counts.unrecorded++;
    if (window === undefined && !isRecorded) counts.gaps++;
    if (window === undefined && !published.isMissing(startSec)) counts.silent++;
    const isOfRelay = window?.source === "oracle_twap";
    if (isRecorded && isRight) {
      counts.strikesRight++;
      if (isOfRelay) counts.fromRelay++;
    }
    const hasOutcome = published.isWhole && isRecorded && day.seconds.has(endSec);
    if (hasOutcome) counts.outcomes++;
    if (hasOutcome && window?.outcome === outcome) counts.outcomesRight++;
    const isOther = hasOutcome && window?.outcome != null && window.outcome !== outcome;
    const isOwn = window?.point === undefined
      ? !published.isWhole
      : isOwnPoint(window.point, market);
    return [
      ...(isRecorded && window !== undefined && !isRight ? [`${startSec}: ${window.price}`] : []),
      ...(isOfRelay && !(isRecorded && isOwn) ? [`${startSec}: not its own second's`] : []),
      ...(isOther ? [`${startSec}: ended ${window.outcome}`] : []),
    ];
  });
  return { counts, wrong };
}

function isOwnPoint(
  point: NonNullable<PublishedWindow["point"]>,
  { startSec, strikeE18 }: RecordedMarket,
): boolean {
  return point.sec === startSec && point.valueE18 === strikeE18;
}
