/**
 * Instants as the reader sees them.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { nowSec } from "../service/service_time.ts";
import { agoText } from "./span_text.ts";

/** An instant of the service's clock: in UTC, with the reader's own time on hovering. */
export function Instant({ at }: { readonly at: string }) {
  const local = new Date(at).toLocaleString();
  return <time dateTime={at} title={`${local} here`}>{at.slice(0, 19).replace("T", " ")}</time>;
}

/** How long ago an instant was; it goes on by itself. */
export function Ago({ at }: { readonly at: string }) {
  const text = useComputed(() => agoText(nowSec.value - Date.parse(at) / 1000));
  return <time dateTime={at} title={`${at.slice(0, 19).replace("T", " ")} UTC`}>{text}</time>;
}
