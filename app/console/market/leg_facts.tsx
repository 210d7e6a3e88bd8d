/**
 * What is known of one window at other venues.
 *
 * @module
 */
import { Fragment } from "preact";
import { Fact } from "../part/facts.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { historyApi } from "../service/api.ts";
import { LegTarget, VenueLink } from "./leg_target.tsx";
import { outcomeText, venueName } from "./leg_words.ts";
import type { WindowLegs } from "./leg_list.ts";

/** The facts. Of a window that the page does not know, they are asked for. */
export function LegFacts(
  { slug, known }: { readonly slug: string; readonly known: WindowLegs | undefined },
) {
  const isKnown = known !== undefined;
  const asked = useLoaded(async (signal) => {
    if (isKnown) return undefined;
    const { window } = await historyApi.windows.get({ slug, include: "legs" }, { signal });
    return { legs: window.legs ?? [], basis: window.basis ?? [] };
  }, { by: [slug, isKnown] });
  const of = known ?? asked.value;
  return (
    <>
      {asked.failure === undefined ? null : (
        <Fact name="Other venues">
          <FailureNote failure={asked.failure} retry={asked.reload} />
        </Fact>
      )}
      {of?.legs.slice(1).map((leg) => (
        <Fragment key={leg.venue}>
          <Fact
            name={
              <>
                Target at <VenueLink leg={leg} />
              </>
            }
          >
            <LegTarget leg={leg} of={of} />
          </Fact>
          <Fact name={`Outcome at ${venueName(leg.venue)}`}>
            {outcomeText(leg)}
            {leg.settled_text === null ? "" : `, settled at ${leg.settled_text}`}
          </Fact>
        </Fragment>
      ))}
    </>
  );
}
