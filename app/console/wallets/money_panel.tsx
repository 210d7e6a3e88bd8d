/**
 * What a wallet has, and what it has spent today.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import type { WalletBalance } from "../../client/typescript/mod.ts";
import { CommandText } from "../part/command_text.tsx";
import { Ago } from "../part/instant.tsx";
import { type Loaded } from "../part/loaded.ts";
import { usdcText } from "../part/number_text.ts";
import { Panel } from "../part/panel.tsx";
import { spanText } from "../part/span_text.ts";
import { nowSec } from "../service/service_time.ts";
import { operatorCommand } from "../service/session.ts";

/** What the wallet has, and what it has spent of its limit for the day. */
export function MoneyPanel({ balance, walletId }: {
  readonly balance: Loaded<WalletBalance>;
  readonly walletId: string;
}) {
  return (
    <Panel
      title="Balance and spending"
      of={balance}
      tools={<a href={`/console/positions/${walletId}`}>Positions and profit</a>}
    >
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

function NoBalance({ of: { balance_error } }: { readonly of: WalletBalance }) {
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
  readonly of: WalletBalance;
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
        <code>
          <CommandText text={operatorCommand(`wallet limit ${walletId} --max-daily-usdc 1000`)} />
        </code>
      </p>
    </>
  );
}
