/**
 * A choice of which the page's address keeps what was chosen.
 *
 * @module
 */
import type { ComponentChildren } from "preact";

/** One of the places to choose from. */
export interface PlaceOption {
  /** An address of the console. */
  readonly href: string;
  readonly text: ComponentChildren;
  readonly isChosen: boolean;
  readonly title?: string;
}

/** The choice, as links in a row. */
export function PlaceChoice({ label, options }: {
  readonly label: string;
  readonly options: ReadonlyArray<PlaceOption>;
}) {
  return (
    <nav class="row choices" aria-label={label}>
      {options.map(({ href, text, isChosen, title }) => (
        <a
          key={href}
          class="button"
          href={href}
          title={title}
          aria-current={isChosen ? "page" : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
