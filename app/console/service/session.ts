/**
 * Who is signed in, and what kind of service this is.
 *
 * @module
 */
import { computed, signal } from "@preact/signals";
import type { Asset, Interval } from "../../client/typescript/mod.ts";
import { AnswerFailure } from "./answer_failure.ts";
import { send } from "./send.ts";
import { setServiceTime } from "./service_time.ts";

/** The session of somebody who is signed in. Instants are ISO 8601. */
export interface Session {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly has_password: boolean;
  /** Not for some minutes after a one-time link. */
  readonly needs_current_password: boolean;
  readonly account: { readonly id: string; readonly email: string };
  /** The session's own API key: the page calls the public API with it, and keeps it nowhere. */
  readonly key: string;
}

/** What the service says of itself and of the session. */
export interface SessionAnswer {
  readonly now: string;
  readonly world: "live" | "sandbox";
  readonly sandbox: { readonly speed: number; readonly seed: number } | null;
  /** What is served, in the order in which pages show it. */
  readonly assets: ReadonlyArray<{
    readonly asset: Asset;
    readonly intervals: ReadonlyArray<Interval>;
    /** Which of its windows are looked for at other venues too. */
    readonly elsewhere: ReadonlyArray<{ readonly venue: string; readonly interval: Interval }>;
  }>;
  /** `first`: nobody has an account yet, so the first one may be opened; but not `elsewhere`. */
  readonly sign_up: "open" | "first" | "elsewhere" | "closed";
  /** Whether this reader may set the service up here, and a wallet or the oracle is missing. */
  readonly needs_setup: boolean;
  /** Whether the sandbox's demo account can be entered. */
  readonly demo: boolean;
  /** A command of whoever runs the service, with `{}` in place of the words after `account`. */
  readonly operator_command: string;
  readonly session: Session | null;
}

/** The latest answer; undefined until the first. */
export const service = signal<SessionAnswer | undefined>(undefined);

/** Why there is no answer yet. */
export const serviceFailure = signal<AnswerFailure | undefined>(undefined);

/** The session, if somebody is signed in. */
export const session = computed(() => service.value?.session ?? undefined);

/** Returns a command for whoever runs the service, such as of `link a@b.c`. */
export function operatorCommand(words: string): string {
  return service.value?.operator_command.replace("{}", () => words) ?? "";
}

/** Counts what became known: an answer to an older question is outdated. */
let turn = 0;

/** Asks who is signed in. */
export async function loadSession(): Promise<void> {
  const asked = ++turn;
  try {
    const answer = await send<SessionAnswer>("GET", "/console/api/session");
    if (asked === turn) receive(answer);
  } catch (failure) {
    if (asked === turn) serviceFailure.value = AnswerFailure.of(failure);
  }
}

/** Signs in or up. Throws an {@linkcode AnswerFailure} with the reason. */
export async function enter(
  how: "sign-in" | "sign-up" | "link" | "demo",
  body: Readonly<Record<string, string>> = {},
): Promise<void> {
  receive(await send<SessionAnswer>("POST", `/console/api/${how}`, { body }));
}

/** Sets or changes the password. */
export async function setPassword(
  body: { readonly password: string; readonly current_password?: string },
): Promise<void> {
  receive(await send<SessionAnswer>("PUT", "/console/api/password", { body }));
}

/** Ends the session. One that has ended elsewhere is no failure. */
export async function signOut(): Promise<void> {
  try {
    await send("POST", "/console/api/sign-out", { body: {} });
  } catch (thrown) {
    if (AnswerFailure.of(thrown).status !== 401) throw thrown;
  }
  turn += 1;
  if (service.value !== undefined) service.value = { ...service.value, session: null };
}

function receive(answer: SessionAnswer): void {
  turn += 1;
  setServiceTime(answer.now, answer.sandbox?.speed ?? 1);
  serviceFailure.value = undefined;
  service.value = answer;
}
