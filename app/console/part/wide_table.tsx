/**
 * A table that scrolls sideways where the screen is narrower, also by the keyboard.
 *
 * @module
 */
import type { ComponentChildren } from "preact";

/** The heading of a column; `number`: its cells are numbers, `hidden`: for screen readers alone. */
export type Column = string | { readonly number: string } | { readonly hidden: string };

/**
 * The table. `label` names it, `children` are its rows. Of the kind `cards`, a row is a card where
 * the screen is narrow: its cells then show their `data-label`. Browsers take the roles of a table
 * away with its layout, so they are written out here, and in the rows of cards.
 */
export function WideTable({ label, columns, kind, children }: {
  readonly label: string;
  readonly columns: ReadonlyArray<Column>;
  readonly kind?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="wide" role="region" aria-label={label} tabIndex={0}>
      <table class={kind} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">{columns.map(heading)}</tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

function heading(column: Column) {
  if (typeof column === "string") return <Heading key={column}>{column}</Heading>;
  if ("number" in column) {
    return <Heading key={column.number} kind="number">{column.number}</Heading>;
  }
  return (
    <Heading key={column.hidden}>
      <span class="hidden">{column.hidden}</span>
    </Heading>
  );
}

function Heading(
  { kind, children }: { readonly kind?: string; readonly children: ComponentChildren },
) {
  return <th scope="col" role="columnheader" class={kind}>{children}</th>;
}
