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

/**
 * The question. It is open as long as it is shown; it closes itself where `action` succeeds. While
 * the action runs it stays, so that whoever started it learns how it ended.
 */
export function Confirm({ title, verb, keep = "Keep it", action, mayLeave, onClose, children }: {
  readonly title: string;
  /** What the button says, such as "Revoke". */
  readonly verb: string;
  /** What the other button says. */
  readonly keep?: string;
  readonly action: Action<void>;
  /** Whether it may be closed while the action runs: the page says how that ends. */
  readonly mayLeave?: boolean;
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
  const isHeld = useRef(false);
  const run = async () => {
    isHeld.current = mayLeave !== true;
    const isDone = await action.run();
    isHeld.current = false;
    if (!isDone || dialog.current === null) return;
    dialog.current.close();
    // The button that opened it may be gone in a moment, and the focus with it.
    focusPart(opener.current);
  };
  const close = () => {
    // A browser lets nobody be held by a second press of Escape.
    if (isHeld.current) dialog.current?.showModal();
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => isHeld.current && event.preventDefault()}
      onClose={close}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <FailureNote failure={action.failure} />
      <div class="buttons">
        <button
          type="button"
          ref={keeping}
          aria-disabled={action.isBusy && mayLeave !== true}
          onClick={() => isHeld.current || dialog.current?.close()}
        >
          {keep}
        </button>
        <ActionButton action={action} kind="danger" onPress={() => void run()}>
          {verb}
        </ActionButton>
      </div>
    </dialog>
  );
}
