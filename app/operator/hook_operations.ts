/**
 * The operations on webhooks. Secrets arrive sealed, and no reply contains them.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Option, Schema } from "effect";
import { HOOK_EVENTS } from "../../core/hook/mod.ts";
import { ASSETS, INTERVALS } from "../../core/market/mod.ts";
import type {
  AccountStore,
  HookReport,
  HookSender,
  HookStore,
  HookWriter,
  SecretBox,
} from "../../core/port/mod.ts";
import {
  addHook,
  listHooks,
  pingHook,
  removeHook,
  resumeHook,
  rotateHook,
} from "../../core/use_case/hook/mod.ts";
import { handleOperation, type OperationHandler } from "./operation.ts";

const HookId = Schema.String.check(Schema.isPattern(/^hook_[0-9a-f]{32}$/));
const ById = Schema.Struct({ id: HookId });
const Secret = Schema.Struct({ keyId: Schema.String, box: Schema.String });
const CHOICE = {
  url: Schema.String,
  events: Schema.Array(Schema.Literals(HOOK_EVENTS)),
  assets: Schema.Array(Schema.Literals(ASSETS)),
  intervals: Schema.Array(Schema.Literals(INTERVALS)),
};

/** The schema of a listed webhook. Instants are unix milliseconds. */
export const HookFacts = Schema.Struct({
  id: HookId,
  ...CHOICE,
  /** Why nothing is sent to it; null while it is active. */
  stop: Schema.NullOr(Schema.String),
  waiting: Schema.Number,
  /** Messages that were given up or dropped. */
  lost: Schema.Number,
  lastSuccessMs: Schema.NullOr(Schema.Number),
  lastFailureMs: Schema.NullOr(Schema.Number),
  lastFailure: Schema.NullOr(Schema.String),
});
/** A listed webhook. Instants are unix milliseconds. */
export type HookFacts = typeof HookFacts.Type;

/** The operations, with their paths and schemas. */
export const HOOK_OPERATIONS = {
  addHook: {
    path: "/hook/add",
    input: Schema.Struct({ id: HookId, email: Schema.String, ...CHOICE, secret: Secret }),
    output: Schema.Struct({ email: Schema.String, hook: HookFacts }),
  },
  listHooks: {
    path: "/hook/list",
    input: Schema.Struct({ email: Schema.String }),
    output: Schema.Struct({ email: Schema.String, hooks: Schema.Array(HookFacts) }),
  },
  rotateHook: {
    path: "/hook/rotate",
    input: Schema.Struct({ id: HookId, secret: Secret }),
    /** Until when the former secret signs too; null if it does not open, and signs nothing. */
    output: Schema.Struct({ formerUntilMs: Schema.NullOr(Schema.Number) }),
  },
  removeHook: { path: "/hook/remove", input: ById, output: Schema.Struct({}) },
  resumeHook: { path: "/hook/resume", input: ById, output: Schema.Struct({}) },
  testHook: {
    path: "/hook/test",
    input: ById,
    output: Schema.Struct({
      status: Schema.Number,
      /** Where it redirects to; null if it does not. */
      redirectUrl: Schema.NullOr(Schema.String),
      /** The beginning of the answer's body. */
      text: Schema.String,
      tookMs: Schema.Number,
    }),
  },
} as const;

/** A runtime with what webhooks need. */
export type HookRuntime = ManagedRuntime.ManagedRuntime<
  AccountStore | HookSender | HookStore | HookWriter | SecretBox,
  unknown
>;

/** As much of an answer as an operator sees. */
const SHOWN_CHARS_MAX = 300;

/** Returns the handlers. */
export function hookHandlers(runtime: HookRuntime): ReadonlyArray<OperationHandler> {
  return [
    handleOperation(HOOK_OPERATIONS.addHook, {
      runtime,
      run: (input) =>
        Effect.map(addHook(input), ({ account, hook }) => ({
          email: account.email,
          hook: toFacts({ hook, waiting: 0, lost: 0 }),
        })),
    }),
    handleOperation(HOOK_OPERATIONS.listHooks, {
      runtime,
      run: ({ email }) =>
        Effect.map(listHooks(email), ({ account, hooks }) => ({
          email: account.email,
          hooks: hooks.map(toFacts),
        })),
    }),
    handleOperation(HOOK_OPERATIONS.rotateHook, {
      runtime,
      run: ({ id, secret }) =>
        Effect.map(rotateHook(id, secret), ({ formerUntilMs }) => ({
          formerUntilMs: Option.getOrNull(formerUntilMs),
        })),
    }),
    handleOperation(HOOK_OPERATIONS.removeHook, {
      runtime,
      run: ({ id }) => Effect.as(removeHook(id), {}),
    }),
    handleOperation(HOOK_OPERATIONS.resumeHook, {
      runtime,
      run: ({ id }) => Effect.as(resumeHook(id), {}),
    }),
    handleOperation(HOOK_OPERATIONS.testHook, {
      runtime,
      run: Effect.fnUntraced(function* ({ id }) {
        const startedMs = performance.now();
        const messageId = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
        const { answer } = yield* pingHook({ id, messageId });
        return {
          status: answer.status,
          redirectUrl: Option.getOrNull(answer.redirectUrl),
          text: printable(answer.text).slice(0, SHOWN_CHARS_MAX),
          tookMs: Math.round(performance.now() - startedMs),
        };
      }),
    }),
  ];
}

/** Strips what would move the operator's cursor. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
}

function toFacts({ hook, waiting, lost }: HookReport): HookFacts {
  const { id, url, events, assets, intervals } = hook;
  const lastFailure = Option.getOrUndefined(hook.lastFailure);
  return {
    id,
    url,
    events,
    assets,
    intervals,
    stop: Option.getOrNull(hook.stop),
    waiting,
    lost,
    lastSuccessMs: Option.getOrNull(hook.lastSuccessMs),
    lastFailureMs: lastFailure?.atMs ?? null,
    lastFailure: lastFailure?.reason ?? null,
  };
}
