/**
 * What processes that tests start find in their environment.
 *
 * @module
 */

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

/** The environment of a process: only the settings of this one's. */
export function environmentOf(settings: Settings): Settings {
  const { PATH = "", HOME = "" } = process.env;
  // What lives for seconds does not earn back the time that optimizing its WebAssembly takes, nor
  // that of returning memory to the system.
  return { PATH, HOME, BUN_JSC_useOMGJIT: "0", MIMALLOC_PURGE_DELAY: "-1", ...settings };
}
