/**
 * One wallet: who signs and who pays, and what it can trade.
 *
 * @module
 */
import type { TradingWallet } from "../../client/typescript/mod.ts";
import { CopyButton } from "../part/copy_button.tsx";
import { Fact, Facts } from "../part/facts.tsx";
import { Instant } from "../part/instant.tsx";
import { usdcText } from "../part/number_text.ts";
import { Checklist } from "./checklist.tsx";

/** The wallet's facts. */
export function WalletFacts({ wallet }: { readonly wallet: TradingWallet }) {
  const limit = wallet.max_order_usdc;
  return (
    <section class="panel">
      <div class="title">
        <h2>Wallet</h2>
        <span class={wallet.ready ? "mark up" : "mark warn"}>
          {wallet.ready ? "ready to trade" : "not ready"}
        </span>
      </div>
      <Facts>
        <Fact name="Id">
          <code>{wallet.id}</code> <CopyButton text={wallet.id} what="the wallet's id" />
        </Fact>
        <Fact name="Signing key">
          <code>{wallet.address}</code>
        </Fact>
        <Fact name="Funder">
          <code>{wallet.funder}</code>{" "}
          <span class="soft">
            holds the money{wallet.funder === wallet.address ? ": the same address" : ""}
          </span>
        </Fact>
        <Fact name="Type">{wallet.signature_type} {wallet.signature_type_name}</Fact>
        <Fact name="One order">{limit === null ? "no limit" : `at most ${usdcText(limit)}`}</Fact>
        <Fact name="Claims">
          {wallet.claim_policy === "auto" ? "what was won, by itself" : "only on request"}
        </Fact>
        <Fact name="Imported">
          <Instant at={wallet.created_at} /> UTC
        </Fact>
      </Facts>
      <Checklist wallet={wallet} />
    </section>
  );
}
