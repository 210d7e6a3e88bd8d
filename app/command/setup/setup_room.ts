/**
 * What the steps of setting up share: the service, and the talk with whoever sets it up.
 *
 * @module
 */
import { SETUP_OPERATIONS } from "../../operator/setup_operation.ts";
import { call, type CommandContext } from "../account/command_context.ts";
import { CommandFailed } from "../account/command_failure.ts";
import type { SetupAnswers } from "./setup_line.ts";
import { type StepName, stepTexts } from "./setup_text.ts";
import type { Talk } from "./talk.ts";

/** How far a service is set up. */
export type SetupState = typeof SETUP_OPERATIONS.show.output.Type;

/** What the steps need. */
export interface SetupRoom {
  readonly talk: Talk;
  readonly answers: SetupAnswers;
  /** Returns what account commands run in; its box has the `WALLET_KEY` of by then. */
  readonly context: () => CommandContext;
}

/** Asks about the account, and without one about the oldest. */
export function stateOf({ context }: SetupRoom, email?: string): Promise<SetupState> {
  return call(context(), SETUP_OPERATIONS.show, email === undefined ? {} : { email });
}

const AGAIN_MS = 100;
const RESTART_MS_MAX = 60_000;

/** Waits for a service that starts again. */
export async function untilState(
  room: SetupRoom,
  isReached: (state: SetupState) => boolean,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < RESTART_MS_MAX; waitedMs += AGAIN_MS) {
    const state = await stateOf(room).catch(() => undefined);
    if (state !== undefined && isReached(state)) return;
    await Bun.sleep(AGAIN_MS);
  }
  throw new CommandFailed({
    error: "Cannot go on: the service did not start again within a minute",
    hint: "See its log; then run setup again, which goes on from here",
  });
}

/** Prints what a step is about. */
export function explain(talk: Talk, step: StepName, file: string): void {
  const { title, lines } = stepTexts(file)[step];
  talk.say("", title, ...lines.map(indented));
}

/** Returns a line under a step. */
export function indented(line: string): string {
  return `  ${line}`;
}
