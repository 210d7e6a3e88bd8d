/**
 * A key that was just made, the only time that it can be seen.
 *
 * @module
 */
import { useEffect, useRef } from "preact/hooks";
import { CopyButton } from "../part/copy_button.tsx";
import { focusPart } from "../part/focus_part.ts";
import type { MadeKey } from "./key_request.ts";

/** The key. `onDone` hides it for good. */
export function NewKey({ made, onDone }: {
  readonly made: MadeKey;
  readonly onDone: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [made.id]);
  const line = curlLine(location.origin, made.key);
  return (
    <section class="panel" aria-label="The new key">
      <h2 ref={heading} tabIndex={-1}>Your new key: {made.name}</h2>
      <div class="note caution">
        <p>
          <strong>It is shown this once.</strong>{" "}
          Keep it where your bot finds it and nobody else does. A lost key cannot be shown again:
          make another, and revoke it.
        </p>
      </div>
      <pre data-testid="new-key">{made.key}</pre>
      <CopyButton text={made.key} what="the key" />
      <h3>Try it</h3>
      {made.scopes.includes("read")
        ? (
          <>
            <pre>{line}</pre>
            <CopyButton text={line} what="the line" />
          </>
        )
        : <p>It only places and cancels orders; the guide has a line to try it with.</p>}
      <p>
        Then <a href="/docs/guide/prices">ask for a target</a>,{" "}
        <a href="/docs/guide/orders">place an order</a>, or{" "}
        <a href="/console">watch the markets live</a>.
      </p>
      <div class="buttons">
        <button
          type="button"
          class="main"
          onClick={({ currentTarget }) => {
            focusPart(currentTarget, "main");
            onDone();
          }}
        >
          I have copied it
        </button>
      </div>
    </section>
  );
}

/** Returns the line: it asks whose key this is. Keys and origins have no quotes in them. */
function curlLine(origin: string, key: string): string {
  return `curl -H 'x-api-key: ${key}' '${origin}/api/v1/account'`;
}
