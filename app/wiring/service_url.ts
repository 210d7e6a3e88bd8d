/**
 * The address of the service as one on this machine can ask it.
 *
 * @module
 */

/** Returns a URL without a path: loopback if the service listens on all addresses. */
export function serviceUrl(
  { host, port }: { readonly host: string; readonly port: number | undefined },
): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
