/**
 * Bytes that are not quite HTTP: what is malformed, endless, ambiguous, or given up half-way.
 *
 * @module
 */
import type { Chance } from "../../stage/chance.ts";

/** What is written to one connection, and what may come of it. */
export interface RawAttack {
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * `refused`: an error, or the end of the connection. `any`: also an answer. `nothing`: it is
   * not complete, so that there may be no answer at all.
   */
  readonly may: "refused" | "any" | "nothing";
  /** The most answers that it may get. */
  readonly answersMax: number;
  /** Whether nothing more is sent, which the service is told. */
  readonly isHalfClosed?: boolean;
}

/** An attack before its bytes are made, of random choices if need be. */
type Recipe = Omit<RawAttack, "bytes"> & {
  readonly bytes: string | ((chance: Chance) => Uint8Array);
};

const recipe =
  (may: RawAttack["may"]) => (name: string, bytes: Recipe["bytes"], answersMax = 1): Recipe => ({
    name,
    bytes,
    may,
    answersMax,
  });
const refused = recipe("refused");
const any = recipe("any");
const nothing = recipe("nothing");
/** With nothing after it, which the service is told. */
const half = (whole: Recipe): Recipe => ({ ...whole, isHalfClosed: true });

const HOST = "host: fuzz\r\n";
const GET = `GET /health HTTP/1.1\r\n${HOST}`;
const POST = `POST /health HTTP/1.1\r\n${HOST}`;
const POST_5 = `${POST}content-length: 5\r\n`;
const ESTIMATE = `POST /api/v1/fees/trade-estimate HTTP/1.1\r\n${HOST}`;
const JSON_BODY = `${ESTIMATE}content-type: application/json\r\n`;
const CHUNKED = "transfer-encoding: chunked\r\n\r\n";
const SOCKET =
  `GET /api/v1/stream HTTP/1.1\r\n${HOST}upgrade: websocket\r\nconnection: upgrade\r\n`;
const SOCKET_KEY = "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
/** What a smuggled request asks for: an answer to it is one too many. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;
const SPACES = `1000\r\n${" ".repeat(4_096)}\r\n`;
const PIPELINED = 200;
/** A request may be refused for its headers, and then its body for what it is. */
const AND_ITS_BODY = 2;

const RECIPES: ReadonlyArray<Recipe> = [
  nothing("random bytes", (chance) => chance.bytes(1 + chance.within(0, 4_000))),
  nothing(
    "random bytes and an end",
    (chance) => Buffer.concat([chance.bytes(chance.within(0, 500)), Buffer.from("\r\n\r\n")]),
  ),
  nothing(
    "a request with one byte changed",
    (chance) => withByteChanged(`${GET}accept: */*\r\nx-a: b\r\n\r\n`, chance),
  ),
  refused("a TLS hello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
  any("HTTP/2 without an upgrade", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 2),
  refused("an unknown version", `GET / HTTP/9.9\r\n${HOST}\r\n`),
  any("no host", "GET /health HTTP/1.1\r\n\r\n"),
  refused("a header without a name", `${GET}: value\r\n\r\n`),
  refused("a space in a header's name", `${GET}x a: b\r\n\r\n`),
  refused("a folded header", `${GET}x-a: b\r\n c\r\n\r\n`),
  refused("a zero byte in a header", `${GET}x-a: b\0c\r\n\r\n`),
  refused("lines that end with a line feed alone", "GET /health HTTP/1.1\nhost: fuzz\n\n\r\n\r\n"),
  refused("a header of 100 KB", `${GET}x-a: ${"b".repeat(100_000)}\r\n\r\n`),
  refused("10,000 headers", `${GET}${"x-a: b\r\n".repeat(10_000)}\r\n`),
  any("an address of 12 KB", `GET /${"a".repeat(12_000)} HTTP/1.1\r\n${HOST}\r\n`),
  refused("an address of 100 KB", `GET /${"a".repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`),
  any("another authority", `GET http://evil.invalid/health HTTP/1.1\r\n${HOST}\r\n`),
  any("a tunnel", `CONNECT evil.invalid:443 HTTP/1.1\r\n${HOST}\r\n`),
  any("every option", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`),
  any("two hosts", `${GET}host: other\r\n\r\n`),
  refused("two lengths", `${POST}content-length: 0\r\ncontent-length: 44\r\n\r\n${SMUGGLED}`),
  refused("a length and chunks", `${POST_5}${CHUNKED}0\r\n\r\n${SMUGGLED}`),
  refused(
    "chunks that are spelled oddly",
    `${POST_5}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ),
  refused(
    "chunks with a space before",
    `${POST}content-length: 44\r\ntransfer-encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ),
  refused("a negative length", `${POST}content-length: -1\r\n\r\n${SMUGGLED}`),
  refused("a length with a sign", `${POST}content-length: +5\r\n\r\nabcde`),
  refused("a length in hex", `${POST}content-length: 0x5\r\n\r\nabcde`),
  refused("an endless length", `${POST}content-length: 99999999999999999999999\r\n\r\na`),
  refused(
    "a chunk of no size",
    `${ESTIMATE}${CHUNKED}zz\r\nabc\r\n0\r\n\r\n`,
    AND_ITS_BODY,
  ),
  refused(
    "a chunk of every size",
    `${ESTIMATE}${CHUNKED}ffffffffffffffffff\r\nabc\r\n0\r\n\r\n`,
    AND_ITS_BODY,
  ),
  nothing("a length that does not come", `${JSON_BODY}content-length: 60\r\n\r\n{"a"`),
  any(
    "a body in many chunks",
    `${JSON_BODY}${CHUNKED}${"1\r\n \r\n".repeat(2_000)}2\r\n{}\r\n0\r\n\r\n`,
  ),
  any("too large a body in chunks", `${JSON_BODY}${CHUNKED}${SPACES.repeat(20)}0\r\n\r\n`),
  nothing(
    "a body that is waited for",
    `${JSON_BODY}expect: 100-continue\r\ncontent-length: 2\r\n\r\n`,
  ),
  any("a socket without a key", `${SOCKET}\r\n`),
  any("a socket of no version", `${SOCKET}sec-websocket-version: 99\r\n${SOCKET_KEY}\r\n`),
  any("many requests at once", `${GET}\r\n`.repeat(PIPELINED), PIPELINED),
  half(any("a request and the end", `${GET}\r\n`)),
  half(nothing("half a request and the end", "GET /hea")),
  half(nothing("half a body and the end", `${ESTIMATE}content-length: 60\r\n\r\n{`)),
];

/** How many kinds of attacks there are. */
export const ATTACKS = RECIPES.length;

/** Makes the attack with this number; each kind comes in turn. */
export function makeAttack(chance: Chance, index: number): RawAttack {
  const { bytes, ...rest } = RECIPES[index % RECIPES.length] as Recipe;
  const made = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes(chance);
  return { ...rest, bytes: made };
}

function withByteChanged(text: string, chance: Chance): Uint8Array {
  const bytes = Buffer.from(text, "latin1");
  bytes[chance.within(0, bytes.length)] = chance.within(0, 256);
  return bytes;
}
