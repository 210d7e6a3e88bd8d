/**
 * An operation of the service for its operator: one JSON request, one JSON reply.
 *
 * @module
 */
import { Cause, Effect, Exit, type ManagedRuntime, Option, Schema } from "effect";
import { hintOf, type OperationFailure } from "./operator_hint.ts";

/** The maximum size of a request. */
export const REQUEST_BYTES_MAX = 16 * 1024;

/** The contract of an operation: its path, and the schemas of the request and the result. */
export interface Operation<Input, Output> {
  readonly path: string;
  readonly input: Schema.Codec<Input, unknown>;
  readonly output: Schema.Codec<Output, unknown>;
}

/** The JSON of a reply. */
export type ReplyBody =
  | { readonly ok: true; readonly result: unknown }
  | {
    readonly ok: false;
    readonly error: string;
    readonly hint: string;
    /** The words of the command that the hint is about. */
    readonly command?: string | undefined;
    /** The class of the failure, where it has one. */
    readonly failure?: OperationFailure["_tag"];
  };

/** An operation's path, and what handles its requests on a runtime with the ports it needs. */
export type OperationHandler<Ports> = readonly [
  path: string,
  on: (
    runtime: ManagedRuntime.ManagedRuntime<Ports, unknown>,
  ) => (request: Request) => Promise<Response>,
];

/** Makes a handler that runs an operation. Replies with messages; logs causes. */
export function handleOperation<Input, Output, Ports>(
  { path, input, output }: Operation<Input, Output>,
  run: (input: Input) => Effect.Effect<Output, OperationFailure, Ports>,
): OperationHandler<Ports> {
  return [path, (runtime) => async (request) => {
    const text = await request.text();
    const read = Buffer.byteLength(text) > REQUEST_BYTES_MAX
      ? Option.none()
      : Schema.decodeUnknownOption(Schema.fromJsonString(input))(text);
    if (Option.isNone(read)) return reply(INVALID_REQUEST, 400);
    const running = run(read.value).pipe(
      Effect.tapCause(logUnexpected),
      Effect.annotateLogs({ order: path }),
    );
    const exit = await runtime.runPromiseExit(running);
    return reply(
      Exit.isSuccess(exit)
        ? { ok: true, result: Schema.encodeUnknownSync(output)(exit.value) }
        : failureBody(exit.cause),
    );
  }];
}

/** Logs failures that have a cause. The operator's own mistakes go only into the reply. */
function logUnexpected(cause: Cause.Cause<unknown>): Effect.Effect<void> {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause));
  const isMistake = typeof failure === "object" && failure !== null && !("cause" in failure);
  return isMistake ? Effect.void : Effect.logWarning("An operator request failed", cause);
}

/** Never quotes the request: an invalid one may contain a secret. */
const INVALID_REQUEST: ReplyBody = {
  ok: false,
  error: "Cannot read the request",
  hint: "Restart the service, so that it has the same version as the command",
};

function failureBody(cause: Cause.Cause<unknown>): ReplyBody {
  const failure = Cause.findErrorOption(cause);
  return Option.match(failure as Option.Option<OperationFailure>, {
    onNone: () => ({
      ok: false,
      error: "Cannot do this: internal error of the service",
      hint: "See the service's log",
    }),
    onSome: (failure) => ({
      ok: false,
      error: failure.message,
      ...hintOf(failure),
      failure: failure._tag,
    }),
  });
}

function reply(body: ReplyBody, status = 200): Response {
  return Response.json(body, { status });
}
