/**
 * Facts of one thing: the name of each beside what it is.
 *
 * @module
 */
import type { ComponentChildren } from "preact";

/** A list of {@linkcode Fact}s. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

/** A fact. */
export function Fact({ name, children }: {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
