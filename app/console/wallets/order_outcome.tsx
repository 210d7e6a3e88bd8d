/**
 * What became of a confirmed order, or that it is not known yet.
 *
 * @module
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { PlacedOrder, SentOrder } from "../../client/typescript/mod.ts";
import { type Action, ActionButton } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import type { AnswerFailure } from "../service/answer_failure.ts";
import type { Attempt, AttemptOutcome } from "./order_attempt.ts";
import type { OrderBody } from "./order_fields.ts";
import { limitText, loweredText, placedText, sentText, tradeText } from "./order_words.ts";

/** An order that ended. */
export function EndedOrder({ outcome, onDone }: {
  readonly outcome: Exclude<AttemptOutcome<PlacedOrder>, { readonly kind: "open" }>;
  readonly onDone: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The dialog that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      {outcome.kind === "refused"
        ? (
          <>
            <p>
              <strong>The order was not placed.</strong>
            </p>
            <FailureNote failure={outcome.failure} />
          </>
        )
        : (
          <div class="note" role="status">
            <p>
              <strong>{outcome.placed.status}</strong> {placedText(outcome.placed)}
            </p>
            {outcome.placed.order.loweredTo === undefined ? null : (
              <p>
                Lowered to {loweredText(outcome.placed.order)}.
              </p>
            )}
            <p class="soft">
              Order <code>{outcome.placed.orderId}</code>, {outcome.placed.latencyS} s
            </p>
          </div>
        )}
      <div class="buttons">
        <button type="button" onClick={onDone}>Another order</button>
      </div>
    </div>
  );
}

/** An order of which the outcome is not known here. No other can be placed until it is. */
export function OpenOutcome({ attempt, failure, found, placing, onLeave }: {
  readonly attempt: Attempt<OrderBody>;
  /** Undefined after a reload, and while the first answer is awaited. */
  readonly failure: AnswerFailure | undefined;
  /** The order in the wallet's history, where it is there. */
  readonly found: SentOrder | undefined;
  readonly placing: Action<Attempt<OrderBody>>;
  readonly onLeave: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== undefined) box.current?.focus();
  }, [failure]);
  const { body, key } = attempt;
  const isKnown = found !== undefined && found.state !== "sent" && found.state !== "unknown";
  return (
    <div ref={box} tabIndex={-1} class="note caution">
      <p>
        <strong>
          {placing.isBusy
            ? "The order is on its way."
            : "The answer to this order has not arrived here."}
        </strong>
      </p>
      <p>
        {tradeText(body)} in <code>{body.slug}</code>, {limitText(body)}, {body.orderType}, from
        {" "}
        the wallet <code>{body.walletId}</code>, under the Idempotency-Key <code>{key}</code>.
      </p>
      {failure === undefined || isKnown ? null : <FailureNote failure={failure} />}
      {isKnown
        ? (
          <>
            <p>
              <strong>The history has it as {found.state}:</strong> {sentText(found)}.
            </p>
            <div class="buttons">
              <button type="button" class="main" onClick={onLeave}>I have seen it</button>
            </div>
          </>
        )
        : <AskAgain attempt={attempt} placing={placing} onLeave={onLeave} />}
    </div>
  );
}

/** What an attempt is of, and what then is done with it. */
export interface AskedThing {
  readonly thing: string;
  readonly done: string;
  /** The guide that says why asking again is safe. */
  readonly guide: string;
}

const ORDER: AskedThing = {
  thing: "order",
  done: "placed",
  guide: "/docs/guide/orders#when-no-answer-arrives",
};

/** The buttons of an attempt without an outcome, and why they are safe. */
export function AskAgain<Body>({ attempt, placing, of = ORDER, onLeave }: {
  readonly attempt: Attempt<Body>;
  readonly placing: Action<Attempt<Body>>;
  readonly of?: AskedThing;
  readonly onLeave: () => void;
}) {
  const [isLeaving, setIsLeaving] = useState(false);
  const { thing, done, guide } = of;
  return (
    <>
      <p>
        Asking again sends the same {thing}{" "}
        under the same key, and the service answers how it ended. If the {thing}{" "}
        never reached it, it is {done} then; in any case it is {done} at most once.{" "}
        <a href={guide}>Why</a>
      </p>
      <div class="buttons">
        <ActionButton action={placing} kind="main" onPress={() => void placing.run(attempt)}>
          Ask again
        </ActionButton>
        {placing.isBusy ? null : isLeaving
          ? (
            <button type="button" class="danger" onClick={onLeave}>
              Leave it, though it may have been {done}
            </button>
          )
          : <button type="button" onClick={() => setIsLeaving(true)}>Stop asking</button>}
      </div>
    </>
  );
}
