/**
 * The page of the account's trading wallets.
 *
 * @module
 */
import type { TradingWallet } from "../../client/typescript/mod.ts";
import type { PageProps } from "../frame/pages.ts";
import { CopyButton } from "../part/copy_button.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { PlaceChoice } from "../part/place_choice.tsx";
import { Waiting } from "../part/waiting.tsx";
import { session } from "../service/session.ts";
import { shortHex } from "../part/short_hex.ts";
import { WalletView } from "./wallet_view.tsx";
import { askAccount } from "./wallet_request.ts";

const EVERY_MS = 10_000;

/** The page. Its item is a wallet's id; without one, the first wallet is shown. */
export function Page({ item }: PageProps) {
  const account = useLoaded(askAccount, { by: [session.value?.id], everyMs: EVERY_MS });
  const { value, failure, reload } = account;
  const wallets = value?.wallets ?? [];
  const chosen = item === undefined
    ? wallets[0]
    : wallets.find(({ id }) => id === item.toLowerCase());
  return (
    <>
      <h1>Wallets</h1>
      <FailureNote failure={failure} retry={reload} />
      {value === undefined
        ? (failure === undefined ? <Waiting what="Loading wallets" /> : null)
        : wallets.length === 0
        ? <NoWallet email={value.account.email} />
        : (
          <>
            <WalletList wallets={wallets} chosen={chosen} />
            {chosen === undefined
              ? (
                <div class="note failed">
                  <p>This account has no wallet {item}.</p>
                </div>
              )
              : <WalletView key={chosen.id} wallet={chosen} accountId={value.account.id} />}
          </>
        )}
    </>
  );
}

function WalletList({ wallets, chosen }: {
  readonly wallets: ReadonlyArray<TradingWallet>;
  readonly chosen: TradingWallet | undefined;
}) {
  return (
    <PlaceChoice
      label="Wallets"
      options={wallets.map(({ id, funder, signature_type_name, ready }) => ({
        href: `/console/wallets/${id}`,
        title: funder,
        isChosen: id === chosen?.id,
        text: (
          <>
            <code>{shortHex(funder)}</code> {signature_type_name}
            {ready ? null : <span class="warn">not ready</span>}
          </>
        ),
      }))}
    />
  );
}

function NoWallet({ email }: { readonly email: string }) {
  const command = `bun run account wallet import ${email} --type 0`;
  return (
    <section class="panel">
      <h2>No wallet yet</h2>
      <p>
        Orders are signed with a wallet's key, which never passes through a browser. Whoever runs
        this service imports it there; the private key is asked for:
      </p>
      <pre>{command}</pre>
      <CopyButton text={command} what="the command" />
      <p>
        Type 0 is a key that holds the money itself; 1 is a proxy, 2 a Safe, 3 a deposit wallet, and
        these need{" "}
        <code>--funder 0x…</code>, their contract. Then the wallet is provisioned, as the command
        says. <a href="/docs/guide/operations#keys-and-wallets">More in the guide</a>.
      </p>
    </section>
  );
}
