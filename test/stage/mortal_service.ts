/**
 * A service that is killed while it works, and started again on what it has left behind.
 *
 * @module
 */
import type { Settings } from "../app/environment.ts";
import { type Running, startSandbox } from "../app/process.ts";

/** A service that dies and comes back. */
export interface MortalService {
  /** Where it answers, or answered last. */
  readonly url: () => string;
  /** Kills it without a word, and waits until it answers again. */
  readonly kill: () => Promise<void>;
  /** Asks it to stop; gives its exit code. */
  readonly stop: () => Promise<number>;
  readonly start: () => Promise<void>;
  /** What all its lives have logged. */
  readonly logged: () => string;
}

type Life = Running & { readonly url: string };

/**
 * Starts it anew until the venue has answered for its wallet: without that every order is refused,
 * and each start asks again.
 */
async function startReady(settings: Settings): Promise<Life> {
  for (;;) {
    const life = await startSandbox(settings);
    const wallet = await life.waitFor(/wallet +(.+)\n/);
    if (!wallet.includes("not ready")) return life;
    life.kill("SIGKILL");
    await life.exited;
  }
}

/** Starts it. */
export async function startMortalService(settings: Settings): Promise<MortalService> {
  let life: Life = await startReady(settings);
  let past = "";
  const start = async () => {
    past += life.logged();
    life = await startReady(settings);
  };
  return {
    url: () => life.url,
    start,
    kill: async () => {
      life.kill("SIGKILL");
      await life.exited;
      await start();
    },
    stop: () => {
      life.kill("SIGTERM");
      return life.exited;
    },
    logged: () => past + life.logged(),
  };
}
