/**
 * How long a caller waits for what is looked for while he does.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import { MachineTime } from "./machine_time.ts";

const PATIENCE_MS = 2_000;

/**
 * Ends when an answer goes on without what is not known yet: after 2 s of machine time. A bot that
 * asks for what is open now, or for what it holds, does not wait longer for others.
 */
export const CallerPatience = Context.Reference<Effect.Effect<void>>(
  "core/use_case/CallerPatience",
  { defaultValue: () => MachineTime.use(({ sleep }) => sleep(PATIENCE_MS)) },
);
