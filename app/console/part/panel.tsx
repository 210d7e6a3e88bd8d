/**
 * A titled part of a page that shows what it loads, or why it cannot.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import type { Loaded } from "./loaded.ts";
import { FailureNote } from "./failure_note.tsx";
import { useIsSlow, Waiting } from "./waiting.tsx";

/** A panel. Its children are shown with the value; `empty` instead where `isEmpty` holds. */
export function Panel<Value>({ title, of, isEmpty, empty, tools, children }: {
  readonly title: string;
  readonly of: Loaded<Value>;
  readonly isEmpty?: (value: Value) => boolean;
  readonly empty?: ComponentChildren;
  /** Beside the title. */
  readonly tools?: ComponentChildren;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const { value, failure, isLoading, reload } = of;
  const isSlow = useIsSlow(isLoading && value !== undefined);
  return (
    <section class="panel" aria-busy={isLoading}>
      <div class="title">
        <h2>{title}</h2>
        {tools}
      </div>
      {isSlow ? <progress aria-label={`Loading ${title} again`} /> : null}
      <FailureNote failure={failure} retry={reload} />
      {value === undefined
        ? (failure === undefined
          ? <Waiting what={`Loading ${title.charAt(0).toLowerCase()}${title.slice(1)}`} />
          : null)
        : isEmpty?.(value)
        ? <div class="empty">{empty ?? <p>Nothing here yet.</p>}</div>
        : children(value)}
    </section>
  );
}
