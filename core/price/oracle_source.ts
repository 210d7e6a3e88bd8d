/**
 * The sources of oracle prices, best first, and the choice between their answers.
 *
 * @module
 */
import { agree } from "./agreement.ts";
import { formatE18 } from "./e18.ts";
import { type Dispute, ORACLE_SOURCES, type OracleSource, withDisputes } from "./evidence.ts";
import { type OracleStream } from "./target_rule.ts";
import { isLateSource, isProvisional, type Target, type TargetQuery } from "./target.ts";

/** Which windows a source may have a price for. Ages are seconds since `countedFrom`. */
interface Coverage {
  readonly streams: ReadonlyArray<OracleStream>;
  readonly ageSec: readonly [min: number, max: number];
  readonly countedFrom: "start" | "end";
  /** The source has no prices for windows that begin earlier. */
  readonly sinceSec: number;
}

const DAY_SEC = 86_400;
/** The venue's metadata contain prices from this day on, for some series later. */
const METADATA_SINCE_SEC = Date.UTC(2026, 1, 18) / 1000;

/**
 * Source: the venue's site publishes a price 2 to 3 s after the start and reaches back about 30
 * days; its requests name the look-back, so it offers no spot price. The metadata follow 21 s after
 * the end or later, under the rule that was in force.
 */
const COVERAGE: Readonly<Record<OracleSource, Coverage>> = {
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

/** Returns whether the source may have a price for this window now. */
export function mayHavePrice(
  source: OracleSource,
  { window, rule }: TargetQuery,
  nowSec: number,
): boolean {
  const { streams, ageSec: [min, max], countedFrom, sinceSec } = COVERAGE[source];
  if (rule.kind !== "report" || !streams.includes(rule.stream)) return false;
  if (window.startSec < sinceSec) return false;
  const ageSec = nowSec - (countedFrom === "start" ? window.startSec : window.endSec);
  return min <= ageSec && ageSec <= max;
}

/** One source's answer for a window. */
export interface SourcedTarget {
  readonly source: OracleSource;
  readonly target: Target;
}

/**
 * Returns the answer of the best source, whatever the order of the answers. A late report, which
 * only replaces the one of the exact second, ranks after the relay, which has that second. Metadata
 * that agree confirm a provisional answer of the site; metadata that differ replace it. The
 * evidence of the chosen answer lists the answers that contradict it.
 */
export function chooseTarget(answers: ReadonlyArray<SourcedTarget>): Target | undefined {
  const [best, ...others] = answers.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (best === undefined) return undefined;
  const metadata = others.find(({ source }) => source === "metadata");
  if (metadata !== undefined && isProvisional(best.target)) return confirmed(best, metadata);
  return disputing(best.target, others.filter((other) => contradicts(best, other)));
}

/** Returns an answer as a dispute, the form in which evidence lists it. */
export function disputeOf({ source, target }: SourcedTarget): Dispute {
  return { source, price: formatE18(target.priceE18) };
}

/** Returns the source that a target of the oracle came from. */
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
  return areSameSecond(best.target, other.target) &&
    !agree(best.target.priceE18, other.target.priceE18);
}

/**
 * Returns whether two targets of a window may be of the same second. A report that covers the start
 * but was observed later, or that is late, does not contradict a target of another second.
 */
export function areSameSecond(a: Target, b: Target): boolean {
  if (isLateSource(a.source) !== isLateSource(b.source)) return false;
  const [aSec, bSec] = [secondOf(a), secondOf(b)];
  return aSec === undefined || bSec === undefined || aSec === bSec;
}

/** The observed second; undefined where the evidence names only the window. */
function secondOf({ evidence }: Target): number | undefined {
  if (evidence.kind === "report") return evidence.observedSec;
  return evidence.kind === "relay" ? evidence.point.timestamp / 1000 : undefined;
}

/** Ranks late reports between the relay and the site. */
const LATE_REPORT_RANK = ORACLE_SOURCES.indexOf("relay") + 0.5;

function rankOf(answer: SourcedTarget): number {
  return isLateSource(answer.target.source)
    ? LATE_REPORT_RANK
    : ORACLE_SOURCES.indexOf(answer.source);
}
