/**
 * An order of the operator that is asked and answered once, in JSON.
 *
 * @module
 */
import { Cause, Effect, Exit, type ManagedRuntime, Option, Schema } from "effect";
import { hintOf, type OperatorFailure } from "./operator_hint.ts";

/** A longer order is not read. */
export const ORDER_BYTES_MAX = 16 * 1024;

/** What both sides agree on: where it is asked, and the JSON that goes each way. */
export interface OperatorOrder<Order, Answer> {
  readonly path: string;
  readonly order: Schema.Codec<Order, unknown>;
  readonly answer: Schema.Codec<Answer, unknown>;
}

/** What is sent back. */
export type OperatorAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: string; readonly hint: string };

/** An order as a service takes it: its path, and what answers there. */
export type OrderTaken = readonly [path: string, answer: (request: Request) => Promise<Response>];

/** Carries an order out on a runtime. Causes go to the log; sentences and hints are sent. */
export function takeOrder<Order, Answer, Ports>(
  { path, order, answer }: OperatorOrder<Order, Answer>,
  { runtime, carryOut }: {
    readonly runtime: ManagedRuntime.ManagedRuntime<Ports, unknown>;
    readonly carryOut: (order: Order) => Effect.Effect<Answer, OperatorFailure, Ports>;
  },
): OrderTaken {
  return [path, async (request) => {
    const text = await request.text();
    const read = Buffer.byteLength(text) > ORDER_BYTES_MAX
      ? Option.none()
      : Schema.decodeUnknownOption(Schema.fromJsonString(order))(text);
    if (Option.isNone(read)) return reply(NOT_UNDERSTOOD, 400);
    const done = carryOut(read.value).pipe(
      Effect.tapCause(logged),
      Effect.annotateLogs({ order: path }),
    );
    const exit = await runtime.runPromiseExit(done);
    return reply(
      Exit.isSuccess(exit)
        ? { ok: true, result: Schema.encodeUnknownSync(answer)(exit.value) }
        : refusal(exit.cause),
    );
  }];
}

/** The operator is told of mistakes; what the service could not do is for the log as well. */
function logged(cause: Cause.Cause<unknown>): Effect.Effect<void> {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause));
  const isPlain = typeof failure === "object" && failure !== null && !("cause" in failure);
  return isPlain ? Effect.void : Effect.logWarning("Cannot do what the operator asks", cause);
}

/** Never quotes the order: there may be a secret in one that is wrong. */
const NOT_UNDERSTOOD: OperatorAnswer = {
  ok: false,
  error: "Cannot read the order",
  hint: "The command and the service must be of one version: restart the service",
};

function refusal(cause: Cause.Cause<unknown>): OperatorAnswer {
  const failure = Cause.findErrorOption(cause);
  return Option.match(failure as Option.Option<OperatorFailure>, {
    onNone: () => ({
      ok: false,
      error: "Cannot do this: the service has a fault",
      hint: "See its log",
    }),
    onSome: (failure) => ({ ok: false, error: failure.message, hint: hintOf(failure) }),
  });
}

function reply(answer: OperatorAnswer, status = 200): Response {
  return Response.json(answer, { status });
}
