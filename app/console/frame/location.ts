/**
 * Where the reader is: the page's path and query, changed without loading the page again.
 *
 * @module
 */
import { signal } from "@preact/signals";

/** The parts of an address that the console reads. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The current place. */
export const place = signal<Place>(currentPlace());

/** Returns the address of a place, within the service. */
export function addressOf({ path, query }: Place): string {
  return path + (query.size === 0 ? "" : `?${query}`);
}

/** Goes to an address of the console. `isReplaced`: the back button skips the current one. */
export function goTo(address: string, { isReplaced = false } = {}): void {
  if (isReplaced) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = place.value.path;
  place.value = currentPlace();
  if (place.value.path !== before) scrollTo(0, 0);
}

/** Sets parameters of the query in place; an empty text or undefined removes one. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, value);
  }
  goTo(addressOf({ path: place.value.path, query }), { isReplaced: true });
}

/** Returns the address to sign in at, which leads back to the current place. */
export function signInAddress(): string {
  const { path, query } = place.value;
  const isEntry = path === "/console" || /^\/console\/(sign-in|link)/.test(path);
  const to = isEntry ? "" : `?to=${encodeURIComponent(addressOf({ path, query }))}`;
  return `/console/sign-in${to}`;
}

/** Lets links of the console change the place, and the browser's buttons too. */
export function followLinks(): void {
  addEventListener("popstate", () => place.value = currentPlace());
  addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey &&
      !event.altKey && !event.defaultPrevented;
    if (!link || !isPlain || link.target !== "" || link.origin !== location.origin) return;
    if (!/^\/console(\/|$)/.test(link.pathname) || link.hash !== "") return;
    event.preventDefault();
    goTo(link.pathname + link.search);
  });
}

function currentPlace(): Place {
  const path = location.pathname.replace(/\/+$/, "") || "/";
  return { path, query: new URLSearchParams(location.search) };
}
