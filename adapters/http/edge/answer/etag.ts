/**
 * Entity tags: weak `ETag` values, `If-None-Match` and 304 answers.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { strict } from "../../wire/kind.ts";
import { Text } from "../../wire/text.ts";
import type { EncodedBody } from "./answer.ts";
import { encodedBody } from "./encoded_body.ts";
import type { AnswerOf } from "../gate.ts";
import { joinUtf8, type Utf8Piece } from "./join_utf8.ts";

/** The headers of routes whose answers have a tag. */
export const IfNoneMatch = strict({
  "If-None-Match": Type.Optional(Text({
    description:
      "`ETag` of the answer you have. If it is still current, the answer is 304, which " +
      "does not count against your quota",
    examples: ['W/"9f86d081884c7d65"'],
  })),
});

/** The answer of status 304. */
export const NotModified = Type.Null({
  description: "`If-None-Match` names the current answer. There is no body",
});

/** A tag of the header, with or without the prefix of a weak one. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;
/** List elements may be empty and are then ignored (RFC 9110, section 5.6.1.2). */
const TAG_LIST = new RegExp(`^[\\s,]*${TAG.source}(?:\\s*,[\\s,]*${TAG.source})*[\\s,]*$`);

/**
 * Returns the weak tag of a body. Equal bodies have equal tags on every replica; two different
 * bodies share a tag with a probability of 1 in 2^64.
 */
export function weakTagOf(body: string | Uint8Array): string {
  return `W/"${Bun.hash.xxHash3(body).toString(16).padStart(16, "0")}"`;
}

/** A body with its tag, ready to be sent any number of times. */
export interface TaggedBody {
  readonly tag: string;
  readonly body: EncodedBody;
  readonly sizeBytes: number;
}

/** Returns the body of a JSON text that is given in pieces, with its tag. */
export function taggedBody(pieces: ReadonlyArray<Utf8Piece>): TaggedBody {
  const bytes = joinUtf8(pieces);
  return { tag: weakTagOf(bytes), sizeBytes: bytes.length, body: encodedBody(pieces) };
}

/**
 * Whether `If-None-Match` contains a tag, by the weak comparison of RFC 9110, section 8.8.3.2. A
 * value that is not a list of tags contains none.
 */
export function namesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === tag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  if (!TAG_LIST.test(ifNoneMatch)) return false;
  const opaque = tag.replace(/^W\//, "");
  return [...ifNoneMatch.matchAll(TAG)].some(([, named]) => named === opaque);
}

/** Returns the answer with this body, or 304 if the caller has it. No provider is asked. */
export function taggedAnswer<Body>(
  request: Request,
  { tag, body }: TaggedBody,
): AnswerOf<Body | null> {
  return namesTag(request.headers.get("if-none-match"), tag)
    ? { status: 304, body: null, tag, isCached: true }
    : { body: body.as<Body>(), tag, isCached: true };
}
