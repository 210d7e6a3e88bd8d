/**
 * The targets of a window at other venues, and how far they are from its own.
 *
 * @module
 */
import type { Leg } from "../../client/typescript/mod.ts";
import type { WindowLegs } from "./leg_list.ts";
import { basisText, targetText, venueName } from "./leg_words.ts";
import { exactPrice } from "./price_text.ts";

/** A line for each other venue; nothing before any is known. */
export function OtherTargets({ of }: { readonly of: WindowLegs | undefined }) {
  return (
    <>
      {of?.legs.slice(1).map((leg) => (
        <p key={leg.venue} class="elsewhere">
          <span class="soft">
            Target at <VenueLink leg={leg} />:
          </span>{" "}
          <LegTarget leg={leg} of={of} />
        </p>
      ))}
    </>
  );
}

/** The name of a leg's venue, which leads to its market. */
export function VenueLink({ leg: { venue, url } }: { readonly leg: Leg }) {
  const name = venueName(venue);
  return url === null
    ? <>{name}</>
    : <a href={url} target="_blank" rel="noreferrer noopener">{name}</a>;
}

/** A leg's target with its marks, and how far it is from that of the primary venue. */
export function LegTarget({ leg, of }: { readonly leg: Leg; readonly of: WindowLegs }) {
  const basis = of.basis.find(({ a, b }) => a === of.legs[0]?.venue && b === leg.venue);
  return (
    <>
      {leg.target === null
        ? <span class="soft">{targetText(leg)}</span>
        : <span class="number">{targetText(leg)}</span>}
      <LegMarks leg={leg} />
      {basis === undefined ? null : (
        <>
          , <span title={`${exactPrice(basis.price)} USD`}>{basisText(basis, leg)}</span>
        </>
      )}
    </>
  );
}

/** What is to be known of a leg beside its numbers. */
function LegMarks({ leg: { id, target_state, outcome_state, disputed } }: { readonly leg: Leg }) {
  const marks: ReadonlyArray<readonly [isSo: boolean, word: string, why: string]> = [
    [target_state === "provisional", "provisional", "What the venue settled the window before at"],
    [outcome_state === "amended", "amended", "The venue has replaced another result by this one"],
    [outcome_state === "void" && id !== null, "void", "Nobody wins at this venue"],
    [disputed, "disputed", "The result contradicts the market's own target and settlement"],
  ];
  return (
    <>
      {marks.map(([isSo, word, why]) =>
        isSo
          ? (
            <span key={word}>
              {" "}
              <span class="mark warn" title={why}>{word}</span>
            </span>
          )
          : null
      )}
    </>
  );
}
