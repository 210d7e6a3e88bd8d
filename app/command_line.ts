/**
 * Reads the options of a command.
 *
 * @module
 */
import { parseArgs } from "node:util";

/** Options by name, or what is wrong with them in one line. */
export type OptionsResult = Readonly<Record<string, string | boolean | undefined>> | string;

/** Reads `--name value`, `--name=value` and, for flags, `--name`. Anything else is refused. */
export function readOptions(
  args: ReadonlyArray<string>,
  names: Readonly<Record<string, "text" | "flag">>,
): OptionsResult {
  const options = Object.fromEntries(
    Object.entries(names).map((
      [name, kind],
    ) => [name, { type: kind === "flag" ? "boolean" as const : "string" as const }]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Record<
      string,
      string | boolean | undefined
    >;
  } catch (error) {
    return error instanceof Error ? error.message.split(". ")[0] ?? "" : String(error);
  }
}
