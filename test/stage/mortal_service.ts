/**
 * A service that is killed while it works, and started again on what it has left behind.
 *
 * @module
 */
import type { Settings } from "../app/environment.ts";
import { type Running, startSandbox } from "../app/process.ts";

/** A service that dies and comes back. */
export type MortalService = Awaited<ReturnType<typeof startMortalService>>;

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

/** Starts it. Settings that differ from life to life are a function, asked at each start. */
export async function startMortalService(settings: Settings | (() => Settings)) {
  const settingsNow = () => typeof settings === "function" ? settings() : settings;
  let life: Life = await startReady(settingsNow());
  let past = "";
  const start = async () => {
    past += life.logged();
    life = await startReady(settingsNow());
  };
  return {
    /** Where it answers, or answered last. */
    url: () => life.url,
    start,
    /** Kills it without a word, and waits until it answers again. */
    kill: async () => {
      life.kill("SIGKILL");
      await life.exited;
      await start();
    },
    /** Asks it to stop, or kills it; gives its exit code. */
    stop: (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
      life.kill(signal);
      return life.exited;
    },
    /** What all its lives have logged. */
    logged: () => past + life.logged(),
  };
}
