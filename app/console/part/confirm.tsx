/**
 * A dialog that asks before something that cannot be taken back.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { type Action, ActionButton } from "./action.tsx";
import { FailureNote } from "./failure_note.tsx";
import { focusPart } from "./focus_part.ts";

/** The question. It is open as long as it is shown; it closes itself where `action` succeeds. */
export function Confirm({ title, verb, keep = "Keep it", action, onClose, children }: {
  readonly title: string;
  /** What the button says, such as "Revoke". */
  readonly verb: string;
  /** What the other button says. */
  readonly keep?: string;
  readonly action: Action<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const keeping = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    dialog.current?.showModal();
    keeping.current?.focus();
  }, []);
  const run = async () => {
    if (!await action.run() || dialog.current === null) return;
    dialog.current.close();
    // The button that opened it may be gone in a moment, and the focus with it.
    focusPart(opener.current);
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <FailureNote failure={action.failure} />
      <div class="buttons">
        <button type="button" ref={keeping} onClick={() => dialog.current?.close()}>{keep}</button>
        <ActionButton action={action} kind="danger" onPress={() => void run()}>
          {verb}
        </ActionButton>
      </div>
    </dialog>
  );
}
