/**
 * Every status an operation can answer with: its own, and those the edge gives on its behalf.
 *
 * @module
 */
import { type TSchema } from "@sinclair/typebox";
import { JSON_TYPE } from "../edge/answer/answer.ts";
import { missingKey } from "../edge/limit/key_check.ts";
import { type Hint, hintText, type OwnCommand } from "../edge/answer/hint.ts";
import { type Family, statusOf } from "../edge/answer/refusal.ts";
import { isKeyed } from "../edge/edge_path.ts";
import { ERROR_BY_FAMILY, ERROR_EXAMPLE_BY_FAMILY } from "../edge/answer/wire_error.ts";
import { EVERY_HEADER, type HeaderReference, headersOf } from "./openapi_headers.ts";
import { type AnswerDoc, type Operation } from "./operation.ts";

/** A response with everything filled in. No schema means no body. */
export interface FullResponse {
  readonly description: string;
  readonly schema: TSchema | undefined;
  readonly example: unknown;
  readonly otherExamples?: ReadonlyArray<unknown>;
  readonly type: string;
  /** An example of the same as a table. */
  readonly csv?: string;
}

type AnswerText = Pick<AnswerDoc, "description">;

/** The responses of an operation, by status, smallest first. */
export function responsesOf(
  operation: Operation,
  ownCommand: OwnCommand,
): ReadonlyArray<readonly [status: number, response: FullResponse]> {
  const docs = new Map<number, Partial<AnswerDoc> & AnswerText>();
  const { family } = operation;
  for (const status of edgeStatuses(operation)) {
    docs.set(status, { description: DESCRIPTIONS.get(status) ?? "" });
  }
  for (const [status, doc] of Object.entries(operation.answers)) docs.set(Number(status), doc);
  return [...docs]
    .map(([status, doc]) => [statusOf({ status, error: "", hint: "" }, family), doc] as const)
    .sort(([left], [right]) => left - right)
    .map(([status, doc]) => [status, fullResponse(operation, { status, ...doc }, ownCommand)]);
}

/** What is said of a status where the operation says nothing else. */
const DESCRIPTIONS: ReadonlyMap<number, string> = new Map([
  [304, "`If-None-Match` names the current answer. There is no body"],
  [400, "A parameter is unknown, missing or has a value that cannot be used"],
  [401, "No API key was sent, or none that is valid here"],
  [403, "The API key lacks the scope that this takes"],
  [404, "There is no such thing"],
  [405, "The path was asked with another method; `Allow` lists those it has"],
  [409, "It contradicts another request"],
  [411, "The body ends with trailer fields, which `Trailer` announced"],
  [413, "The body is larger than 64 KiB, as it is sent or inflated"],
  [
    415,
    "The body is not `application/json`, or has a coding that is not taken: `Accept-Encoding` " +
    "then lists those that are",
  ],
  [417, "`Expect` names something other than `100-continue`, in lower case"],
  [426, "A request without the handshake of a WebSocket"],
  [429, "Too many requests; `Retry-After` says how long to wait"],
  [500, "An error of ours. Report it with its `X-Request-Id`"],
  [502, "A provider failed"],
  // A store that does not answer cannot vouch for a key.
  [503, "The API key cannot be checked, or what was asked for not be had"],
]);

/** The statuses that the edge may give. */
function edgeStatuses(operation: Operation): ReadonlyArray<number> {
  return [
    400,
    405,
    413,
    500,
    ...(isKeyed(operation) ? [401, 403, 503] : []),
    ...(operation.body === undefined ? [] : [411, 415, 417]),
    ...(operation.access === "unlimited" ? [] : [429]),
  ];
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [304, "NotModified"],
  [400, "BadRequest"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "NotFound"],
  [405, "MethodNotAllowed"],
  [409, "Conflict"],
  [411, "LengthRequired"],
  [413, "TooLarge"],
  [415, "UnsupportedType"],
  [417, "ExpectationFailed"],
  [426, "UpgradeRequired"],
  [429, "TooManyRequests"],
  [500, "InternalError"],
  [502, "ProviderFailed"],
  [503, "Unavailable"],
]);

/** An answer as operations of one family share it. */
export interface SharedAnswer {
  readonly name: string;
  readonly description: string;
  /** Of some of its answers: which ones have a header, the header says. */
  readonly headers: Readonly<Record<string, HeaderReference>>;
}

/** Returns an answer that operations share; undefined for what each one answers for itself. */
export function sharedAnswer({ family }: Operation, status: number): SharedAnswer | undefined {
  const name = NAMES.get(status);
  if (name === undefined) return undefined;
  return {
    name: `${family === "plain" ? "Plain" : "Coded"}${name}`,
    description: DESCRIPTIONS.get(status) ?? "",
    headers: headersOf(EVERY_HEADER[family], status),
  };
}

function fullResponse(
  { family }: Operation,
  { status, description, schema, example, otherExamples = [], type = JSON_TYPE, csv }:
    & { readonly status: number }
    & Partial<AnswerDoc>
    & AnswerText,
  ownCommand: OwnCommand,
): FullResponse {
  if (status < 400) {
    const table = csv === undefined ? {} : { csv };
    return { description, schema, example, otherExamples, type, ...table };
  }
  return {
    description,
    schema: schema ?? ERROR_BY_FAMILY[family],
    example: example ?? commonExample(family, status, ownCommand) ??
      ERROR_EXAMPLE_BY_FAMILY[family],
    type,
  };
}

const NO_KEY = missingKey("live");

const COMMON: ReadonlyArray<readonly [number, string, string, Hint]> = [
  [401, "unauthorized", NO_KEY.error, NO_KEY.hint],
  [
    403,
    "forbidden",
    "Cannot use the API key sk_live_Ab3dE6gH... here: it lacks the scope trade",
    "Its scopes are read; use a key with trade, which is asked for when one is made",
  ],
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

function commonExample(family: Family, status: number, ownCommand: OwnCommand): unknown {
  const [, code, error, hint] = COMMON.find(([common]) => common === status) ?? [];
  if (hint === undefined) return undefined;
  const written = hintText(hint, ownCommand);
  return family === "plain" ? { error, hint: written } : { error, code, hint: written };
}
