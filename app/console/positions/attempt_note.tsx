/**
 * A claim, a split or a merge of which it is not known here what becomes of it.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FailureNote } from "../part/failure_note.tsx";
import { AskAgain } from "../wallets/order_outcome.tsx";
import type { AttemptRun } from "../wallets/use_attempt.ts";

/** Says so, and asks again on request; nothing where nothing is in question. */
export function AttemptNote<Body, Placed>({ run, thing, children }: {
  readonly run: AttemptRun<Body, Placed>;
  /** Such as `claim`. */
  readonly thing: string;
  /** What it is, in words. */
  readonly children: ComponentChildren;
}) {
  const { attempt, outcome, sending } = run;
  const box = useRef<HTMLDivElement>(null);
  const failure = outcome?.kind === "open" ? outcome.failure : undefined;
  // The dialog that had the focus is gone.
  useEffect(() => {
    if (failure !== undefined) box.current?.focus();
  }, [failure]);
  if (attempt === undefined || run.isConfirming) return null;
  return (
    <div ref={box} tabIndex={-1} class="note caution">
      <p>
        <strong>
          {sending.isBusy
            ? `The ${thing} is on its way.`
            : `It is not known here what became of this ${thing}.`}
        </strong>
      </p>
      {children}
      <p>
        Its Idempotency-Key is <code>{attempt.key}</code>.
      </p>
      <FailureNote failure={failure} />
      <AskAgain
        attempt={attempt}
        placing={sending}
        of={{ thing, done: "made", guide: "/docs/guide/positions#once-only" }}
        onLeave={run.drop}
      />
    </div>
  );
}

/** Says why the service refuses; nothing where it does not. */
export function RefusedNote<Body, Placed>({ run, thing }: {
  readonly run: AttemptRun<Body, Placed>;
  readonly thing: string;
}) {
  const { outcome } = run;
  const box = useRef<HTMLDivElement>(null);
  const isRefused = outcome?.kind === "refused";
  useEffect(() => {
    if (isRefused) box.current?.focus();
  }, [isRefused]);
  if (outcome?.kind !== "refused") return null;
  return (
    <div ref={box} tabIndex={-1}>
      <p>
        <strong>
          {run.isTaken
            ? `It is not said what has become of the ${thing}: see the positions.`
            : `The ${thing} was not made, and nothing was sent.`}
        </strong>
      </p>
      <FailureNote failure={outcome.failure} />
      <div class="buttons">
        <button type="button" onClick={run.drop}>Hide this</button>
      </div>
    </div>
  );
}
