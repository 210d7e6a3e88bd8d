/**
 * The last claims of a wallet, and whether it claims by itself.
 *
 * @module
 */
import type { TradingWallet } from "../../client/typescript/mod.ts";
import type { Claim } from "../../client/typescript/wire/position.ts";
import { CommandText } from "../part/command_text.tsx";
import { CopyButton } from "../part/copy_button.tsx";
import { Instant } from "../part/instant.tsx";
import { MoreButton } from "../part/more_button.tsx";
import { Panel } from "../part/panel.tsx";
import { WideTable } from "../part/wide_table.tsx";
import { operatorCommand } from "../service/session.ts";
import { ClaimState } from "./claim_state.tsx";
import { marketText } from "./claim_words.ts";
import { MarketLink } from "./market_link.tsx";
import { Money } from "./money.tsx";
import { TxLink } from "./tx_link.tsx";
import type { OwnClaims } from "./use_claims.ts";

/** The panel. */
export function ClaimList({ wallet, claims: { list, more } }: {
  readonly wallet: TradingWallet;
  readonly claims: OwnClaims;
}) {
  return (
    <Panel title="Claims" of={list}>
      {({ items }) => (
        <>
          {items.length === 0
            ? (
              <p class="empty">
                Nothing was claimed through this service yet. What was claimed elsewhere is among
                the closed positions.
              </p>
            )
            : (
              <WideTable
                label="Claims"
                kind="cards positions claims"
                columns={[
                  "Market",
                  "State",
                  { number: "USDC" },
                  "Asked for, UTC",
                  "Over, UTC",
                  "Transaction",
                ]}
              >
                {items.map((claim) => <ClaimLine key={claim.id} of={claim} />)}
              </WideTable>
            )}
          <MoreButton more={more} />
          <Policy wallet={wallet} />
        </>
      )}
    </Panel>
  );
}

function ClaimLine({ of }: { readonly of: Claim }) {
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <MarketLink name={of.slug ?? of.condition_id} />
      </th>
      <td role="cell" data-label="State">
        <ClaimState of={of} />
      </td>
      <td role="cell" class="number" data-label="USDC">
        {of.state === "confirmed" ? <Money usdc={of.usdc} /> : "-"}
      </td>
      <td role="cell" data-label="Asked for">
        <Instant at={of.requested_at} />
        <small>{of.automatic ? "automatic" : "by hand"}</small>
      </td>
      <td role="cell" data-label="Over">
        {of.ended_at === null ? "not yet" : <Instant at={of.ended_at} />}
      </td>
      <td role="cell" data-label="Transaction">
        {of.tx === null ? "-" : <TxLink tx={of.tx} />}
        <span class="hidden">of {marketText(of)}</span>
      </td>
    </tr>
  );
}

/** Whether the wallet claims by itself, and how that is changed. */
function Policy({ wallet: { id, claim_policy } }: { readonly wallet: TradingWallet }) {
  const isOn = claim_policy === "auto";
  const command = operatorCommand(`wallet claim ${id} --policy ${isOn ? "off" : "auto"}`);
  return (
    <>
      <h3>Claims by itself: {isOn ? "on" : "off"}</h3>
      <p>
        {isOn
          ? "What the wallet has won is claimed within a minute of the resolution. "
          : "What the wallet has won stays until somebody claims it. "}
        Whoever runs this service switches that {isOn ? "off" : "on"} there:
      </p>
      <pre><CommandText text={command} /></pre>
      <CopyButton text={command} what="the command" />
    </>
  );
}
