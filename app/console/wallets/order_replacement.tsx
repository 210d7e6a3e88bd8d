/**
 * The replacement of an order that rests: its new terms, the question, and what became of it.
 *
 * @module
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ReplacedOrder, ReplaceOrderInput } from "../../client/typescript/mod.ts";
import { type Action } from "../part/action.tsx";
import { Confirm } from "../part/confirm.tsx";
import { FailureNote, FaultNote } from "../part/failure_note.tsx";
import { Field } from "../part/field.tsx";
import { numberText, sharesText } from "../part/number_text.ts";
import { shortHex } from "../part/short_hex.ts";
import type { OpenOrder } from "./open_order.ts";
import { type Attempt, type AttemptOutcome, storeApart, TAB_STORE } from "./order_attempt.ts";
import { replacementOf } from "./order_fields.ts";
import { AskAgain } from "./order_outcome.tsx";
import { sendReplacement } from "./order_request.ts";
import { replacedText } from "./order_words.ts";
import { useAttempt } from "./use_attempt.ts";

/** A replacement without an answer is kept beside an order without one. */
const STORE = storeApart(TAB_STORE, "replacement");

/** The replacement. `order`: the one that was chosen, until `onClose`. */
export function OrderReplacement({ walletId, accountId, order, onClose, onReplaced }: {
  readonly walletId: string;
  readonly accountId: string;
  readonly order: OpenOrder | undefined;
  readonly onClose: () => void;
  /** Called after each attempt, however it went. */
  readonly onReplaced: () => void;
}) {
  const replacing = useAttempt<ReplaceOrderInput, ReplacedOrder>({
    accountId,
    store: STORE,
    send: sendReplacement,
    onAnswered: onReplaced,
  });
  const { attempt, isConfirming, outcome, sending } = replacing;
  const drop = () => {
    replacing.drop();
    onClose();
  };
  if (attempt !== undefined && !isConfirming) {
    return (
      <OpenReplacement attempt={attempt} outcome={outcome} replacing={sending} onLeave={drop} />
    );
  }
  if (outcome !== undefined) return <EndedReplacement outcome={outcome} onDone={drop} />;
  if (order === undefined) return null;
  return (
    <>
      <TermsForm
        key={order.id}
        order={order}
        walletId={walletId}
        onLeave={onClose}
        onReplace={replacing.ask}
      />
      {attempt === undefined ? null : (
        <Confirm
          title="Replace the order?"
          verb="Replace it"
          keep="Keep it as it is"
          action={{ ...sending, run: () => sending.run(attempt) }}
          mayLeave
          onClose={replacing.close}
        >
          <p>
            <Terms of={attempt.body} />. It is cancelled first. Once it is certainly gone, what is
            left of it is placed by the new terms, once: never are two at rest.
          </p>
        </Confirm>
      )}
    </>
  );
}

function Terms({ of: { orderId, price, size } }: { readonly of: ReplaceOrderInput }) {
  const terms = [
    ...price === undefined ? [] : [`at ${numberText(price)}`],
    ...size === undefined ? [] : [`of ${sharesText(size)} in all`],
  ];
  return (
    <>
      Order <code title={orderId}>{shortHex(orderId)}</code>, {terms.join(", ")}
    </>
  );
}

function TermsForm({ order, walletId, onLeave, onReplace }: {
  readonly order: OpenOrder;
  readonly walletId: string;
  readonly onLeave: () => void;
  readonly onReplace: (body: ReplaceOrderInput) => void;
}) {
  const former = { price: order.price ?? "", size: order.original_size ?? "" };
  const [fields, setFields] = useState(former);
  const [fault, setFault] = useState<string>();
  const change = (changes: Partial<typeof former>) => {
    setFields({ ...fields, ...changes });
    setFault(undefined);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const body = replacementOf(fields, { walletId, orderId: order.id, former });
    if (typeof body === "string") setFault(body);
    else onReplace(body);
  };
  return (
    <form class="note" onSubmit={submit}>
      <h3>
        New terms for <code title={order.id}>{shortHex(order.id)}</code>
      </h3>
      <div class="row">
        <Field
          label="New price, USDC a share"
          required
          inputMode="decimal"
          autoComplete="off"
          value={fields.price}
          onValue={(price) => change({ price })}
        />
        <Field
          label="New size, shares"
          required
          inputMode="decimal"
          autoComplete="off"
          hint="What it has traded is taken off"
          value={fields.size}
          onValue={(size) => change({ size })}
        />
      </div>
      <FaultNote fault={fault} />
      <div class="buttons">
        <button type="submit" class="main">Replace…</button>
        <button type="button" onClick={onLeave}>Keep the order</button>
      </div>
    </form>
  );
}

/** A replacement of which the outcome is not known here. */
function OpenReplacement({ attempt, outcome, replacing, onLeave }: {
  readonly attempt: Attempt<ReplaceOrderInput>;
  readonly outcome: AttemptOutcome<ReplacedOrder> | undefined;
  readonly replacing: Action<Attempt<ReplaceOrderInput>>;
  readonly onLeave: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== undefined) box.current?.focus();
  }, [outcome]);
  return (
    <div ref={box} tabIndex={-1} class="note caution">
      <p>
        <strong>
          {replacing.isBusy
            ? "The replacement is on its way."
            : "The answer to this replacement has not arrived here."}
        </strong>
      </p>
      <p>
        <Terms of={attempt.body} />, under the Idempotency-Key <code>{attempt.key}</code>.
      </p>
      {outcome?.kind === "open" ? <FailureNote failure={outcome.failure} /> : null}
      <AskAgain attempt={attempt} placing={replacing} onLeave={onLeave} />
    </div>
  );
}

function EndedReplacement({ outcome, onDone }: {
  readonly outcome: AttemptOutcome<ReplacedOrder>;
  readonly onDone: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The dialog that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  const isDone = outcome.kind === "placed" && outcome.placed.order !== null;
  return (
    <div ref={box} tabIndex={-1} class={isDone ? "note" : "note caution"} role="status">
      {outcome.kind === "placed"
        ? (
          <p>
            <strong>{isDone ? "Replaced." : "Not replaced."}</strong> {replacedText(outcome.placed)}
          </p>
        )
        : <FailureNote failure={outcome.failure} />}
      <button type="button" onClick={onDone}>Hide this</button>
    </div>
  );
}
