/**
 * The order ticket of a market's page: for its open window, and whoever can trade.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { TradingWallet } from "../../client/typescript/mod.ts";
import { signInAddress } from "../frame/location.ts";
import { Choice } from "../part/field.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { shortHex } from "../part/short_hex.ts";
import { Waiting } from "../part/waiting.tsx";
import { nowSec } from "../service/service_time.ts";
import { service, session } from "../service/session.ts";
import { latestWindow } from "../service/stream_feed.ts";
import { isPaperWallet } from "../wallets/paper_mark.tsx";
import type { OrderTicket } from "../wallets/order_ticket.tsx";
import type { Own } from "../wallets/use_own_orders.ts";
import type { MarketProps } from "./live_window.tsx";

/** The ticket, or what is missing for one. */
export function MarketTrading({ own, ...market }: MarketProps & { readonly own: Own }) {
  const { value: wallets, failure, reload } = own.wallets;
  if (service.value === undefined) return null;
  if (session.value === undefined) {
    return (
      <section class="panel">
        <h2>Order</h2>
        <p>
          <a href={signInAddress()}>Sign in</a> to trade in this window.
        </p>
      </section>
    );
  }
  const ready = wallets?.filter((wallet) => wallet.ready) ?? [];
  if (ready.length > 0) return <WalletTicket own={own} wallets={ready} market={market} />;
  return (
    <section class="panel">
      <h2>Order</h2>
      <FailureNote failure={failure} retry={reload} />
      {wallets !== undefined
        ? (
          <p>
            No wallet of this account can trade. <a href="/console/wallets">What is missing</a>
          </p>
        )
        : failure === undefined
        ? <Waiting what="Loading wallets" />
        : null}
    </section>
  );
}

function WalletTicket({ own, wallets, market }: {
  readonly own: Own;
  readonly wallets: ReadonlyArray<TradingWallet>;
  readonly market: MarketProps;
}) {
  const { Ticket, isFailed } = useTicket();
  const [walletId, setWalletId] = useState<string>();
  const { asset, interval } = market;
  const slug = useComputed(() => {
    const window = latestWindow(asset, interval).value;
    return window !== undefined && nowSec.value < window.end ? window.slug : undefined;
  }).value;
  const wallet = wallets.find(({ id }) => id === walletId) ?? wallets[0];
  const accountId = session.value?.account.id;
  if (isFailed) return <p class="warn">The ticket's code did not arrive. Load the page again</p>;
  if (Ticket === undefined || wallet === undefined || accountId === undefined) return null;
  return (
    <>
      {wallets.length === 1 ? null : (
        <Choice
          label="Wallet"
          value={wallet.id}
          choices={wallets.map(({ id, funder }) =>
            [id, `${isPaperWallet(id) ? "paper " : ""}${shortHex(funder)}`] as const
          )}
          onValue={setWalletId}
        />
      )}
      <Ticket
        key={wallet.id}
        market={{ slug, series: market }}
        wallet={wallet}
        accountId={accountId}
        history={own.sent.value ?? []}
        onPlaced={own.sent.reload}
      />
    </>
  );
}

/** Loads the code of the ticket, which most readers of the page have no use for. */
function useTicket() {
  const [loaded, setLoaded] = useState<{ Ticket?: typeof OrderTicket; isFailed: boolean }>({
    isFailed: false,
  });
  useEffect(() => {
    import("../wallets/order_ticket.tsx").then(
      ({ OrderTicket }) => setLoaded({ Ticket: OrderTicket, isFailed: false }),
      () => setLoaded({ isFailed: true }),
    );
  }, []);
  return loaded;
}
