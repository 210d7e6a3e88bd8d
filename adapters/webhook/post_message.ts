/**
 * Posts one message to one address.
 *
 * With `node:http`, because it can be told the address to connect to and still verifies the
 * certificate of the host's name, follows no redirect, and uses no proxy of the environment.
 *
 * @module
 */
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { AttemptRefused } from "./receiver_address.ts";

/** An answer; the body is cut. */
export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  readonly text: string;
}

/** What to post, and where. */
export interface Post {
  readonly url: URL;
  /** The checked address of the URL's host. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The certificates that count; undefined for the system's. */
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

/** More of an answer is not read. */
export const ANSWER_BYTES_MAX = 64 * 1024;

const HEADER_BYTES_MAX = 16 * 1024;

/** More responses before the answer, such as 103, are a flood, which nothing else would stop. */
const INTERIM_MAX = 20;

/** Rejects without an answer. */
export function postMessage(
  { url, address, headers, body, ca, signal }: Post,
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>();
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const sent = request({
    method: "POST",
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    // A kept connection could be one to an address that was checked for another host.
    agent: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    lookup: (_host, options, found) => {
      const family = address.includes(":") ? 6 : 4;
      // Asked for all addresses, it takes a list.
      if (options.all === true) found(null, [{ address, family }]);
      else found(null, address, family);
    },
    signal,
    ...(ca === undefined ? {} : { ca }),
  }, (response) => void readAnswer(response).then(resolve, reject));
  let interim = 0;
  sent.on("information", () => {
    interim += 1;
    if (interim > INTERIM_MAX) sent.destroy(new AttemptRefused("only interim responses came"));
  });
  sent.on("error", reject);
  sent.end(body);
  return promise.finally(() => sent.destroy());
}

async function readAnswer(response: IncomingMessage): Promise<PostAnswer> {
  const parts: Array<Uint8Array> = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.byteLength;
    if (size >= ANSWER_BYTES_MAX) break;
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers["retry-after"],
    location: response.headers.location,
    text: Buffer.concat(parts).subarray(0, ANSWER_BYTES_MAX).toString(),
  };
}
