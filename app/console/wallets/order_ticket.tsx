/**
 * The ticket that previews an order and, once it is confirmed, places it.
 *
 * @module
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  LimitOrderPreview,
  OrderPreview,
  PlacedOrder,
  SentOrder,
  TradingWallet,
} from "../../client/typescript/mod.ts";
import { place } from "../frame/location.ts";
import { ActionButton, useAction } from "../part/action.tsx";
import { Confirm } from "../part/confirm.tsx";
import { FailureNote, FaultNote } from "../part/failure_note.tsx";
import { focusPart } from "../part/focus_part.ts";
import { shortHex } from "../part/short_hex.ts";
import { usdcText } from "../part/number_text.ts";
import {
  type Attempt,
  type AttemptOutcome,
  forgetAttempt,
  keptAttempt,
  newAttempt,
  placeAttempt,
  TAB_STORE,
} from "./order_attempt.ts";
import { OrderFieldset, type TicketMarket } from "./order_fieldset.tsx";
import { type OrderBody, type OrderFields, orderOf, withWorstLimit } from "./order_fields.ts";
import { EndedOrder, OpenOutcome } from "./order_outcome.tsx";
import { previewOrder, sendOrder } from "./order_request.ts";
import { isPaperWallet, PaperMark } from "./paper_mark.tsx";
import { limitText, quoteText, restText, tradeText } from "./order_words.ts";
import { PreviewFacts } from "./preview_facts.tsx";

/** The ticket. `onPlaced` is called after each attempt, however it went. */
export function OrderTicket({ market, wallet, accountId, history, onPlaced }: {
  readonly market: TicketMarket;
  readonly wallet: TradingWallet;
  readonly accountId: string;
  /** The orders that are shown on the page. */
  readonly history: ReadonlyArray<SentOrder>;
  readonly onPlaced: () => void;
}) {
  /** An attempt from when the reader is asked to confirm until its outcome is known. */
  const [attempt, setAttempt] = useState(() => keptAttempt<OrderBody>(accountId, TAB_STORE));
  const isSent = useRef(attempt !== undefined);
  const [isConfirming, setIsConfirming] = useState(false);
  const [outcome, setOutcome] = useState<AttemptOutcome<PlacedOrder>>();
  const [preview, setPreview] = useState<Preview>();
  const placing = useAction(async (attempt: Attempt<OrderBody>) => {
    isSent.current = true;
    setOutcome(undefined);
    const outcome = await placeAttempt(attempt, { store: TAB_STORE, send: sendOrder });
    setIsConfirming(false);
    setOutcome(outcome);
    if (outcome.kind !== "open") {
      setAttempt(undefined);
      setPreview(undefined);
    }
    onPlaced();
  });
  const drop = () => {
    if (attempt !== undefined) forgetAttempt(attempt, TAB_STORE);
    setAttempt(undefined);
    setOutcome(undefined);
    focusPart(document.activeElement);
  };
  const confirming = isConfirming && attempt !== undefined ? attempt : undefined;
  return (
    <section class="panel">
      <h2>
        Order <PaperMark walletId={wallet.id} />
      </h2>
      {attempt !== undefined && !isConfirming
        ? (
          <OpenOutcome
            attempt={attempt}
            failure={outcome?.kind === "open" ? outcome.failure : undefined}
            found={history.find(({ idempotency_key }) => idempotency_key === attempt.key)}
            placing={placing}
            onLeave={drop}
          />
        )
        : outcome !== undefined && outcome.kind !== "open"
        ? <EndedOrder outcome={outcome} onDone={drop} />
        : null}
      <div hidden={outcome !== undefined || (attempt !== undefined && !isConfirming)}>
        <PreviewForm
          market={market}
          walletId={wallet.id}
          preview={preview}
          onPreview={setPreview}
          onPlace={(body) => {
            isSent.current = false;
            setAttempt(newAttempt(accountId, body));
            setIsConfirming(true);
          }}
        />
      </div>
      {confirming === undefined ? null : (
        <Confirm
          title={`${tradeText(confirming.body)}?`}
          verb={isPaperWallet(wallet.id) ? "Place it on paper" : "Place the order"}
          keep="Do not place it"
          action={{ ...placing, run: () => placing.run(confirming) }}
          mayLeave
          onClose={() => {
            setIsConfirming(false);
            // Nothing was sent: the key was never used.
            if (!isSent.current) setAttempt(undefined);
          }}
        >
          <ConfirmedOrder attempt={confirming} preview={preview} wallet={wallet} />
        </Confirm>
      )}
    </section>
  );
}

/** A preview with the order that it is of. */
interface Preview {
  readonly body: OrderBody;
  readonly answer: OrderPreview | LimitOrderPreview;
}

function PreviewForm({ market, walletId, preview, onPreview, onPlace }: {
  readonly market: TicketMarket;
  readonly walletId: string;
  readonly preview: Preview | undefined;
  readonly onPreview: (preview: Preview | undefined) => void;
  readonly onPlace: (body: OrderBody) => void;
}) {
  const [fields, setFields] = useState(() => startingFields(market));
  const [fault, setFault] = useState<string>();
  // Until the reader names another or previews an order, it is the market that is offered.
  const slug = (market.series === undefined ? fields.slug : undefined) ?? market.slug ?? "";
  const shown: OrderFields = { ...fields, slug };
  const asking = useRef<AbortController | undefined>(undefined);
  const previewing = useAction(async (asked: OrderFields) => {
    onPreview(undefined);
    const body = orderOf(asked, walletId);
    setFault(typeof body === "string" ? body : undefined);
    if (typeof body === "string") return;
    const { signal } = asking.current = new AbortController();
    try {
      const answer = await previewOrder(body, signal);
      if (signal.aborted) return;
      const worstPrice = answer.quote?.worstPrice ?? null;
      onPreview({ body: withWorstLimit(body, { ...asked, worstPrice }), answer });
    } catch (failure) {
      if (!signal.aborted) throw failure;
    }
  });
  const clear = () => {
    // An answer about other fields would stand under these.
    asking.current?.abort();
    onPreview(undefined);
    setFault(undefined);
    previewing.clear();
  };
  // Where it is the open window, another one has opened.
  useLayoutEffect(clear, [slug]);
  const change = (changes: Partial<OrderFields>) => {
    setFields({ ...fields, ...changes });
    clear();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (slug === "") return;
    setFields(shown);
    void previewing.run(shown);
  };
  return (
    <form onSubmit={submit}>
      <OrderFieldset fields={shown} market={market} onChange={change} />
      <FaultNote fault={fault} />
      <FailureNote failure={previewing.failure} />
      {preview === undefined ? null : <PreviewFacts body={preview.body} preview={preview.answer} />}
      <div class="buttons">
        <ActionButton
          action={previewing}
          kind={preview === undefined ? "main" : undefined}
          isOff={slug === ""}
          isSubmit
        >
          {preview === undefined ? "Preview" : "Preview again"}
        </ActionButton>
        {preview === undefined
          ? null
          : (
            <button type="button" class="main" onClick={() => onPlace(preview.body)}>
              Place…
            </button>
          )}
      </div>
    </form>
  );
}

/** What the address names, else an order as the first one of the guide. */
function startingFields(
  { series }: TicketMarket,
): Omit<OrderFields, "slug"> & { readonly slug: string | undefined } {
  const query = series === undefined ? place.peek().query : new URLSearchParams();
  return {
    kind: "market",
    slug: query.get("slug") ?? undefined,
    outcome: query.get("outcome") ?? "Up",
    side: "BUY",
    amount: "5",
    orderType: "FOK",
    limitPrice: "",
    isWorstLimit: true,
    price: "",
    size: "",
    restType: "GTC",
    expiresAt: "",
    lifeS: "",
    isPostOnly: false,
  };
}

function ConfirmedOrder({ attempt: { body }, preview, wallet }: {
  readonly attempt: Attempt<OrderBody>;
  readonly preview: Preview | undefined;
  readonly wallet: TradingWallet;
}) {
  const previewed = preview?.body === body ? preview.answer : undefined;
  return (
    <>
      <p>
        In <code>{body.slug}</code>, from the <PaperMark walletId={wallet.id} /> wallet{" "}
        <code>{shortHex(wallet.funder)}</code>, {limitText(body)}.
      </p>
      <p>{restText(body)}</p>
      {previewed === undefined ? null : <p>In the preview: {previewText(previewed)}.</p>}
    </>
  );
}

function previewText({ order, quote, fee }: Preview["answer"]): string {
  return quote === null
    ? "nothing of it would trade at once"
    : `${quoteText({ order, quote })}, fee ${usdcText(fee?.usdc ?? 0)}`;
}
