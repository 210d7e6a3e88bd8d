/**
 * A table that scrolls sideways where the screen is narrower, also by the keyboard.
 *
 * @module
 */
import type { ComponentChildren } from "preact";

/** The heading of a column; `number`: its cells are numbers, `hidden`: for screen readers alone. */
export type Column = string | { readonly number: string } | { readonly hidden: string };

/** The table. `label` names it, `children` are its rows. */
export function WideTable({ label, columns, kind, children }: {
  readonly label: string;
  readonly columns: ReadonlyArray<Column>;
  readonly kind?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="wide" role="region" aria-label={label} tabIndex={0}>
      <table class={kind} aria-label={label}>
        <thead>
          <tr>{columns.map(heading)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function heading(column: Column) {
  if (typeof column === "string") return <th scope="col" key={column}>{column}</th>;
  if ("number" in column) {
    return <th scope="col" key={column.number} class="number">{column.number}</th>;
  }
  return (
    <th scope="col" key={column.hidden}>
      <span class="hidden">{column.hidden}</span>
    </th>
  );
}
