/**
 * The page of what a wallet has of markets, and what it has won and lost.
 *
 * @module
 */
import type { PageProps } from "../frame/pages.ts";
import { OneWallet } from "../wallets/one_wallet.tsx";
import { PositionsView } from "./positions_view.tsx";

/** The page. Its item is a wallet's id. */
export function Page({ item }: PageProps) {
  return (
    <>
      <h1>Positions</h1>
      <OneWallet path="/console/positions" item={item}>
        {(wallet, accountId) => (
          <PositionsView key={wallet.id} wallet={wallet} accountId={accountId} />
        )}
      </OneWallet>
    </>
  );
}
