/**
 * What processes that tests start find in their environment.
 *
 * @module
 */

/** Settings by name. */
export type Settings = Readonly<Record<string, string>>;

/** The environment of a process: only the settings of this one's. */
export function environmentOf(settings: Settings): Settings {
  const { PATH = "", HOME = "" } = process.env;
  // What lives for seconds does not earn back the time that optimizing its WebAssembly takes, nor
  // that of returning memory to the system.
  return { PATH, HOME, BUN_JSC_useOMGJIT: "0", MIMALLOC_PURGE_DELAY: "-1", ...settings };
}
