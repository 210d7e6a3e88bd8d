/**
 * Answers the arguments of commands that take none.
 *
 * @module
 */

/** Prints the usage, after a complaint unless `--help` asks for it, and returns the exit code. */
export function explainUsage(word: string, usage: string): number {
  if (word === "--help") {
    console.log(usage);
    return 0;
  }
  console.error(`Unknown argument "${word}"`);
  console.error(usage);
  return 1;
}
