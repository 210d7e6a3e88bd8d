/**
 * Parser for web page addresses as people paste them. It never requests the page.
 *
 * @module
 */

/**
 * Parses an address, with or without its scheme. Undefined for schemes other than http and https,
 * and for an address with a user name or password, which may imitate an address of another site.
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

/**
 * Whether text with a slash begins like an address, with a scheme or a host: a number, or a name
 * whose last part begins with a letter, unlike that of `eth-above-2.5k`. Someone who meant a slug
 * should be told what a slug is, and not which sites there are.
 */
export function isLikeAddress(text: string): boolean {
  return /^(?:[^/]*(?::|\.\p{L}[^./]+\.?\/)|\d[\d.]*\/|\/\/)/u.test(text);
}

/** Decodes a percent-encoded part of a path; empty if the encoding is invalid. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
