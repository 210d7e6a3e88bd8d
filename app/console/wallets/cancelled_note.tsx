/**
 * What a cancellation has done, and what it has not.
 *
 * @module
 */
import type { CancelledOrders } from "../../client/typescript/mod.ts";
import { focusPart } from "../part/focus_part.ts";
import { countText } from "../part/number_text.ts";
import { shortHex } from "../part/short_hex.ts";

/** The note. */
export function CancelledNote({ cancelled: { canceled, not_canceled }, onDone }: {
  readonly cancelled: CancelledOrders;
  readonly onDone: () => void;
}) {
  const kept = Object.entries(not_canceled);
  return (
    <div class={kept.length === 0 ? "note" : "note caution"} role="status">
      <p>
        <strong>
          {countText(canceled.length, "order")} {canceled.length === 1 ? "was" : "were"} cancelled
          {kept.length === 0 ? "" : `, ${kept.length} not`}
        </strong>
      </p>
      {canceled.length === 0 ? null : (
        <details>
          <summary>Which were cancelled</summary>
          <Hashes of={canceled} />
        </details>
      )}
      {kept.length === 0 ? null : (
        <ul>
          {kept.map(([id, reason]) => (
            <li key={id}>
              <code title={id}>{shortHex(id)}</code> was not: {reason}
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        onClick={({ currentTarget }) => {
          focusPart(currentTarget);
          onDone();
        }}
      >
        Hide this
      </button>
    </div>
  );
}

function Hashes({ of }: { readonly of: ReadonlyArray<string> }) {
  return (
    <ul>
      {of.map((id) => (
        <li key={id}>
          <code>{id}</code>
        </li>
      ))}
    </ul>
  );
}
