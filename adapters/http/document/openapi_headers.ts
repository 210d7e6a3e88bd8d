/**
 * The headers of answers: which ones an operation has with a status, and what they mean.
 *
 * @module
 */
import { isKeyed } from "../edge/edge_path.ts";
import { IDEMPOTENCY_KEY } from "../edge/request/idempotency_key.ts";
import { KEY_CHALLENGE } from "../edge/request/key_location.ts";
import { type Parameter } from "../edge/request/parameter.ts";
import { type Family } from "../edge/answer/refusal.ts";
import { type Operation } from "./operation.ts";

/** Statuses that may say when to ask again. */
const MAY_BE_RETRIED: ReadonlySet<number> = new Set([409, 429, 502, 503]);

/** Statuses of answers that are kept for an idempotency key. */
const REPLAYED: ReadonlySet<number> = new Set([200, 400, 403, 503]);

function isIdempotent({ parameters }: HeaderFacts): boolean {
  return parameters.some(({ name }) => name === IDEMPOTENCY_KEY);
}

/** Statuses of answers that have a tag. */
const TAGGED: ReadonlySet<number> = new Set([200, 304]);

function isTagged({ parameters }: HeaderFacts): boolean {
  return parameters.some(({ name }) => name === IF_NONE_MATCH);
}

const IF_NONE_MATCH = "If-None-Match";

/** What the headers of an operation depend on. */
export type HeaderFacts = Pick<Operation, "access" | "audience" | "tellsCache"> & {
  readonly parameters: ReadonlyArray<Pick<Parameter, "name">>;
};

/** What the answers of a family have in common: every header that one of them may have. */
export const EVERY_HEADER: Readonly<Record<Family, HeaderFacts>> = {
  plain: { access: "public", audience: "public", tellsCache: true, parameters: [] },
  coded: {
    access: "trade",
    audience: "keyed",
    tellsCache: true,
    parameters: [{ name: IDEMPOTENCY_KEY }, { name: IF_NONE_MATCH }],
  },
};

/** A reference to a header of the document. */
export interface HeaderReference {
  readonly $ref: string;
}

/** The headers of a response, each a reference. */
export function headersOf(
  operation: HeaderFacts,
  status: number,
): Readonly<Record<string, HeaderReference>> {
  const names = [
    "X-Request-Id",
    ...(operation.access === "unlimited"
      ? []
      : ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
    ...(operation.tellsCache ? ["X-Cache"] : []),
    ...(isIdempotent(operation) && REPLAYED.has(status) ? ["Idempotent-Replayed"] : []),
    ...(isTagged(operation) && TAGGED.has(status) ? ["ETag"] : []),
    ...(operation.audience === "public" ? [] : ["Cache-Control"]),
    ...(status === 401 || (status === 403 && isKeyed(operation)) ? ["WWW-Authenticate"] : []),
    ...(MAY_BE_RETRIED.has(status) ? ["Retry-After"] : []),
    ...(status === 405 ? ["Allow"] : []),
  ];
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const INTEGER = { type: "integer" };

/** Every header that answers carry. */
export const HEADER_COMPONENTS = {
  "X-Request-Id": {
    description: "Names this request in our logs. Yours, if you sent one",
    schema: { type: "string" },
    example: "0199f2c4-7b1e-7000-8000-3c2b1a095f6e",
  },
  "X-RateLimit-Limit": {
    description: "Requests a window allows, where requests are counted",
    schema: INTEGER,
    example: 120,
  },
  "X-RateLimit-Remaining": {
    description: "Requests left in this window",
    schema: INTEGER,
    example: 103,
  },
  "X-RateLimit-Reset": {
    description: "When the next window begins, unix seconds",
    schema: INTEGER,
    example: 1_767_226_080,
  },
  "X-Cache": {
    description: "On reads and estimates. `HIT`: answered without asking a provider. `MISS`: one " +
      "was asked",
    schema: { type: "string", enum: ["HIT", "MISS"] },
    example: "HIT",
  },
  ETag: {
    description: "Stands for this body, weakly: send it as `If-None-Match` to get 304 while the " +
      "answer is the same. All replicas give the same",
    schema: { type: "string" },
    example: 'W/"9f86d081884c7d65"',
  },
  "Cache-Control": {
    description:
      "`no-store` on what is for you alone, or `private, no-cache` where an `ETag` lets " +
      "you ask whether it still holds",
    schema: { type: "string", enum: ["no-store", "private, no-cache"] },
    example: "no-store",
  },
  "WWW-Authenticate": {
    description: "`Bearer`, and by `error` what is wrong with the key that was sent (RFC 6750)",
    schema: { type: "string" },
    example: `${KEY_CHALLENGE}, error="invalid_token"`,
  },
  "Retry-After": {
    description: "Seconds to wait before asking again",
    schema: INTEGER,
    example: 17,
  },
  "Idempotent-Replayed": {
    description: "`true`: an earlier request with the same `Idempotency-Key` got this answer",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  Allow: {
    description: "The methods of the path",
    schema: { type: "string" },
    example: "GET, HEAD, OPTIONS",
  },
} as const;
