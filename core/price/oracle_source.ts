/**
 * The ways in which a price of the oracle reaches us, best first, and which of several answers
 * stands.
 *
 * @module
 */
import { agree } from "./agreement.ts";
import { formatE18 } from "./e18.ts";
import { type Dispute, withDisputes } from "./evidence.ts";
import { type OracleStream } from "./target_rule.ts";
import { isLateSource, isProvisional, type Target, type TargetQuery } from "./target.ts";

/**
 * Best first. `report`: the oracle's own signed reports. `relay`: the primary venue's relay of
 * them. `site` and `metadata`: what the venue publishes of a window, as doubles.
 */
export const ORACLE_SOURCES = ["report", "relay", "site", "metadata"] as const;

/** One of {@linkcode ORACLE_SOURCES}. */
export type OracleSource = (typeof ORACLE_SOURCES)[number];

/** When a source may know a window's price. Ages are seconds since the instant named. */
interface Reach {
  readonly streams: ReadonlyArray<OracleStream>;
  readonly ageSec: readonly [min: number, max: number];
  readonly countedFrom: "start" | "end";
  /** Windows that begin earlier are not known. */
  readonly sinceSec: number;
}

const DAY_SEC = 86_400;
/** The venue's metadata name prices from this day on, of some series later. */
const METADATA_SINCE_SEC = Date.UTC(2026, 1, 18) / 1000;

/**
 * Source: the venue's site names a price 2 to 3 s after the start and reaches back about 30 days;
 * it is told the look-back, so a spot price is not to be had there. Its metadata follow 21 s after
 * the end or later, and are of the rule that was in force.
 */
const REACH: Readonly<Record<OracleSource, Reach>> = {
  report: {
    streams: ["spot", "twap_30", "twap_60"],
    ageSec: [-Infinity, Infinity],
    countedFrom: "start",
    sinceSec: 0,
  },
  relay: { streams: ["twap_60"], ageSec: [-Infinity, Infinity], countedFrom: "start", sinceSec: 0 },
  site: {
    streams: ["twap_30", "twap_60"],
    ageSec: [2, 30 * DAY_SEC],
    countedFrom: "start",
    sinceSec: 0,
  },
  metadata: {
    streams: ["spot", "twap_30", "twap_60"],
    ageSec: [20, Infinity],
    countedFrom: "end",
    sinceSec: METADATA_SINCE_SEC,
  },
};

/** Whether it makes sense to ask the source for this window now. */
export function mayKnow(
  source: OracleSource,
  { window, rule }: TargetQuery,
  nowSec: number,
): boolean {
  const { streams, ageSec: [min, max], countedFrom, sinceSec } = REACH[source];
  if (rule.kind !== "report" || !streams.includes(rule.stream)) return false;
  if (window.startSec < sinceSec) return false;
  const ageSec = nowSec - (countedFrom === "start" ? window.startSec : window.endSec);
  return min <= ageSec && ageSec <= max;
}

/** What one source answered for a window. */
export interface SourcedTarget {
  readonly source: OracleSource;
  readonly target: Target;
}

/**
 * The answer that stands, in any order of the answers: that of the best source. A report that only
 * stands in for a second comes after the relay, which has that second itself. What the site said
 * is confirmed by metadata that agree, and gives way to metadata that do not. Answers that
 * contradict it are noted in its evidence.
 */
export function chooseTarget(answers: ReadonlyArray<SourcedTarget>): Target | undefined {
  const [best, ...others] = answers.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (best === undefined) return undefined;
  const metadata = others.find(({ source }) => source === "metadata");
  if (metadata !== undefined && isProvisional(best.target)) return confirmed(best, metadata);
  return disputing(best.target, others.filter((other) => contradicts(best, other)));
}

/** What one source says against another, as evidence names it. */
export function disputeOf({ source, target }: SourcedTarget): Dispute {
  return { source, price: formatE18(target.priceE18) };
}

/** Which source a target of the oracle came from. */
export function oracleSourceOf({ evidence }: Pick<Target, "evidence">): OracleSource {
  if (evidence.kind === "relay") return "relay";
  if (evidence.kind !== "published") return "report";
  return evidence.by === "venue_site" ? "site" : "metadata";
}

function confirmed(site: SourcedTarget, metadata: SourcedTarget): Target {
  if (!agree(site.target.priceE18, metadata.target.priceE18)) {
    return disputing(metadata.target, [site]);
  }
  const { evidence } = site.target;
  return evidence.kind === "published"
    ? { ...site.target, evidence: { ...evidence, provisional: false } }
    : site.target;
}

function disputing(target: Target, others: ReadonlyArray<SourcedTarget>): Target {
  const { evidence } = target;
  return { ...target, evidence: withDisputes(evidence, others.map(disputeOf)) };
}

function contradicts(best: SourcedTarget, other: SourcedTarget): boolean {
  return areOfOneSecond(best.target, other.target) &&
    !agree(best.target.priceE18, other.target.priceE18);
}

/**
 * Whether two targets of a window claim to be of the same second. A report that covers the start
 * and was observed later, or that stands in for it, says nothing about another.
 */
export function areOfOneSecond(a: Target, b: Target): boolean {
  if (isLateSource(a.source) !== isLateSource(b.source)) return false;
  const [aSec, bSec] = [secondOf(a), secondOf(b)];
  return aSec === undefined || bSec === undefined || aSec === bSec;
}

/** The second that was observed; undefined where only the window is named. */
function secondOf({ evidence }: Target): number | undefined {
  if (evidence.kind === "report") return evidence.observedSec;
  return evidence.kind === "relay" ? evidence.point.timestamp / 1000 : undefined;
}

/** Between the relay and the site. */
const LATE_REPORT_RANK = ORACLE_SOURCES.indexOf("relay") + 0.5;

function rankOf(answer: SourcedTarget): number {
  return isLateSource(answer.target.source)
    ? LATE_REPORT_RANK
    : ORACLE_SOURCES.indexOf(answer.source);
}
