/**
 * What pages about one of the account's wallets have in common: which wallets there are, and the
 * choice of one.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import type { TradingWallet } from "../../client/typescript/mod.ts";
import { shellWord } from "../part/shell_word.ts";
import { CommandText } from "../part/command_text.tsx";
import { CopyButton } from "../part/copy_button.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { PlaceChoice } from "../part/place_choice.tsx";
import { shortHex } from "../part/short_hex.ts";
import { Waiting } from "../part/waiting.tsx";
import { operatorCommand, session } from "../service/session.ts";
import { isPaperWallet, PaperMark, PaperNote } from "./paper_mark.tsx";
import { askAccount } from "./wallet_request.ts";

const EVERY_MS = 10_000;

/**
 * Shows `children` of the wallet with the id `item`; without one, of the first wallet. `path`: of
 * the page.
 */
export function OneWallet({ path, item, children }: {
  readonly path: string;
  readonly item: string | undefined;
  readonly children: (wallet: TradingWallet, accountId: string) => ComponentChildren;
}) {
  const account = useLoaded(askAccount, { by: [session.value?.id], everyMs: EVERY_MS });
  const { value, failure, reload } = account;
  const wallets = value?.wallets ?? [];
  const chosen = item === undefined
    ? wallets[0]
    : wallets.find(({ id }) => id === item.toLowerCase());
  return (
    <>
      <FailureNote failure={failure} retry={reload} />
      {value === undefined
        ? (failure === undefined ? <Waiting what="Loading wallets" /> : null)
        : wallets.length === 0
        ? <NoWallet email={value.account.email} />
        : (
          <>
            <WalletList path={path} wallets={wallets} chosen={chosen} />
            {chosen === undefined
              ? (
                <div class="note failed">
                  <p>This account has no wallet {item}.</p>
                </div>
              )
              : (
                <>
                  <PaperNote walletId={chosen.id} />
                  {children(chosen, value.account.id)}
                </>
              )}
          </>
        )}
    </>
  );
}

function WalletList({ path, wallets, chosen }: {
  readonly path: string;
  readonly wallets: ReadonlyArray<TradingWallet>;
  readonly chosen: TradingWallet | undefined;
}) {
  return (
    <PlaceChoice
      label="Wallets"
      options={wallets.map(({ id, funder, signature_type_name, ready }) => ({
        href: `${path}/${id}`,
        title: funder,
        isChosen: id === chosen?.id,
        text: (
          <>
            <PaperMark walletId={id} /> <code>{shortHex(funder)}</code>{" "}
            {isPaperWallet(id) ? null : signature_type_name}
            {ready ? null : <span class="warn">not ready</span>}
          </>
        ),
      }))}
    />
  );
}

function NoWallet({ email }: { readonly email: string }) {
  const command = operatorCommand(`wallet import ${shellWord(email)} --type 0`);
  return (
    <section class="panel">
      <h2>No wallet yet</h2>
      <p>
        Orders are signed with a wallet's key, which never passes through a browser. Whoever runs
        this service imports it there; the private key is asked for:
      </p>
      <pre><CommandText text={command} /></pre>
      <CopyButton text={command} what="the command" />
      <p>
        Type 0 is a key that holds the money itself; 1 is a proxy, 2 a Safe, 3 a deposit wallet, and
        these need{" "}
        <code>--funder 0x…</code>, their contract. Then the wallet is provisioned, as the command
        says. It starts with limits, which are changed there too.{" "}
        <a href="/docs/guide/operations#keys-and-wallets">More in the guide</a>.
      </p>
    </section>
  );
}
