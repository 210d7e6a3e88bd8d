/**
 * Builds the stream's WebSocket address from the address that the bot gives.
 *
 * @module
 */

const STREAM_PATH = "/api/v1/stream";

/**
 * Returns an address as a URL. Throws a `TypeError` for one that is not of HTTP or WebSocket, as
 * `localhost:3000`.
 */
export function urlOf(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (!url || !/^(http|ws)s?:$/.test(url.protocol)) {
    throw new TypeError(
      `Cannot connect to "${address}": give an address such as http://127.0.0.1:3000`,
    );
  }
  return url;
}

/**
 * Returns the WebSocket address for an origin (`http://127.0.0.1:3000`, `wss://host`) or for the
 * stream's full address. Throws a `TypeError` for anything else.
 */
export function streamAddress(address: string | URL): string {
  const url = urlOf(address);
  url.protocol = url.protocol.replace("http", "ws");
  if (url.pathname === "/") url.pathname = STREAM_PATH;
  url.hash = "";
  return url.href;
}
