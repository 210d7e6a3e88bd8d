/**
 * `bun run sandbox`: the whole service on simulated providers, without network access.
 *
 * @module
 */
import { runUntilSignal, valueOrExit } from "../wiring/process.ts";
import { rehearsalGreeting } from "../sandbox/rehearsal/rehearsal_greeting.ts";
import { startRehearsal } from "../sandbox/rehearsal/start_rehearsal.ts";
import { type RecordingChoice, SANDBOX_USAGE } from "../sandbox/replay/replay_command.ts";
import { readSandboxChoice, type SandboxChoice } from "../sandbox/sandbox_choice.ts";
import { startSandbox } from "../sandbox/start_sandbox.ts";

/** By then a sandbox has read a season's games of every platform. */
const FIRST_READING_MS = 30_000;

/** Starts the sandbox, which runs on, and prints what to try. Returns 0 if it only helps. */
export async function main(args: ReadonlyArray<string>): Promise<number | undefined> {
  if (args.includes("--help")) {
    console.log(SANDBOX_USAGE);
    return 0;
  }
  const choice = valueOrExit(readSandboxChoice(args, Bun.env));
  const { recording } = choice.command;
  if (recording !== undefined) return await rehearse(choice, recording);
  const { greeting } = await runUntilSignal(() => startSandbox(choice), choice.command);
  console.log(greeting);
  // What their answers were made of is garbage among what lives on, and would stay resident.
  setTimeout(() => Bun.gc(true), FIRST_READING_MS).unref();
  return undefined;
}

/** Replays a recording to its end. */
async function rehearse(choice: SandboxChoice, recording: RecordingChoice): Promise<number> {
  const rehearsal = await runUntilSignal(() => startRehearsal(choice, recording), choice.command);
  console.log(rehearsalGreeting(rehearsal));
  const line = await rehearsal.run();
  await rehearsal.stop();
  console.log(line);
  return 0;
}
