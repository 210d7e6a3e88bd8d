/**
 * Leads from the slug of a window to the page of its market, with that window open.
 *
 * @module
 */
import { useEffect } from "preact/hooks";
import { goTo } from "../frame/location.ts";
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { Waiting } from "../part/waiting.tsx";
import { publicApi } from "../service/api.ts";

/** Looks the window up, or says why that cannot be done. */
export function MarketOfSlug({ slug }: { readonly slug: string }) {
  const { value, failure, reload } = useLoaded(
    (signal) => publicApi.windows.get({ slug }, { signal }),
    { by: [slug] },
  );
  useEffect(() => {
    if (value === undefined) return;
    const { asset, interval, start } = value.window;
    goTo(`/console/market/${asset}?interval=${interval}&window=${start}`, { isReplaced: true });
  }, [value]);
  return (
    <>
      <h1>Market</h1>
      {failure === undefined
        ? <Waiting what="Looking up the window" />
        : <FailureNote failure={failure} retry={reload} />}
    </>
  );
}
