/**
 * Something that the reader starts with a button: how it goes, and why it failed.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { AnswerFailure } from "../service/answer_failure.ts";
import { useIsSlow } from "./waiting.tsx";

/** An action. It runs once at a time. */
export interface Action<Input> {
  readonly run: (input: Input) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly failure: AnswerFailure | undefined;
  readonly clear: () => void;
}

/** Makes an action; `run` returns whether it succeeded, and never rejects. */
export function useAction<Input = void>(
  act: (input: Input) => Promise<unknown>,
): Action<Input> {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<AnswerFailure>();
  const run = async (input: Input) => {
    if (isBusy) return false;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await act(input);
      return true;
    } catch (thrown) {
      setFailure(AnswerFailure.of(thrown));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy, failure, clear: () => setFailure(undefined) };
}

/** A button of an action. While it runs it cannot be pressed, and says so after a second. */
export function ActionButton({ action, kind, isSubmit = false, onPress, children }: {
  readonly action: Pick<Action<never>, "isBusy">;
  readonly kind?: "main" | "danger" | undefined;
  readonly isSubmit?: boolean;
  readonly onPress?: () => void;
  readonly children: ComponentChildren;
}) {
  const isSlow = useIsSlow(action.isBusy);
  return (
    <button
      type={isSubmit ? "submit" : "button"}
      class={kind}
      disabled={action.isBusy}
      aria-busy={action.isBusy}
      onClick={onPress}
    >
      {children}
      {isSlow ? <progress aria-label="Working" /> : null}
    </button>
  );
}
