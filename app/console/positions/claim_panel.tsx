/**
 * What can be claimed, a button a row, and what becomes of it.
 *
 * @module
 */
import type { TradingWallet } from "../../client/typescript/mod.ts";
import type { Claim } from "../../client/typescript/wire/position.ts";
import { ActionButton } from "../part/action.tsx";
import { Confirm } from "../part/confirm.tsx";
import type { Loaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { storeApart, TAB_STORE } from "../wallets/order_attempt.ts";
import { type AttemptRun, useAttempt } from "../wallets/use_attempt.ts";
import { AttemptNote, RefusedNote } from "./attempt_note.tsx";
import { claimRow, newestClaims } from "./claim_progress.ts";
import { type ClaimRequest, sendClaim } from "./claim_request.ts";
import { ClaimStateTx } from "./claim_state.tsx";
import { claimLines, endedText, marketText, roadText } from "./claim_words.ts";
import type { ListedPosition, Overview } from "./position_request.ts";
import { HeldTable } from "./position_table.tsx";
import { TxLink } from "./tx_link.tsx";
import type { OwnClaims } from "./use_claims.ts";

type ClaimRun = AttemptRun<ClaimRequest, ReadonlyArray<Claim>>;

/** The panel; nothing where nothing can be claimed, and nothing has just been. */
export function ClaimPanel({ wallet, accountId, overview, claims }: {
  readonly wallet: TradingWallet;
  readonly accountId: string;
  readonly overview: Loaded<Overview>;
  readonly claims: OwnClaims;
}) {
  const walletId = wallet.id;
  const run = useAttempt<ClaimRequest, ReadonlyArray<Claim>>({
    accountId,
    store: storeApart(TAB_STORE, `claim.${walletId}`),
    send: sendClaim,
    onAnswered: (outcome) => claims.take(outcome.kind === "placed" ? outcome.placed : []),
  });
  const { items = [], hasMore = false } = overview.value ?? {};
  const positions = items.filter(({ status }) => status === "claimable");
  const isNews = claims.ended.length > 0 || run.attempt !== undefined || run.outcome !== undefined;
  if (positions.length === 0 && !isNews) return null;
  const rows = rowsOf(positions, { overview, claims });
  const free = rows.filter(({ mayClaim }) => mayClaim).map(({ position }) => position);
  const ask = (those: ReadonlyArray<ListedPosition>, conditionId?: string) =>
    run.ask({ walletId, conditionId, lines: claimLines(those, hasMore && !conditionId) });
  const isHeld = run.attempt !== undefined;
  return (
    <Panel
      title="To claim"
      of={{ ...overview, failure: undefined, value: rows }}
      tools={free.length < 2
        ? null
        : (
          <ActionButton action={run.sending} kind="main" isOff={isHeld} onPress={() => ask(free)}>
            Claim all
          </ActionButton>
        )}
    >
      {(rows) => (
        <>
          <AttemptNote run={run} thing="claim">
            <Lines of={run.attempt?.body.lines ?? []} />
          </AttemptNote>
          <RefusedNote run={run} thing="claim" />
          <EndedNote claims={claims} run={run} />
          {rows.length === 0 ? null : (
            <HeldTable
              label="Positions to claim"
              positions={positions}
              price="Pays"
              value="To claim"
              action={{
                name: "Claim",
                of: ({ id }) => {
                  const row = rows.find(({ position }) => position.id === id);
                  return row === undefined ? null : (
                    <ClaimCell
                      row={row}
                      run={run}
                      onClaim={({ condition_id }) =>
                        ask(free.filter((one) => one.condition_id === condition_id), condition_id)}
                    />
                  );
                },
              }}
            />
          )}
          <Question run={run} wallet={wallet} markets={marketsOf(free)} />
        </>
      )}
    </Panel>
  );
}

interface Row extends ReturnType<typeof claimRow> {
  readonly position: ListedPosition;
}

function rowsOf(
  positions: ReadonlyArray<ListedPosition>,
  { overview, claims }: {
    readonly overview: Loaded<Overview>;
    readonly claims: OwnClaims;
  },
): ReadonlyArray<Row> {
  const newest = newestClaims([...claims.list.value?.known ?? [], ...claims.ended]);
  const now = overview.value?.last.now ?? "";
  return positions.map((position) => ({
    position,
    ...claimRow(newest.get(position.condition_id), now),
  }));
}

function marketsOf(positions: ReadonlyArray<ListedPosition>): number {
  return new Set(positions.map(({ condition_id }) => condition_id)).size;
}

function ClaimCell({ row: { position, claim, mayClaim }, run, onClaim }: {
  readonly row: Row;
  readonly run: ClaimRun;
  readonly onClaim: (position: ListedPosition) => void;
}) {
  return (
    <div class="claim">
      {claim === undefined ? null : <ClaimStateTx of={claim} />}
      {mayClaim
        ? (
          <ActionButton
            action={run.sending}
            isOff={run.attempt !== undefined}
            onPress={() => onClaim(position)}
          >
            Claim <span class="hidden">{position.outcome ?? ""} in {marketText(position)}</span>
          </ActionButton>
        )
        : null}
    </div>
  );
}

function Lines({ of }: { readonly of: ReadonlyArray<string> }) {
  return <ul>{of.map((line) => <li key={line}>{line}</li>)}</ul>;
}

function Question({ run, wallet, markets }: {
  readonly run: ClaimRun;
  readonly wallet: TradingWallet;
  readonly markets: number;
}) {
  const { attempt, sending } = run;
  if (attempt === undefined || !run.isConfirming) return null;
  const { conditionId, lines } = attempt.body;
  return (
    <Confirm
      title={conditionId === undefined ? "Claim everything?" : "Claim it?"}
      verb={conditionId === undefined ? "Claim all" : "Claim it"}
      keep="Not now"
      action={{ ...sending, run: () => sending.run(attempt) }}
      mayLeave
      onClose={run.close}
    >
      <p>The shares are given up for what they pay:</p>
      <Lines of={lines} />
      <p>{roadText(wallet, conditionId === undefined ? markets : 1)}</p>
    </Confirm>
  );
}

/** What has just become of claims. */
function EndedNote({ claims, run }: { readonly claims: OwnClaims; readonly run: ClaimRun }) {
  const { outcome } = run;
  const { ended } = claims;
  const isNothing = outcome?.kind === "placed" && outcome.placed.length === 0;
  if (ended.length === 0 && !isNothing) return null;
  const tx = ended.length === 1 ? ended[0]?.tx ?? null : null;
  const hasFailed = ended.some(({ state }) => state === "failed");
  return (
    <div class={hasFailed ? "note caution" : "note"} role="status">
      {isNothing ? <p>Nothing can be claimed any more.</p> : null}
      {endedText(ended).map((text) => <p key={text}>{text}</p>)}
      {tx === null ? null : (
        <p class="soft">
          Transaction <TxLink tx={tx} />
        </p>
      )}
      <button
        type="button"
        onClick={() => {
          claims.hideEnded();
          run.drop();
        }}
      >
        Hide this
      </button>
    </div>
  );
}
