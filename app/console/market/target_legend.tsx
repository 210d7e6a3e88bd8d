/**
 * Whose the lines of targets in a chart are, with the last target of each.
 *
 * @module
 */
import type { Leg } from "../../client/typescript/mod.ts";
import { targetText, venueName } from "./leg_words.ts";

/** The legend: of the last window at each venue. Nothing where there is one venue. */
export function TargetLegend({ legs }: { readonly legs: ReadonlyArray<Leg> }) {
  if (legs.length < 2) return null;
  return (
    <ul class="legend" aria-label="Last targets">
      {legs.map((leg) => (
        <li key={leg.venue}>
          {venueName(leg.venue)}:{" "}
          <span class={leg.target === null ? "soft" : "number"}>{targetText(leg)}</span>
        </li>
      ))}
    </ul>
  );
}
