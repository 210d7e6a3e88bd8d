/**
 * What the page is told about the service and its session.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { maySetPasswordFreely } from "../../../core/access/mod.ts";
import { AccountStore } from "../../../core/port/mod.ts";
import { type CurrentSession, signUpState } from "../../../core/use_case/account/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { type ConsoleOptions } from "./console_options.ts";
import { pageKeyOf } from "./session_token.ts";

/** Returns the body. Without a session, it says how one may begin. */
export const sessionBody = Effect.fnUntraced(function* (
  options: ConsoleOptions,
  { nowMs, held }: {
    readonly nowMs: number;
    readonly held: { readonly token: string; readonly current: CurrentSession } | undefined;
  },
) {
  const { sandbox, demoEmail, isSignUpOpen } = options;
  const demo = Option.isNone(demoEmail)
    ? false
    : Option.isSome(yield* (yield* AccountStore).findAccount(demoEmail.value));
  const machineMs = yield* (yield* MachineTime).nowMs;
  return {
    now: iso(nowMs),
    world: sandbox === null ? "live" : "sandbox",
    sandbox,
    sign_up: yield* signUpState(isSignUpOpen),
    demo,
    session: held === undefined ? null : {
      id: held.current.session.id,
      created_at: iso(held.current.session.createdMs),
      expires_at: iso(held.current.session.expiresMs),
      has_password: Option.isSome(held.current.passwordHash),
      needs_current_password: Option.isSome(held.current.passwordHash) &&
        !maySetPasswordFreely(held.current.session, machineMs),
      account: { id: held.current.account.id, email: held.current.account.email },
      key: pageKeyOf(held.token, options.keyMode),
    },
  };
});

/** Formats unix milliseconds. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
