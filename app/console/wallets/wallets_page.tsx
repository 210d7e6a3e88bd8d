/**
 * The page of the account's trading wallets.
 *
 * @module
 */
import type { PageProps } from "../frame/pages.ts";
import { OneWallet } from "./one_wallet.tsx";
import { WalletView } from "./wallet_view.tsx";

/** The page. Its item is a wallet's id. */
export function Page({ item }: PageProps) {
  return (
    <>
      <h1>Wallets</h1>
      <OneWallet path="/console/wallets" item={item}>
        {(wallet, accountId) => (
          <WalletView
            key={wallet.id}
            wallet={wallet}
            accountId={accountId}
          />
        )}
      </OneWallet>
    </>
  );
}
