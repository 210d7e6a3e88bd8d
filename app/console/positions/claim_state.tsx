/**
 * How a claim stands.
 *
 * @module
 */
import type { Claim } from "../../client/typescript/wire/position.ts";
import { TxLink } from "./tx_link.tsx";

const WORDS: Readonly<Record<Claim["state"], string>> = {
  sent: "on its way",
  confirmed: "claimed",
  failed: "failed",
  nothing_left: "nothing left",
};

/** How a state looks; its name is always there too. */
const STYLES: Readonly<Record<Claim["state"], string>> = {
  sent: "mark warn",
  confirmed: "mark up",
  failed: "mark down",
  nothing_left: "mark",
};

/** Its state, with what it waits for or why it has come to nothing. */
export function ClaimState({ of: { state, why } }: { readonly of: Claim }) {
  return (
    <>
      <span class={STYLES[state]}>{WORDS[state]}</span>
      {why === null ? null : <small>{why}</small>}
    </>
  );
}

/** Its state, with its transaction. */
export function ClaimStateTx({ of }: { readonly of: Claim }) {
  return (
    <div>
      <ClaimState of={of} />
      {of.tx === null ? null : (
        <small>
          <TxLink tx={of.tx} />
        </small>
      )}
    </div>
  );
}
