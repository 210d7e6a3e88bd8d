/**
 * The calculator of fees: a trade, and what it costs by either formula.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { place, setQuery } from "../frame/location.ts";
import { FailureNote, FaultNote } from "../part/failure_note.tsx";
import { Choice, Field } from "../part/field.tsx";
import { useLoaded } from "../part/loaded.ts";
import { dayOf } from "../part/time_text.ts";
import { Waiting } from "../part/waiting.tsx";
import { askBtcWindows } from "../service/btc_windows.ts";
import { nowSec } from "../service/service_time.ts";
import { openStartSec, slugAt } from "../service/window_slug.ts";
import { FeeAnswers } from "./fee_answers.tsx";
import { estimateBody, type FeeQuestion } from "./fee_question.ts";

/** The form, and the answers to what the address asks. */
export function FeeSection() {
  const { query } = place.value;
  const asked = query.get("event");
  const current = useLoaded(
    (signal) => asked === null ? openSlug(signal) : Promise.resolve(asked),
    { by: [asked] },
  );
  const event = asked ?? current.value;
  if (event === undefined && current.failure === undefined) {
    return <Waiting what="Looking up the current window" />;
  }
  const question: FeeQuestion = {
    event: event ?? "",
    side: query.get("side") === "SELL" ? "SELL" : "BUY",
    shares: query.get("shares") ?? "100",
    price: query.get("price") ?? "0.5",
  };
  return (
    <>
      <FailureNote failure={current.failure} retry={current.reload} />
      <FeeForm
        question={question}
        onCurrent={() => {
          setQuery({ event: undefined });
          current.reload();
        }}
      />
      {event === undefined ? null : <FeeAnswers question={question} />}
    </>
  );
}

/** The slug of the window of btc's 5 minutes that is open now. */
async function openSlug(signal: AbortSignal): Promise<string> {
  const sec = nowSec.peek();
  return slugAt(await askBtcWindows(dayOf(sec), signal), openStartSec(sec)) ?? "";
}

function FeeForm({ question, onCurrent }: {
  readonly question: FeeQuestion;
  /** Asks about the window that is open now. */
  readonly onCurrent: () => void;
}) {
  const [entered, setEntered] = useState(question);
  const [fault, setFault] = useState<string>();
  // Another address, such as that of the button to go back, asks something else.
  useEffect(() => setEntered(question), [JSON.stringify(question)]);
  const change = (part: Partial<FeeQuestion>) => {
    setEntered({ ...entered, ...part });
    setFault(undefined);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const body = estimateBody(entered);
    if (typeof body === "string") setFault(body);
    else setQuery({ ...entered, event: entered.event.trim() });
  };
  return (
    <form class="panel" aria-label="A trade" onSubmit={submit}>
      <div class="row fee-form">
        <Field
          label="Event's slug or id"
          value={entered.event}
          onValue={(event) => change({ event })}
          maxLength={200}
          required
        />
        <Choice
          label="Side"
          value={entered.side}
          choices={[["BUY", "Buy shares"], ["SELL", "Sell shares"]]}
          onValue={(side) => change({ side })}
        />
        <Field
          label="Shares"
          inputMode="decimal"
          value={entered.shares}
          onValue={(shares) => change({ shares })}
          required
        />
        <Field
          label="Price in USDC"
          inputMode="decimal"
          value={entered.price}
          onValue={(price) => change({ price })}
          required
        />
      </div>
      <div class="row">
        <button type="submit" class="main">Estimate</button>
        <button
          type="button"
          onClick={() => {
            // The window may be the one that was asked about, and another one entered.
            change({ event: question.event });
            onCurrent();
          }}
        >
          Take the current BTC window
        </button>
      </div>
      <FaultNote fault={fault} />
    </form>
  );
}
