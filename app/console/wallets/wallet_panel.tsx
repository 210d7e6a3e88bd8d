/**
 * One wallet: its facts, what it can trade, what it has, and what it has spent today.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { CopyButton } from "../part/copy_button.tsx";
import { Ago, Instant } from "../part/instant.tsx";
import { type Loaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { spanText } from "../part/span_text.ts";
import { nowSec } from "../service/service_time.ts";
import { Checklist } from "./checklist.tsx";
import { usdcText } from "./number_text.ts";
import type { BalanceAnswer, WalletRow } from "./wallet_request.ts";

/** The wallet's facts. */
export function WalletFacts({ wallet }: { readonly wallet: WalletRow }) {
  const limit = wallet.max_order_usdc;
  return (
    <section class="panel">
      <div class="title">
        <h2>Wallet</h2>
        <span class={wallet.ready ? "mark up" : "mark warn"}>
          {wallet.ready ? "ready to trade" : "not ready"}
        </span>
      </div>
      <dl class="facts">
        <dt>Id</dt>
        <dd>
          <code>{wallet.id}</code> <CopyButton text={wallet.id} what="the wallet's id" />
        </dd>
        <dt>Signing key</dt>
        <dd>
          <code>{wallet.address}</code>
        </dd>
        <dt>Funder</dt>
        <dd>
          <code>{wallet.funder}</code>{" "}
          <span class="soft">
            holds the money{wallet.funder === wallet.address ? ": the same address" : ""}
          </span>
        </dd>
        <dt>Type</dt>
        <dd>{wallet.signature_type} {wallet.signature_type_name}</dd>
        <dt>One order</dt>
        <dd>{limit === null ? "no limit" : `at most ${usdcText(limit)}`}</dd>
        <dt>Imported</dt>
        <dd>
          <Instant at={wallet.created_at} /> UTC
        </dd>
      </dl>
      <Checklist wallet={wallet} />
    </section>
  );
}

/** What the wallet has, and what it has spent of its limit for the day. */
export function MoneyPanel({ balance, walletId }: {
  readonly balance: Loaded<BalanceAnswer>;
  readonly walletId: string;
}) {
  return (
    <Panel title="Balance and spending" of={balance}>
      {(answer) => (
        <>
          {answer.balance_usdc === null ? <NoBalance of={answer} /> : (
            <p class="money">
              <strong class="number">{usdcText(answer.balance_usdc)}</strong>{" "}
              {answer.balance_at === null ? null : (
                <span class="soft">
                  the venue said <Ago at={answer.balance_at} now={answer.now} />
                </span>
              )}
            </p>
          )}
          <Spending of={answer} walletId={walletId} />
        </>
      )}
    </Panel>
  );
}

function NoBalance({ of: { balance_error } }: { readonly of: BalanceAnswer }) {
  return (
    <div class="note failed">
      <p>
        <strong>{balance_error?.error ?? "The venue has not said the balance"}</strong>
        {balance_error?.hint === undefined ? null : (
          <>
            <br />
            {balance_error.hint}
          </>
        )}
      </p>
    </div>
  );
}

function Spending({ of, walletId }: {
  readonly of: BalanceAnswer;
  readonly walletId: string;
}) {
  const { spent_today_usdc: spent, max_daily_usdc: max, left_today_usdc: left, day_ends_at } = of;
  const endsIn = useComputed(() => spanText(Date.parse(day_ends_at) / 1000 - nowSec.value));
  const words = max === null
    ? `${usdcText(spent)} spent today; no limit a day`
    : `${usdcText(spent)} spent today of ${usdcText(max)}` +
      (left === null ? "" : `; ${usdcText(left)} left`);
  return (
    <>
      <h3>Today</h3>
      {max === null ? null : (
        <meter
          aria-label="Spent today of the limit for a day"
          min={0}
          max={max}
          high={max * 0.8}
          value={spent}
        >
          {words}
        </meter>
      )}
      <p>{words}</p>
      <p class="soft">
        Buys and sells alike, but for refused orders. The UTC day ends in {endsIn}.{" "}
        {max === null ? "A limit is set" : "The limit is changed"} where the service runs:{" "}
        <code>bun run account wallet limit {walletId} --max-daily-usdc 1000</code>
      </p>
    </>
  );
}
