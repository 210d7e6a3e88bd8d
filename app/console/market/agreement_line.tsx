/**
 * How often another venue named the same winner over the last day.
 *
 * @module
 */
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { historyApi } from "../service/api.ts";
import { agreementText } from "./leg_words.ts";
import type { MarketProps } from "./live_window.tsx";

/** A window ends every quarter of an hour. */
const EVERY_MS = 300_000;

/** The line. */
export function AgreementLine(
  { asset, interval, venue }: MarketProps & { readonly venue: string },
) {
  const { value, failure, reload } = useLoaded(
    (signal) => historyApi.windows.basis({ asset, interval }, { signal }),
    { by: [asset, interval], everyMs: EVERY_MS },
  );
  return (
    <>
      <FailureNote failure={failure} retry={reload} />
      {value === undefined ? null : <p class="agreement">{agreementText(value.total, venue)}.</p>}
    </>
  );
}
