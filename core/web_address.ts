/**
 * Addresses of web pages as people paste them, read without asking anybody for the page.
 *
 * @module
 */

/**
 * The address, with or without its scheme. Undefined for schemes that are not of pages, and where
 * somebody's name or password stands in it: such an address may look like one of another site.
 */
export function parseWebAddress(text: string): URL | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `https://${text.replace(/^\/\//, "")}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPage = url.protocol === "https:" || url.protocol === "http:";
  return isPage && url.username === "" && url.password === "" ? url : undefined;
}

/** A part of a path, decoded; empty where it cannot be. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
