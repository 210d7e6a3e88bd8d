/**
 * Calls the handler of a route, after reading the values that were sent against its declaration.
 *
 * @module
 */
import { type Effect, Result } from "effect";
import { type KeyHolder } from "../../../core/access/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { type Answer } from "./answer.ts";
import { type BodyFields } from "./body.ts";
import { type Failure } from "./failure.ts";
import { type PathSlot, readPath, slotsOf } from "./path_values.ts";
import { makeQueryReader, type QueryReader, readQuery } from "./query.ts";
import { type Call, type Route, type TextBody } from "./route.ts";

/** A route, prepared to read the values of its parameters. */
export interface PreparedRoute<Ports> {
  readonly route: Route<Ports>;
  readonly query: QueryReader;
  readonly slots: ReadonlyArray<PathSlot>;
}

/** What was sent to a route, and by whom. Its body was checked against the declaration. */
export interface SentCall extends Omit<Call, "query" | "path"> {
  /** The query, without its `?`. */
  readonly query: string;
  /** The path as it was sent. */
  readonly path: string;
  readonly body: BodyFields;
  readonly holder: KeyHolder | undefined;
  readonly textBody?: TextBody | undefined;
}

/** Prepares a route. */
export function prepareRoute<Ports>(route: Route<Ports>): PreparedRoute<Ports> {
  return {
    route,
    query: makeQueryReader(route.parameters, route),
    slots: slotsOf(route.path),
  };
}

/** Reads the query and the path, and returns what the handler returns. */
export function callRoute<Ports>(
  { route, query, slots }: PreparedRoute<Ports>,
  sent: SentCall,
): Result.Result<Answer | Effect.Effect<Answer, Failure, Ports>, RequestRejected> {
  const queryValues = readQuery(query, sent.query);
  if (Result.isFailure(queryValues)) return Result.fail(queryValues.failure);
  const pathValues = readPath(slots, sent.path);
  if (Result.isFailure(pathValues)) return Result.fail(pathValues.failure);
  const { body, nowMs, requestId, request, peerAddress, holder, textBody } = sent;
  // Written out: spreading `sent` here copies it field by field, by name.
  return Result.succeed(route.handle({
    query: queryValues.success,
    path: pathValues.success,
    body,
    nowMs,
    requestId,
    request,
    peerAddress,
    holder,
    textBody,
  }));
}
