/**
 * Leads whoever comes first to a service with nothing set to the page that sets it up.
 *
 * @module
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { service, session } from "../service/session.ts";
import { goTo, place } from "./location.ts";

/** Whether the reader has put it off, until the console is loaded again. */
export const isSetupLater = signal(false);

/** Leads there from the first page. */
export function useFirstSetup(): void {
  const isDue = !isSetupLater.value && place.value.path === "/console" &&
    session.value === undefined && service.value?.needs_setup === true;
  useEffect(() => {
    if (isDue) goTo("/console/setup", { isReplaced: true });
  }, [isDue]);
}
