/**
 * What a wallet can trade, by the kind of market, and what it lacks.
 *
 * @module
 */
import type { TradingWallet, WalletReadiness } from "../../client/typescript/mod.ts";
import { CommandText } from "../part/command_text.tsx";
import { CopyButton } from "../part/copy_button.tsx";
import { WideTable } from "../part/wide_table.tsx";
import { operatorCommand } from "../service/session.ts";

/** The kinds of markets in words; another kind is shown under its own name. */
const KIND_NAMES: ReadonlyMap<string, string> = new Map([
  ["v1", "Ordinary markets (V1)"],
  ["v1_neg_risk", "Neg-risk markets (V1)"],
  ["v2", "Markets of protocol V2"],
]);

const NOT_KNOWN =
  "The venue had not said whether it is given when the wallet was provisioned: it " +
  "says so only while such a market is open. If it is not given, the funder";

/** The checklist. */
export function Checklist({ wallet }: { readonly wallet: TradingWallet }) {
  const lacksKey = wallet.missing.includes("clob_api_key");
  // What a wallet lacks is not known before it is provisioned: it may lack no approval at all.
  const missing = wallet.ready_for.flatMap(({ missing }) => missing)
    .filter(({ known }) => known || !lacksKey);
  const provision = operatorCommand(`wallet provision ${wallet.id}`);
  return (
    <>
      <h3>What it can trade</h3>
      <WideTable label="What it can trade" columns={["Kind of market", "Buy", "Sell"]}>
        {wallet.ready_for.map(({ market, buy, sell }) => (
          <tr key={market}>
            <th scope="row">{KIND_NAMES.get(market) ?? market}</th>
            <td>
              <Can can={buy} />
            </td>
            <td>
              <Can can={sell} />
            </td>
          </tr>
        ))}
      </WideTable>
      {missing.length === 0 && !lacksKey ? null : (
        <>
          <h3>What is missing</h3>
          <ol>
            {lacksKey
              ? <li>The venue's API key, without which nothing is traded: provisioning gets it.</li>
              : null}
            {approvals(missing).map(({ approval, needed, known }) => (
              <li key={approval}>
                An approval, to {needed}. {known ? "The funder" : NOT_KNOWN} makes this call:
                <pre>{approval}</pre>
                <CopyButton text={approval} what="the call" />
              </li>
            ))}
            <li>
              {lacksKey
                ? "Where the service runs, provision the wallet. That also reads which approvals " +
                  "are given:"
                : "Then, where the service runs, provision the wallet again:"}
              <pre><CommandText text={provision} /></pre>
              <CopyButton text={provision} what="the command" />
            </li>
          </ol>
          <p>
            <a href="/docs/guide/orders#wallets-and-limits">What each kind of market needs</a>
          </p>
        </>
      )}
    </>
  );
}

function Can({ can }: { readonly can: boolean }) {
  return can ? <span class="up">✓ yes</span> : <span class="warn">✗ not yet</span>;
}

/** One item an approval: kinds of markets share some of them. */
function approvals(missing: WalletReadiness["missing"]) {
  return [...Map.groupBy(missing, ({ approval }) => approval)].map(([approval, items]) => ({
    approval,
    needed: [...new Set(items.map(({ side }) => side))].join(" and "),
    known: items.every(({ known }) => known),
  }));
}
