/**
 * Which version of the project this is.
 *
 * @module
 */
import manifest from "../../package.json" with { type: "json" };

/** The commit that a build was made from; it is defined by the build, where git knows it. */
declare const STRIKELINE_COMMIT: string | undefined;

/** The version of this service, without its commit. */
export const VERSION: string = manifest.version;

/** Returns such as `strikeline 0.1.0 (1a2b3c4d5e6f), bun 1.4.5`; sources have no commit. */
export function versionText(): string {
  const commit = typeof STRIKELINE_COMMIT === "string" ? STRIKELINE_COMMIT : "from its sources";
  return `strikeline ${VERSION} (${commit}), bun ${Bun.version}`;
}
