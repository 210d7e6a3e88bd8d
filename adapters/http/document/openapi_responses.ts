/**
 * Every status a route can answer with: its own, and those the edge gives on its behalf.
 *
 * @module
 */
import { type TSchema } from "@sinclair/typebox";
import { type Scope } from "../../../core/access/mod.ts";
import { JSON_TYPE } from "../edge/answer.ts";
import { IF_NONE_MATCH_PARAMETER } from "../edge/etag.ts";
import { IDEMPOTENCY_KEY_PARAMETER } from "../edge/idempotency_key.ts";
import { missingKey } from "../edge/key_check.ts";
import { KEY_CHALLENGE } from "../edge/key_location.ts";
import { makeQueryReader, takenText } from "../edge/query.ts";
import { statusOf } from "../edge/refusal.ts";
import { audienceOf, isKeyed, type ResponseDoc, type Route, tellsCacheOf } from "../edge/route.ts";
import { ERROR_BY_FAMILY, ERROR_EXAMPLE_BY_FAMILY } from "../edge/wire_error.ts";

/** A response with everything filled in. No schema means no body. */
export interface FullResponse {
  readonly description: string;
  readonly schema: TSchema | undefined;
  readonly example: unknown;
  readonly type: string;
}

/** The responses of a route, by status, smallest first. */
export function responsesOf<Ports>(
  route: Route<Ports>,
): ReadonlyArray<readonly [status: number, response: FullResponse]> {
  const docs = new Map<number, ResponseDoc>();
  for (const [status, doc] of edgeResponses(route)) docs.set(status, doc);
  for (const [status, doc] of Object.entries(route.responses)) docs.set(Number(status), doc);
  return [...docs]
    .map(([status, doc]) => [statusOf({ status, error: "", hint: "" }, route.family), doc] as const)
    .sort(([left], [right]) => left - right)
    .map(([status, doc]) => [status, fullResponse(route, status, doc)]);
}

function edgeResponses<Ports>(
  route: Route<Ports>,
): ReadonlyArray<readonly [number, ResponseDoc]> {
  return [
    [400, { description: "A parameter is unknown, missing or has a value that cannot be used" }],
    ...(isKeyed(route) ? KEYED_RESPONSES : []),
    [405, { description: "The path was asked with another method; `Allow` lists those it has" }],
    [413, { description: "The body is larger than 64 KiB, as it is sent or inflated" }],
    [500, { description: "An error of ours. Report it with its `X-Request-Id`" }],
    ...(route.body === undefined ? [] : BODY_RESPONSES),
    ...(route.access === "unlimited" ? [] : [
      [429, { description: "Too many requests; `Retry-After` says how long to wait" }] as const,
    ]),
  ];
}

/** The responses to a body that is not read. */
const BODY_RESPONSES: ReadonlyArray<readonly [number, ResponseDoc]> = [
  [411, { description: "The body ends with trailer fields, which `Trailer` announced" }],
  [415, {
    description: "The body is not `application/json`, or has a coding that is not taken: " +
      "`Accept-Encoding` then lists those that are",
  }],
  [417, { description: "`Expect` names something other than `100-continue`, in lower case" }],
];

/** The responses of a check of a key. A store that does not answer cannot vouch for one. */
const KEYED_RESPONSES: ReadonlyArray<readonly [number, ResponseDoc]> = [
  [401, { description: "No API key was sent, or none that is valid here" }],
  [403, { description: "The API key lacks the scope that this takes" }],
  [503, { description: "The API key cannot be checked, or what was asked for not be had" }],
];

function fullResponse<Ports>(
  route: Route<Ports>,
  status: number,
  { description, schema, example, type = JSON_TYPE }: ResponseDoc,
): FullResponse {
  if (status < 400) return { description, schema, example, type };
  return {
    description,
    schema: schema ?? ERROR_BY_FAMILY[route.family],
    example: example ?? errorExample(route, status),
    type,
  };
}

/** What is answered at some time, as far as it depends on the route at all. */
function errorExample<Ports>(route: Route<Ports>, status: number): unknown {
  const { access, family } = route;
  if (isKeyed(route)) {
    if (status === 400) return unknownParameter(route);
    if (status === 403) return access === "trade" ? LACKS_TRADE : LACKS_READ;
    if (status === 429) return TOO_MANY_KEYED;
  }
  return EXAMPLES.get(`${family} ${status}`) ?? ERROR_EXAMPLE_BY_FAMILY[family];
}

function unknownParameter<Ports>({ parameters }: Route<Ports>) {
  return {
    error: 'Cannot use parameter "colour"',
    code: "bad_request",
    hint: takenText(makeQueryReader(parameters)),
  };
}

const lacks = (scope: Scope, has: Scope) => ({
  error: `Cannot use the API key sk_live_Ab3dE6gH... here: it lacks the scope ${scope}`,
  code: "forbidden",
  hint: `Its scopes are ${has}; use a key with ${scope}`,
});
const LACKS_READ = lacks("read", "trade");
const LACKS_TRADE = lacks("trade", "read");

const TOO_MANY_KEYED = {
  error: "Rate limit exceeded: 600 requests per 60 s",
  code: "rate_limited",
  hint: "Try again in 17 s",
};

const NO_KEY = missingKey("live");

const COMMON: ReadonlyArray<readonly [number, string, string, string]> = [
  [401, "unauthorized", NO_KEY.error, NO_KEY.hint],
  [404, "not_found", "Cannot find /api/v1/target", "See /openapi.json for every path"],
  [405, "method_not_allowed", "Cannot use method PUT here", "Use GET, HEAD, OPTIONS"],
  [
    409,
    "bad_request",
    'Cannot do this yet: a request with the Idempotency-Key "8f14e45f" is under way',
    "Send the same request again in 1 s, for its answer",
  ],
  [
    411,
    "bad_request",
    "Cannot read a body that ends with trailer fields",
    "Send it with Content-Length, or in chunks without Trailer and its fields",
  ],
  [413, "bad_request", "Cannot use a body over 65536 bytes", "Send a smaller body"],
  [415, "bad_request", "Cannot read a body of this content type", "Send application/json"],
  [
    417,
    "bad_request",
    "Cannot meet Expect: 100-Continue",
    "Send the body without Expect, or spell it 100-continue",
  ],
  [
    429,
    "rate_limited",
    "Rate limit exceeded: 120 requests per 60 s",
    "Try again in 17 s",
  ],
  [500, "internal", "Cannot answer the request", "Report this with the X-Request-Id"],
  [
    502,
    "unavailable",
    "Cannot get a price from the oracle: it did not answer in time",
    "Try again shortly",
  ],
  [503, "unavailable", "Cannot read the account: the store did not answer", "Try again shortly"],
];

const EXAMPLES: ReadonlyMap<string, unknown> = new Map(
  COMMON.flatMap(([status, code, error, hint]) => [
    [`plain ${status}`, { error, hint }],
    [`coded ${status}`, { error, code, hint }],
  ]),
);

/** Statuses that may say when to ask again. */
const MAY_BE_RETRIED: ReadonlySet<number> = new Set([409, 429, 502, 503]);

/** Statuses of answers that are kept for an idempotency key. */
const REPLAYED: ReadonlySet<number> = new Set([200, 400, 403, 503]);

function isIdempotent<Ports>({ parameters }: Route<Ports>): boolean {
  return parameters.includes(IDEMPOTENCY_KEY_PARAMETER);
}

/** Statuses of answers that have a tag. */
const TAGGED: ReadonlySet<number> = new Set([200, 304]);

function isTagged<Ports>({ parameters }: Route<Ports>): boolean {
  return parameters.includes(IF_NONE_MATCH_PARAMETER);
}

/** The headers of a response, each a reference. */
export function headersOf<Ports>(route: Route<Ports>, status: number) {
  const names = [
    "X-Request-Id",
    ...(route.access === "unlimited"
      ? []
      : ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
    ...(tellsCacheOf(route) ? ["X-Cache"] : []),
    ...(isIdempotent(route) && REPLAYED.has(status) ? ["Idempotent-Replayed"] : []),
    ...(isTagged(route) && TAGGED.has(status) ? ["ETag"] : []),
    ...(audienceOf(route) === "public" ? [] : ["Cache-Control"]),
    ...(status === 401 || (status === 403 && isKeyed(route)) ? ["WWW-Authenticate"] : []),
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
    description: "Requests a window allows",
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
    description: "`HIT`: answered without asking a provider. `MISS`: one was asked",
    schema: { type: "string", enum: ["HIT", "MISS"] },
    example: "HIT",
  },
  ETag: {
    description: "Stands for this body, weakly: send it as `If-None-Match` to get 304 while the " +
      "answer is the same. All replicas give the same",
    schema: { type: "string" },
    example: IF_NONE_MATCH_PARAMETER.example,
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
