/**
 * Instants as the reader sees them.
 *
 * @module
 */
import { agoText } from "./span_text.ts";
import { utcText } from "./time_text.ts";

/** An instant, ISO 8601: in UTC, with the reader's own time on hovering. */
export function Instant({ at }: { readonly at: string }) {
  const local = new Date(at).toLocaleString();
  return <time dateTime={at} title={`${local} here`}>{utcText(at)}</time>;
}

/** How long before an answer an instant was. `now`: of that answer, by the same clock. */
export function Ago({ at, now }: { readonly at: string; readonly now: string }) {
  const sec = (Date.parse(now) - Date.parse(at)) / 1000;
  return <time dateTime={at} title={`${utcText(at)} UTC`}>{agoText(sec)}</time>;
}
