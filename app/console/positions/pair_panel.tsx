/**
 * Splits USDC into shares of both outcomes of a market, and merges them into it.
 *
 * @module
 */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { TradingWallet } from "../../client/typescript/mod.ts";
import type { ChainAction } from "../../client/typescript/wire/position.ts";
import { Confirm } from "../part/confirm.tsx";
import { FailureNote, FaultNote } from "../part/failure_note.tsx";
import { Choice, Field } from "../part/field.tsx";
import { sharesText } from "../part/number_text.ts";
import { storeApart, TAB_STORE } from "../wallets/order_attempt.ts";
import { type AttemptRun, useAttempt } from "../wallets/use_attempt.ts";
import { AttemptNote, RefusedNote } from "./attempt_note.tsx";
import { sendPair } from "./claim_request.ts";
import { type PairChange, pairQuestion, pairText, roadText, stateText } from "./claim_words.ts";
import { marketsOf, pairChangeOf, type PairFields, pairsHeld } from "./pair_fields.ts";
import type { ListedPosition } from "./position_request.ts";
import { TxLink } from "./tx_link.tsx";
import { usePolling } from "./use_claims.ts";

type PairRun = AttemptRun<PairChange, ChainAction>;

/** A market that the reader has chosen in the list; another object each time. */
export interface ChosenMarket {
  readonly slug: string;
}

/** The panel: closed until it is wanted. `onChanged` is called after each answer. */
export function PairPanel({ wallet, accountId, positions, chosen, onChanged }: {
  readonly wallet: TradingWallet;
  readonly accountId: string;
  /** Those of open markets. */
  readonly positions: ReadonlyArray<ListedPosition>;
  readonly chosen: ChosenMarket | undefined;
  readonly onChanged: () => void;
}) {
  const run = useAttempt<PairChange, ChainAction>({
    accountId,
    store: storeApart(TAB_STORE, `pair.${wallet.id}`),
    send: sendPair,
    isOver: ({ state }) => state !== "sent",
    onAnswered: onChanged,
  });
  const { attempt, outcome, sending } = run;
  const isTaken = run.isTaken && attempt !== undefined;
  // Asking for it again begins nothing: the service has it.
  usePolling({
    what: isTaken ? attempt.key : "",
    of: outcome,
    again: () => attempt === undefined || void sending.run(attempt),
  });
  const box = useRef<HTMLDetailsElement>(null);
  const isBusy = attempt !== undefined || outcome !== undefined;
  const isWanted = chosen !== undefined || isBusy;
  useEffect(() => {
    if (box.current !== null && isWanted) box.current.open = true;
    if (chosen !== undefined) box.current?.querySelector("summary")?.focus();
  }, [chosen, isWanted]);
  return (
    <details ref={box} class="panel pairs">
      <summary>Split and merge</summary>
      {isTaken ? null : (
        <AttemptNote run={run} thing={attempt?.body.kind ?? "split"}>
          {attempt === undefined ? null : <p>{pairText(attempt.body)}</p>}
        </AttemptNote>
      )}
      <RefusedNote run={run} thing="split or merge" />
      <PairNote run={run} />
      <div hidden={isBusy && !run.isConfirming}>
        <PairForm wallet={wallet} positions={positions} chosen={chosen} onAsk={run.ask} />
      </div>
      {attempt === undefined || !run.isConfirming ? null : (
        <Confirm
          title={pairQuestion(attempt.body)}
          verb={attempt.body.kind === "split" ? "Split it" : "Merge them"}
          keep="Not now"
          action={{ ...sending, run: () => sending.run(attempt) }}
          mayLeave
          onClose={run.close}
        >
          <p>{pairText(attempt.body)}</p>
          <p>{roadText(wallet)}</p>
        </Confirm>
      )}
    </details>
  );
}

/** What became of it, or what it waits for. */
function PairNote({ run: { attempt, outcome, isTaken, drop } }: { readonly run: PairRun }) {
  const action = outcome?.kind === "placed" ? outcome.placed : undefined;
  const isOpen = attempt !== undefined;
  if (action === undefined && !(isOpen && isTaken)) return null;
  return (
    <div class={action?.state === "failed" ? "note caution" : "note"} role="status">
      <p>
        <strong>{action === undefined ? "On its way" : stateText(action)}</strong>
      </p>
      {attempt === undefined ? null : <p>{pairText(attempt.body)}</p>}
      {action === undefined || action.tx === null ? null : (
        <p class="soft">
          Transaction <TxLink tx={action.tx} />
        </p>
      )}
      {outcome?.kind === "open" ? <FailureNote failure={outcome.failure} /> : null}
      {isOpen ? null : <button type="button" onClick={drop}>Hide this</button>}
    </div>
  );
}

const KINDS = [
  ["split", "Split USDC into shares"],
  ["merge", "Merge shares into USDC"],
] as const;

function PairForm({ wallet, positions, chosen, onAsk }: {
  readonly wallet: TradingWallet;
  readonly positions: ReadonlyArray<ListedPosition>;
  readonly chosen: ChosenMarket | undefined;
  readonly onAsk: (change: PairChange) => void;
}) {
  const id = useId();
  const [fields, setFields] = useState<PairFields>({ kind: "split", slug: "", size: "" });
  const [fault, setFault] = useState<string>();
  const change = (changes: Partial<PairFields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setFault(undefined);
  };
  useEffect(() => {
    if (chosen !== undefined) change({ slug: chosen.slug });
  }, [chosen]);
  const submit = (event: Event) => {
    event.preventDefault();
    const asked = pairChangeOf(fields, wallet.id);
    if (typeof asked === "string") setFault(asked);
    else onAsk(asked);
  };
  const isSplit = fields.kind === "split";
  const held = pairsHeld(positions, fields.slug.trim());
  return (
    <form onSubmit={submit}>
      <div class="row">
        <Choice
          label="What"
          value={fields.kind}
          choices={KINDS}
          onValue={(kind) => change({ kind })}
        />
        <Field
          label="Market"
          required
          autoComplete="off"
          list={id}
          hint="Its slug"
          value={fields.slug}
          onValue={(slug) => change({ slug })}
        >
          <datalist id={id}>
            {marketsOf(positions).map((slug) => <option key={slug} value={slug} />)}
          </datalist>
        </Field>
        <Field
          label={isSplit ? "Size, USDC" : "Size, shares of each"}
          required
          inputMode="decimal"
          autoComplete="off"
          hint={isSplit
            ? "As many shares of each outcome"
            : `${sharesText(held)} of both are settled`}
          value={fields.size}
          onValue={(size) => change({ size })}
        />
      </div>
      <FaultNote fault={fault} />
      <div class="buttons">
        <button type="submit" class="main">{isSplit ? "Split…" : "Merge…"}</button>
      </div>
    </form>
  );
}
