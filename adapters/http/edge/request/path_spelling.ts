/**
 * Spells the address of a request as the routes do: `/api/v1/targets/%61ctive` is
 * `/api/v1/targets/active`, as both name the same resource (RFC 3986, sections 2.3 and 6.2.2.2).
 *
 * @module
 */

/** An escaped letter, digit or one of `-._~`, which a path never needs to escape. */
const UNRESERVED = /%(?:2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])/g;
/** Where a path starts at the earliest: after this and a host that is not empty. */
const HOST_AT = "http://".length;
/** Stands for the host that HTTP/1.0 need not name; an address is then no more than a path. */
const NO_HOST = "http://localhost";

/**
 * Gives a request the address that the routes read, where it came with another spelling. It stays
 * the same object: the runtime knows its socket by it. What else is escaped stays data, `%2F` above
 * all.
 */
export function spellPath(request: Request): Request {
  const { url } = request;
  const isBare = url.startsWith("/");
  if (!isBare && !url.includes("%")) return request;
  const value = spelled(isBare ? `${NO_HOST}${url}` : url);
  if (value !== url) Object.defineProperty(request, "url", { value });
  return request;
}

function spelled(url: string): string {
  const pathAt = url.indexOf("/", HOST_AT + 1);
  const queryAt = url.indexOf("?", pathAt);
  const endAt = queryAt === -1 ? url.length : queryAt;
  const path = url.slice(pathAt, endAt).split("/").map(spellSegment).join("/");
  return `${url.slice(0, pathAt)}${path}${url.slice(endAt)}`;
}

/** An escaped `.` or `..` is no step in a path, and must not become one. */
function spellSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  const spelled = segment.replace(UNRESERVED, decodeURIComponent);
  return spelled === "." || spelled === ".." ? segment : spelled;
}
