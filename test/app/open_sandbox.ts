/**
 * A sandbox inside the tests' own process, for tests that do not kill it: what is loaded already
 * starts in a quarter of the processor time of a new process.
 *
 * @module
 */
import { afterAll } from "bun:test";
import { Result } from "effect";
import { connectOperator } from "../../app/command/account/operator_connection.ts";
import { callOperation } from "../../app/operator/call_operation.ts";
import type { Operation } from "../../app/operator/operation.ts";
import { readSandboxChoice } from "../../app/sandbox/sandbox_choice.ts";
import { startSandbox } from "../../app/sandbox/start_sandbox.ts";
import { makeFolder } from "../temporary_folder.ts";
import type { Settings } from "./environment.ts";

/** A sandbox that answers until it is stopped, or the file's tests are over. */
export interface OpenSandbox {
  readonly url: string;
  /** What it prints when it is ready. */
  readonly greeting: string;
  /** The first group of the pattern in its greeting. */
  readonly said: (pattern: RegExp) => string;
  /** Does what a command of the operator does. Rejects with its error. */
  readonly operate: <Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
  ) => Promise<Output>;
  readonly stop: () => Promise<void>;
}

/** What differs from a user's: a free port, the games of one small league, and silence. */
const DEFAULTS: Settings = { PORT: "0", LEAGUES: "wsl", LOG_LEVEL: "error" };

/** Starts it with these settings and arguments alone. */
export async function openSandbox(
  settings: Settings = {},
  args: ReadonlyArray<string> = [],
): Promise<OpenSandbox> {
  // Two sandboxes of one seed would want the same folder.
  const folder = makeFolder();
  const environment = { ...DEFAULTS, DATA_DIR: folder.path, ...settings };
  const choice = Result.getOrThrow(readSandboxChoice(args, environment));
  const { url, greeting, stop } = await startSandbox(choice);
  let stopped: Promise<void> | undefined;
  const stopOnce = () => stopped ??= stop().finally(folder.remove);
  afterAll(stopOnce);
  return {
    url,
    greeting,
    said: (pattern) => {
      const found = pattern.exec(greeting);
      if (found === null) throw new Error(`did not say ${pattern}: ${greeting}`);
      return found[1] ?? "";
    },
    operate: async (operation, input) => {
      const where = { dataDir: folder.path, isCreating: false };
      const { send, close } = await connectOperator(
        `sandbox_${choice.worldSettings.seed}`,
        where,
      );
      const reply = await callOperation(send, operation, input).finally(close);
      if (!reply.ok) throw new Error(`${reply.error}: ${reply.hint}`);
      return reply.result;
    },
    stop: stopOnce,
  };
}
