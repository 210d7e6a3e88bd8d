/**
 * Hints: what a refused caller can do next, and the operator's commands in them.
 *
 * @module
 */

/**
 * Writes a command of the service as its operator pastes it: of `account add <email>` such as
 * `bun run account add <email>`.
 */
export type OwnCommand = (words: string) => string;

/** What writes them, by who reads them. */
export interface OwnCommands {
  /** For callers on this machine. */
  readonly ownCommand: OwnCommand;
  /** For all others, who are not told how the service was started. */
  readonly publicCommand: OwnCommand;
}

/** A sentence without its full stop, or what writes it where it names commands. */
export type Hint = string | ((ownCommand: OwnCommand) => string);

/** Writes a hint. */
export function hintText(hint: Hint, ownCommand: OwnCommand): string {
  return typeof hint === "string" ? hint : hint(ownCommand);
}

/** Returns a hint whose text is changed once it is written. */
export function editedHint(hint: Hint, edit: (text: string) => string): Hint {
  return typeof hint === "string" ? edit(hint) : (ownCommand) => edit(hint(ownCommand));
}
