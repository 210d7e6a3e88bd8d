/**
 * Reads a JSON request body, which may arrive late, be too large or not be JSON.
 *
 * @module
 */
import { Result } from "effect";
import { isJsonObject, readSentJson, sentFields } from "../../../../core/json/mod.ts";
import { bodyDecoder } from "./body_coding.ts";
import { type GateOptions } from "../gate_options.ts";
import type { Refusal } from "../answer/refusal.ts";
import type { SentFields } from "./read_fields.ts";
import { repeatedField } from "./repeated_field.ts";
import { sentOnce } from "./repeated_header.ts";

/** The one spelling that the runtime answers, before any of this is asked. */
const ANSWERED_EXPECTATION = "100-continue";

/** Returns the refusal of a request with a body that would be lost or waited for in vain. */
function refuseUnspoken(headers: Headers): Refusal | undefined {
  const expect = headers.get("expect");
  if (expect !== null && expect !== ANSWERED_EXPECTATION) return otherExpectation(expect);
  const hasTrailer = headers.has("trailer") && headers.has("transfer-encoding");
  return hasTrailer ? TRAILER : undefined;
}

/** RFC 9110, section 10.1.1: the client is to repeat the request without the expectation. */
function otherExpectation(expect: string): Refusal {
  const quoted = expect.length > 80 ? `${expect.slice(0, 80)}...` : expect;
  return {
    status: 417,
    error: `Cannot meet Expect: ${quoted}`,
    hint: `Send the body without Expect, or spell it ${ANSWERED_EXPECTATION}`,
    headers: { connection: "close" },
  };
}

const TRAILER: Refusal = {
  status: 411,
  error: "Cannot read a body that ends with trailer fields",
  hint: "Send it with Content-Length, or in chunks without Trailer and its fields",
  headers: { connection: "close" },
};

/** The largest accepted body, in bytes. */
export const BODY_BYTES_MAX = 64 * 1024;

/** The time limit for a body to arrive, in milliseconds. */
export const BODY_DEADLINE_MS = 15_000;

/**
 * Refuses a body whose `Content-Length` is too large, on every route, before reading a byte of it.
 */
export function refuseAnnouncedSize(contentLength: string | null): Refusal | undefined {
  return contentLength !== null && Number(contentLength) > BODY_BYTES_MAX ? TOO_LARGE : undefined;
}

/**
 * Returns how many seconds an answered request may keep its connection for a body that nobody
 * reads: as long as one that is read, and a second at least. Undefined without such a body.
 */
export function unreadBodySec(
  { request, contentLength }: { readonly request: Request; readonly contentLength: string | null },
  leftMs: number,
): number | undefined {
  if (contentLength === null && request.headers.get("transfer-encoding") === null) {
    return undefined;
  }
  const isUnread = !request.bodyUsed && contentLength !== "0";
  return isUnread ? Math.ceil(Math.max(1_000, leftMs) / 1000) : undefined;
}

/** How a body is read: the time for it to arrive, and whether proxies in front have read it. */
export type ReadOptions = Pick<GateOptions<never>, "bodyDeadlineMs" | "trustProxy">;

/** Reads the text of a body that should be JSON. Empty, which is no JSON, if it is not UTF-8. */
export async function readJsonText(
  request: Request,
  { bodyDeadlineMs, trustProxy }: ReadOptions,
): Promise<Result.Result<string, Refusal>> {
  const { headers } = request;
  if (!isJson(sentOnce(headers.get("content-type")))) return Result.fail(NOT_JSON_TYPE);
  const decoder = bodyDecoder(headers.get("content-encoding"));
  if (Result.isFailure(decoder)) return Result.fail(decoder.failure);
  const unspoken = trustProxy > 0 ? undefined : refuseUnspoken(headers);
  if (unspoken !== undefined) return Result.fail(unspoken);
  const bytes = await readBytes(request, bodyDeadlineMs);
  if (Result.isFailure(bytes)) return Result.fail(bytes.failure);
  const decoded = decoder.success(bytes.success, BODY_BYTES_MAX);
  return Result.isSuccess(decoded)
    ? Result.succeed(decodeUtf8(decoded.success))
    : Result.fail(decoded.failure === "too large" ? TOO_LARGE_INFLATED : decoded.failure);
}

/** Reads the body of a request as a JSON object. */
export async function readFields(
  request: Request,
  options: ReadOptions,
): Promise<Result.Result<SentFields, Refusal>> {
  const text = await readJsonText(request, options);
  if (Result.isFailure(text)) return Result.fail(text.failure);
  const sent = readSentJson(text.success);
  if (sent.kind === "repeated") {
    const { message: error, hint } = repeatedField("body", sent.name);
    return Result.fail({ status: 400, error, hint });
  }
  if (sent.kind === "unreadable" || !isJsonObject(sent.value)) return Result.fail(NOT_AN_OBJECT);
  return Result.succeed(sentFields(sent.value));
}

function isJson(contentType: string | null): boolean {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  return type === "application/json" || /^application\/[\w.-]+\+json$/.test(type ?? "");
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

type Bytes = Result.Result<Uint8Array, Refusal>;
type Late = Promise<"late">;

/** Reads the bytes. Most clients send `Content-Length`; their body is read in one call. */
async function readBytes(request: Request, deadlineMs: number): Promise<Bytes> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), deadlineMs);
  try {
    const bytes = request.headers.has("content-length")
      ? await readWhole(request, late.promise)
      : await readPieces(request, late.promise);
    return Result.isSuccess(bytes) && await isBrokenOff(request) ? Result.fail(BROKEN_OFF) : bytes;
  } catch {
    return Result.fail(BROKEN_OFF);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the connection is gone once the runtime has parsed what arrived with the end of the body.
 * It does not know trailer fields, nor a second request in the same packet before the first one is
 * answered: it then ends the connection, with a 400 or without, and no answer of ours would arrive.
 * So nothing is done for such a request.
 */
async function isBrokenOff(request: Request): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  return request.signal.aborted;
}

async function readWhole(request: Request, late: Late): Promise<Bytes> {
  const read = await Promise.race([request.bytes(), late]);
  if (read === "late") return Result.fail(TOO_SLOW);
  return read.length > BODY_BYTES_MAX ? Result.fail(TOO_LARGE) : Result.succeed(read);
}

async function readPieces(request: Request, late: Late): Promise<Bytes> {
  if (request.body === null) return Result.succeed(new Uint8Array());
  const reader = request.body.getReader();
  const pieces: Array<Uint8Array> = [];
  let length = 0;
  while (true) {
    const read = await Promise.race([reader.read(), late]);
    if (read === "late") return Result.fail(abandon(reader, TOO_SLOW));
    if (read.done) return Result.succeed(Buffer.concat(pieces, length));
    length += read.value.length;
    if (length > BODY_BYTES_MAX) return Result.fail(abandon(reader, TOO_LARGE));
    pieces.push(read.value);
  }
}

/**
 * Cancels the rest of a body. Whether that succeeds does not matter: it may be broken off already.
 */
function abandon(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "cancel">,
  refusal: Refusal,
): Refusal {
  reader.cancel().catch(() => undefined);
  return refusal;
}

/** Closes the connection, so that unread bytes of the body are not parsed as the next request. */
const CLOSE = { connection: "close" };

const TOO_LARGE: Refusal = {
  status: 413,
  error: `Cannot use a body over ${BODY_BYTES_MAX} bytes`,
  hint: "Send a smaller body",
  headers: CLOSE,
};
/** All bytes of it were read, so the connection goes on. */
const TOO_LARGE_INFLATED: Refusal = {
  status: 413,
  error: `Cannot use a body that inflates to over ${BODY_BYTES_MAX} bytes`,
  hint: "Send a smaller body",
};
const TOO_SLOW: Refusal = {
  status: 400,
  error: "Cannot read the body: it did not arrive within the time limit",
  hint: "Send the whole body without pauses",
  headers: CLOSE,
};
const BROKEN_OFF: Refusal = {
  status: 400,
  error: "Cannot read the body: it ended too early",
  hint: "Send the whole body",
  headers: CLOSE,
};
const NOT_AN_OBJECT: Refusal = {
  status: 400,
  error: "Cannot read the body as a JSON object",
  hint: "Send one JSON object in UTF-8",
};
const NOT_JSON_TYPE: Refusal = {
  status: 415,
  error: "Cannot read a body of this content type",
  hint: "Send Content-Type: application/json",
};
