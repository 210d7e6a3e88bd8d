/**
 * What a wallet has, what it can claim and what it has made, at a glance.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import type { ProfitTotal } from "../../client/typescript/wire/profit.ts";
import type { Loaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { Money } from "./money.tsx";
import { centsText } from "./money_text.ts";
import type { Overview } from "./position_request.ts";
import { positionSum, sumText } from "./position_sum.ts";
import { ProfitChart } from "./profit_chart.tsx";
import { profitCurve } from "./profit_curve.ts";

/** The panel. */
export function OverviewPanel({ of }: { readonly of: Loaded<Overview> }) {
  return (
    <Panel title="Value and profit, USDC" of={of}>
      {({ items, hasMore, profit }) => {
        const today = profit.now.slice(0, 10);
        const sumOf = (wanted: "open" | "claimable") =>
          positionSum(items.filter(({ status }) => status === wanted));
        const [open, claimable] = [sumOf("open"), sumOf("claimable")];
        return (
          <div class="overview">
            <dl class="sums">
              <Figure name="Open, at best bids" note={sumText(open, hasMore)}>
                <Money usdc={open.usdc} />
              </Figure>
              <Figure name="Can be claimed" note={sumText(claimable, hasMore)}>
                <Money usdc={claimable.usdc} />
              </Figure>
              <Made name="Realized today" of={profit.data.find(({ key }) => key === today)} />
              <Made name="Realized, all time" of={profit.total} />
            </dl>
            <ProfitChart curve={profitCurve(profit.data, today)} />
          </div>
        );
      }}
    </Panel>
  );
}

const NOTHING = { realized_usdc: 0, fees_usdc: 0 };

function Made({ name, of = NOTHING }: {
  readonly name: string;
  readonly of?: Pick<ProfitTotal, "realized_usdc" | "fees_usdc"> | undefined;
}) {
  const { realized_usdc, fees_usdc } = of;
  const fees = fees_usdc === null
    ? "fees, which are not certain"
    : `${centsText(fees_usdc)} of fees`;
  return (
    <Figure name={name} note={`before ${fees}`}>
      <Money usdc={realized_usdc} isGain />
    </Figure>
  );
}

function Figure({ name, note, children }: {
  readonly name: string;
  readonly note: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="figure">{children}</dd>
      <dd class="soft">{note}</dd>
    </div>
  );
}
