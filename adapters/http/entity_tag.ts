/**
 * Answers that a caller need not be sent again: a tag that stands for the body, and 304.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { type Answer, EncodedBody } from "./answer.ts";

/** `If-None-Match`, which a route with tags declares. */
export const IF_NONE_MATCH_PARAMETER = {
  name: "If-None-Match",
  in: "header",
  required: false,
  schema: Type.String(),
  description: "`ETag` of the answer you have. If it is still the answer, you get 304, which " +
    "costs nothing of your quota",
  example: 'W/"9f86d081884c7d65"',
} as const;

/** What the document says of a 304. */
export const NOT_MODIFIED_DOC = {
  description: "`If-None-Match` names the current answer. There is no body",
} as const;

/** Tags of one header, with or without the mark of a weak one. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;
/** Elements of a list may be empty, and count for nothing (RFC 9110, section 5.6.1.2). */
const TAG_LIST = new RegExp(`^[\\s,]*${TAG.source}(?:\\s*,[\\s,]*${TAG.source})*[\\s,]*$`);

/**
 * The weak tag of a body: equal bodies have equal tags, on every replica, and others have others,
 * but for an accident of one in 2^64.
 */
export function weakTagOf(text: string): string {
  return `W/"${Bun.hash(text).toString(16).padStart(16, "0")}"`;
}

/**
 * Whether `If-None-Match` names a tag, by the weak comparison of RFC 9110, section 8.8.3.2. What
 * is no list of tags names none.
 */
export function namesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  if (!TAG_LIST.test(ifNoneMatch)) return false;
  const opaque = tag.replace(/^W\//, "");
  return [...ifNoneMatch.matchAll(TAG)].some(([, named]) => named === opaque);
}

/** The answer with this JSON text, which no provider was asked for, or 304 to who has it. */
export function taggedAnswer(request: Request, text: string): Answer {
  const tag = weakTagOf(text);
  const headers = { etag: tag };
  return namesTag(request.headers.get("if-none-match"), tag)
    ? { status: 304, body: null, headers, isCached: true }
    : { body: new EncodedBody(text), headers, isCached: true };
}
