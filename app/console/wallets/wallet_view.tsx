/**
 * Everything about one wallet, refreshed together.
 *
 * @module
 */
import type { TradingWallet } from "../../client/typescript/mod.ts";
import { place } from "../frame/location.ts";
import { useLoaded } from "../part/loaded.ts";
import { FillList } from "./fill_list.tsx";
import { MoneyPanel } from "./money_panel.tsx";
import { OpenOrders } from "./open_orders.tsx";
import { OrderHistory, readState } from "./order_history.tsx";
import { askFills, askHistory, askOpenOrders } from "./order_request.ts";
import { OrderTicket } from "./order_ticket.tsx";
import { usePages } from "../part/pages.ts";
import { useComingSlug } from "./use_coming_slug.ts";
import { WalletFacts } from "./wallet_facts.tsx";
import { askBalance } from "./wallet_request.ts";

/** How often everything is asked for again while the page can be seen. */
const EVERY_MS = 10_000;

/** The wallet. */
export function WalletView({ wallet, accountId }: {
  readonly wallet: TradingWallet;
  readonly accountId: string;
}) {
  const walletId = wallet.id;
  const comingSlug = useComingSlug();
  const state = readState(place.value.query.get("state"));
  const balance = useLoaded((signal) => askBalance(walletId, signal), {
    by: [walletId],
    everyMs: EVERY_MS,
  });
  const open = usePages((pages, signal) => askOpenOrders({ walletId, pages, signal }), {
    by: [walletId],
    everyMs: EVERY_MS,
  });
  const history = usePages((pages, signal) => askHistory({ walletId, pages, signal, state }), {
    by: [walletId, state],
    everyMs: EVERY_MS,
  });
  const fills = usePages((pages, signal) => askFills({ walletId, pages, signal }), {
    by: [walletId],
    everyMs: EVERY_MS,
  });
  const refresh = () => {
    balance.reload();
    open.list.reload();
    history.list.reload();
    fills.list.reload();
  };
  const sent = history.list.value?.items ?? [];
  return (
    <>
      <div class="panels">
        <div>
          <WalletFacts wallet={wallet} />
        </div>
        <div>
          <MoneyPanel balance={balance} walletId={walletId} />
          <OrderTicket
            market={{ slug: comingSlug }}
            wallet={wallet}
            accountId={accountId}
            history={sent}
            onPlaced={refresh}
          />
        </div>
      </div>
      <OpenOrders
        walletId={walletId}
        accountId={accountId}
        list={open.list}
        more={open.more}
        slugs={new Map(sent.map(({ order }) => [order.tokenId, order.slug]))}
        onChanged={refresh}
      />
      <OrderHistory list={history.list} more={history.more} state={state} />
      <FillList list={fills.list} more={fills.more} />
    </>
  );
}
