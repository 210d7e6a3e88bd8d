/**
 * Spells the path of a request as the routes do: `/api/v1/targets/%61ctive` is
 * `/api/v1/targets/active`, as both name the same resource (RFC 3986, sections 2.3 and 6.2.2.2).
 *
 * @module
 */

/** An escaped letter, digit or one of `-._~`, which a path never needs to escape. */
const UNRESERVED = /%(?:2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])/g;
/** Where a path starts: after `http://` and a host that is not empty. */
const HOST_AT = "http://".length;

/**
 * Gives a request whose path has such escapes the address without them. It stays the same object:
 * the runtime knows its socket by it. Everything else stays data, `%2F` above all.
 */
export function spellPath(request: Request): Request {
  const { url } = request;
  const firstAt = url.indexOf("%");
  if (firstAt === -1) return request;
  const pathAt = url.indexOf("/", HOST_AT + 1);
  // HTTP/1.0 without a host has no address.
  if (pathAt === -1) return request;
  const queryAt = url.indexOf("?", pathAt);
  const endAt = queryAt === -1 ? url.length : queryAt;
  if (firstAt > endAt) return request;
  const path = url.slice(pathAt, endAt);
  const spelled = path.split("/").map(spellSegment).join("/");
  if (spelled !== path) {
    const value = `${url.slice(0, pathAt)}${spelled}${url.slice(endAt)}`;
    Object.defineProperty(request, "url", { value });
  }
  return request;
}

/** An escaped `.` or `..` is no step in a path, and must not become one. */
function spellSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  const spelled = segment.replace(UNRESERVED, decodeURIComponent);
  return spelled === "." || spelled === ".." ? segment : spelled;
}
