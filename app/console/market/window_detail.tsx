/**
 * All that is known of one window: its outcome, the venue's own resolution, and the proof.
 *
 * @module
 */
import type { OutcomeMeta } from "../../client/typescript/mod.ts";
import { CopyButton } from "../part/copy_button.tsx";
import { Fact, Facts } from "../part/facts.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { Waiting } from "../part/waiting.tsx";
import type { WindowHistory } from "./history_answer.ts";
import { askWindow } from "./history_request.ts";
import { LegFacts } from "./leg_facts.tsx";
import type { MarketProps } from "./live_window.tsx";
import { exactPrice } from "./price_text.ts";
import type { Legs } from "./use_legs.ts";
import { WindowEvidence } from "./window_evidence.tsx";

/** A window ends, and is resolved, while its detail is open. */
const EVERY_MS = 60_000;

/** The detail. It is asked for when it is opened. */
export function WindowDetail(
  { asset, interval, startSec, legs }: MarketProps & {
    readonly startSec: number;
    readonly legs: Legs;
  },
) {
  const { value, failure, reload } = useLoaded(
    (signal) => askWindow({ asset, interval, startSec, signal }),
    { by: [asset, interval, startSec], everyMs: EVERY_MS },
  );
  return (
    <>
      <FailureNote failure={failure} retry={reload} />
      {value !== undefined
        ? <Known of={value} startSec={startSec} legs={legs} />
        : failure === undefined
        ? <Waiting what="Loading the window" />
        : null}
    </>
  );
}

function Known({ of: { market, datapoint, outcomeMeta, evidence }, startSec, legs }: {
  readonly of: WindowHistory;
  readonly startSec: number;
  readonly legs: Legs;
}) {
  const { price, source, provisional } = datapoint;
  const { closePrice, outcome, final } = outcomeMeta;
  return (
    <div class="detail">
      <Facts>
        <Fact name="Event">
          <a href={market.url} target="_blank" rel="noreferrer noopener">{market.slug}</a>{" "}
          <CopyButton text={market.slug} what="slug" />
        </Fact>
        <Fact name="Target">
          {exactPrice(price)} <span class="soft">from {source}</span>
          {provisional === true ? " (provisional: the venue may still correct it)" : ""}
        </Fact>
        <Fact name="Close">{closePrice === null ? "not known yet" : exactPrice(closePrice)}</Fact>
        <Fact name="Outcome">
          {outcome === null ? "not known yet" : `${outcome}, ${final ? "final" : "not final yet"}`}
        </Fact>
        <Resolution of={outcomeMeta} />
        {legs.venues.length === 0
          ? null
          : <LegFacts slug={market.slug} known={legs.known.get(startSec)} />}
      </Facts>
      <h3>Proof of the target</h3>
      {evidence === null
        ? <p class="soft">The price is known, but its proof could not be kept.</p>
        : <WindowEvidence evidence={evidence} />}
    </div>
  );
}

function Resolution({ of: { resolution, resolutionError } }: { readonly of: OutcomeMeta }) {
  if (!resolution) {
    return (
      <Fact name="Venue's resolution">
        <span class="soft">{resolutionError ?? "none yet"}</span>
      </Fact>
    );
  }
  const { status, payouts, reporter, resolvedAt, agrees } = resolution;
  const [up, down] = payouts ?? [];
  return (
    <>
      <Fact name="Venue's resolution">
        {status}
        {reporter === null ? "" : `, reported by ${reporter}`}
        {resolvedAt === null ? "" : `, ${resolvedAt}`}
      </Fact>
      <Fact name="Payouts">
        {up === undefined || down === undefined
          ? "not known yet"
          : `Up ${up}, Down ${down} micro-USDC a share`}
      </Fact>
      {agrees === null ? null : (
        <Fact name="Agrees">
          {agrees
            ? <span class="up">yes, with the outcome above</span>
            : <strong class="down">no: the venue resolved otherwise</strong>}
        </Fact>
      )}
    </>
  );
}
