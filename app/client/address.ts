/**
 * Builds the stream's WebSocket address from the address that the bot gives.
 *
 * @module
 */

const STREAM_PATH = "/api/v1/stream";

/**
 * Returns the WebSocket address for an origin (`http://127.0.0.1:3000`, `wss://host`) or for the
 * stream's full address. Throws a `TypeError` for anything else.
 */
export function streamAddress(address: string | URL): string {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : undefined;
  const protocol = url === undefined ? undefined : SOCKET_PROTOCOLS.get(url.protocol);
  if (url === undefined || protocol === undefined) {
    throw new TypeError(
      `Cannot connect to "${address}": give an address such as http://127.0.0.1:3000`,
    );
  }
  url.protocol = protocol;
  if (url.pathname === "/") url.pathname = STREAM_PATH;
  url.hash = "";
  return url.href;
}

const SOCKET_PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ["http:", "ws:"],
  ["ws:", "ws:"],
  ["https:", "wss:"],
  ["wss:", "wss:"],
]);
