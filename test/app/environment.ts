/** What processes that tests start find in their environment. @module */

/** Settings by name. */
export type Settings = Readonly<Record<string, string>>;

/** For tests of prices, which need no games: their providers are read as rarely as possible. */
export const RARE_GAMES: Settings = {
  LEAGUES: "wsl",
  SCHEDULE_EVERY_S: "86400",
  SCORES_EVERY_S: "86400",
  PLATFORMS_EVERY_S: "86400",
  READ_MODEL_EVERY_S: "86400",
};

/**
 * What saves a process of seconds a fifth of its processor time: it does not earn back what it
 * takes to compile code that runs a few times, to optimize code and WebAssembly far, to prepare
 * memory, or to return it to the system.
 */
export const SHORT_LIVED: Settings = {
  BUN_JSC_thresholdForJITAfterWarmUp: "5000",
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_useOMGJIT: "0",
  BUN_JSC_thresholdForBBQOptimizeAfterWarmUp: "5000",
  BUN_JSC_useWarmUpMarkedBlocks: "0",
  MIMALLOC_PURGE_DELAY: "-1",
};

/** The environment of a process: only the settings of this one's. */
export function environmentOf(settings: Settings): Settings {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, ...SHORT_LIVED, ...settings };
}
