/** Compares a service's answers with a recorded day. @module */
import type { RecordedDay } from "./recorded_day.ts";

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

/** Counts the answers, and says what must never occur: another price, second or outcome. */
export function judgeDay({ markets, seconds }: RecordedDay, published: Published) {
  const { windows, isMissing, isWhole } = published;
  const judged = markets.map(({ startSec, endSec, strikeE18, outcome }) => {
    const window = windows.get(startSec);
    const isRecorded = seconds.has(startSec);
    const isRight = strikeE18 !== undefined && window?.price === Number(`${strikeE18}e-18`);
    const isOfRelay = window?.source === "oracle_twap";
    /** Whether the outcome is told and can be known. */
    const hasOutcome = isWhole && isRecorded && seconds.has(endSec);
    const isOther = hasOutcome && window?.outcome != null && window.outcome !== outcome;
    const { point } = window ?? {};
    const isProved = point === undefined
      ? !isWhole
      : point.sec === startSec && point.valueE18 === strikeE18;
    const wrong = [
      ...(isRecorded && window !== undefined && !isRight ? [`${startSec}: ${window.price}`] : []),
      ...(isOfRelay && !(isRecorded && isProved) ? [`${startSec}: not its own second's`] : []),
      ...(isOther ? [`${startSec}: ended ${window.outcome}`] : []),
    ];
    const isStrike = isRecorded && isRight;
    const isOutcomeRight = hasOutcome && window?.outcome === outcome;
    const isSilent = window === undefined && !isMissing(startSec);
    return { window, isRecorded, isStrike, isOfRelay, hasOutcome, isOutcomeRight, isSilent, wrong };
  });
  const count = (is: (one: (typeof judged)[number]) => boolean) => judged.filter(is).length;
  const counts = {
    /** Whose first second was recorded, with exactly the strike, and from the relay. */
    strikes: count(({ isRecorded }) => isRecorded),
    strikesRight: count(({ isStrike }) => isStrike),
    fromRelay: count(({ isStrike, isOfRelay }) => isStrike && isOfRelay),
    /** Outcomes that can be known, and the correct ones; none where they are not told. */
    outcomes: count(({ hasOutcome }) => hasOutcome),
    outcomesRight: count(({ isOutcomeRight }) => isOutcomeRight),
    /** Whose first second was not recorded, and those of them without a price. */
    unrecorded: count(({ isRecorded }) => !isRecorded),
    gaps: count(({ isRecorded, window }) => !isRecorded && window === undefined),
    /** Without any answer: neither a price nor reported as missing. */
    silent: count(({ isSilent }) => isSilent),
  };
  return { counts, wrong: judged.flatMap(({ wrong }) => wrong) };
}
