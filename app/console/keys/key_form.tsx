/**
 * The form that makes an API key.
 *
 * @module
 */
import { useState } from "preact/hooks";
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { Checks, Field } from "../part/field.tsx";
import { type KeyScope, type MadeKey, makeKey } from "./key_request.ts";

const NAME_CHARS_MAX = 60;

const SCOPES: ReadonlyArray<readonly [scope: KeyScope, title: string, text: string]> = [
  ["read", "Read", "games, wallets, balances and orders"],
  ["trade", "Trade", "places and cancels orders of every wallet you have: it spends their money"],
];

/** The form. Prices need no key; what else does is up to its scopes. */
export function KeyForm({ isFirst, isNew, onMade }: {
  /** Whether the account has no key in force. */
  readonly isFirst: boolean;
  /** Whether it uses none yet. */
  readonly isNew: boolean;
  readonly onMade: (made: MadeKey) => void;
}) {
  const [name, setName] = useState(isNew ? "my first bot" : "");
  const [scopes, setScopes] = useState<ReadonlyArray<KeyScope>>(["read"]);
  const making = useAction(async () => {
    onMade(await makeKey({ name: name.trim(), scopes }));
    setName("");
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void making.run();
  };
  const toggle = (scope: KeyScope) =>
    setScopes(
      SCOPES.map(([each]) => each).filter((each) => scopes.includes(each) !== (each === scope)),
    );
  return (
    <section class={isNew ? "panel first" : "panel"}>
      <h2>{isFirst ? "Make your first key" : "Make a key"}</h2>
      <p>
        A bot sends its key with each request, in the header <code>x-api-key</code>.
      </p>
      <form onSubmit={submit} class="narrow left">
        <Field
          label="Name"
          required
          maxLength={NAME_CHARS_MAX}
          autoComplete="off"
          hint="For you, to tell your keys apart"
          value={name}
          onValue={setName}
        />
        <Checks
          legend="What it may do"
          chosen={scopes}
          choices={SCOPES.map(([scope, title, text]) => {
            const words = (
              <span>
                <strong>{title}</strong> <span class="soft">{text}</span>
              </span>
            );
            return [scope, words] as const;
          })}
          onToggle={toggle}
        />
        {scopes.length === 0 ? <p class="soft">Choose at least one.</p> : null}
        <FailureNote failure={making.failure} />
        <div class="buttons">
          <ActionButton action={making} kind="main" isSubmit isOff={scopes.length === 0}>
            Make the key
          </ActionButton>
        </div>
      </form>
    </section>
  );
}
