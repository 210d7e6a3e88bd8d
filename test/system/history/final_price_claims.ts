/**
 * The claims about provisional prices: they become final, and clients that were sent
 * another price are sent the final one.
 *
 * @module
 */
import { e18ToNumber, targetKey } from "../../../core/price/mod.ts";
import { targetQuery } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { Effect } from "effect";
import type { ServiceHistory } from "./service_history.ts";
import type { StreamClient } from "./stream_client.ts";
import { trueE18 } from "../../stage/truth.ts";

const venue = Effect.runSync(Venue.use(Effect.succeed));

/**
 * The seconds after the end of a window in which its price becomes final, once everything works:
 * its metadata appear after 143 s at most, a failed request is repeated after 15 s.
 */
const FINAL_AFTER_SEC = 240;
/** Metadata that are asked for in vain for longer are asked for again too late for this history. */
const FINAL_AGE_SEC_MAX = 3_600;

/** Returns a description of every claim that does not hold. */
export function brokenFinalPriceClaims(history: ServiceHistory): ReadonlyArray<string> {
  return [
    ...takenBack(history),
    ...stillProvisional(history),
    ...history.clients.flatMap((client, at) =>
      notCorrected(history, client).map((key) =>
        `7 final: client ${at} has no correction of ${key}`
      )
    ),
  ];
}

/** A replica that gave a final price does not give a provisional one of the same window later. */
function takenBack({ given }: ServiceHistory): ReadonlyArray<string> {
  const final = new Set<string>();
  return given.flatMap(({ query, isProvisional, from }) => {
    const what = `${from} of ${targetKey(query)}`;
    if (!isProvisional) final.add(what);
    return isProvisional && final.has(what) ? [`7 final: ${what} is provisional again`] : [];
  });
}

/** Every replica knows the final price of a window that is over for long enough. */
function stillProvisional({ lastStates, ground: { nowSec } }: ServiceHistory) {
  return lastStates.flatMap(({ from, answers }) =>
    [...answers.values()].flatMap(({ query, isProvisional }) => {
      const agedSec = nowSec - query.window.endSec;
      const isDue = agedSec >= FINAL_AFTER_SEC && agedSec < FINAL_AGE_SEC_MAX;
      return isDue && isProvisional
        ? [`7 final: ${from} has a provisional price of ${targetKey(query)}, ${agedSec} s old`]
        : [];
    })
  );
}

/**
 * A client that stays connected is sent the final price of every window of which it was sent
 * another one, as soon as its replica knows it.
 */
function notCorrected(
  { lastStates }: ServiceHistory,
  { received, connection, replica }: StreamClient,
): ReadonlyArray<string> {
  const answers = lastStates.find(({ from }) => from === replica?.name)?.answers;
  const last = new Map(
    received.filter((one) => one.connection === connection)
      .flatMap(({ event }) => event.kind === "target" ? [event] : [])
      .map((event) => [targetKey(targetQuery(venue, event.asset, event.window)), event]),
  );
  return [...last].flatMap(([key, event]) => {
    const answer = answers?.get(key);
    const isFinal = answer !== undefined && !answer.isProvisional;
    const priceE18 = trueE18(targetQuery(venue, event.asset, event.window));
    // Digits beyond the precision of answers are not corrected.
    const isOther = e18ToNumber(event.priceE18) !== e18ToNumber(priceE18);
    return isFinal && event.isProvisional === true && isOther ? [key] : [];
  });
}
