/**
 * Something that the reader starts with a button: how it goes, and why it failed.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
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
  // A second press may come before the first one is drawn.
  const isRunning = useRef(false);
  const [failure, setFailure] = useState<AnswerFailure>();
  const run = async (input: Input) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await act(input);
      return true;
    } catch (thrown) {
      setFailure(AnswerFailure.of(thrown));
      return false;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { run, isBusy, failure, clear: () => setFailure(undefined) };
}

/**
 * A button of an action. While it runs, or while a wait that the service asked for goes on,
 * pressing it does nothing; it says so after a second. It keeps the focus: a disabled one loses it.
 */
export function ActionButton(
  { action, kind, isSubmit = false, isOff = false, waitSec = 0, onPress, children }: {
    readonly action: Pick<Action<never>, "isBusy">;
    readonly kind?: "main" | "danger" | "plain" | undefined;
    readonly isSubmit?: boolean;
    /** Whether pressing it does nothing now, for a reason that the form says. */
    readonly isOff?: boolean;
    /** How long it has to wait yet; see `useWaitSec`. */
    readonly waitSec?: number;
    readonly onPress?: () => void;
    readonly children: ComponentChildren;
  },
) {
  const isSlow = useIsSlow(action.isBusy);
  const isIdle = isOff || action.isBusy || waitSec > 0;
  return (
    <button
      type={isSubmit ? "submit" : "button"}
      class={kind}
      aria-disabled={isIdle}
      aria-busy={action.isBusy}
      onClick={(event) => {
        if (isIdle) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
      {waitSec > 0 ? <span class="number">wait {waitSec} s</span> : null}
      {isSlow ? <progress aria-label="Working" /> : null}
    </button>
  );
}
