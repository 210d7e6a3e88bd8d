/**
 * Whether a platform lists a game, as a symbol and a word.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import type { GameCoverage } from "../../client/typescript/wire/game.ts";
import { COVERAGE_WORDS } from "./game_words.ts";

/** The mark. */
export function CoverageMark({ status, title, children }: {
  readonly status: GameCoverage["status"];
  readonly title?: string;
  readonly children?: ComponentChildren;
}) {
  const { symbol, word } = COVERAGE_WORDS[status];
  return (
    <span class={`coverage ${status}`} title={title}>
      <span aria-hidden="true">{symbol}</span> {word}
      {children}
    </span>
  );
}
