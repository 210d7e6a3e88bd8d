/**
 * The form to sign in, or to open an account.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { Field } from "../part/field.tsx";
import { PasswordField } from "../part/password_field.tsx";
import { useWaitSec } from "../part/wait_sec.ts";
import { enter } from "../service/session.ts";

/** The form. `isNew`: it opens an account. Its children are beside the button. */
export function EntryForm({ isNew, firstEmail = "", children }: {
  readonly isNew: boolean;
  /** What the field of the address begins with. */
  readonly firstEmail?: string;
  readonly children?: ComponentChildren;
}) {
  const [email, setEmail] = useState(firstEmail);
  const [password, setPassword] = useState("");
  const entry = useAction(() => enter(isNew ? "sign-up" : "sign-in", { email, password }));
  useEffect(entry.clear, [isNew]);
  const waitSec = useWaitSec(entry.failure);
  const submit = (event: Event) => {
    event.preventDefault();
    if (waitSec === 0) void entry.run();
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="E-mail address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onValue={setEmail}
      />
      <PasswordField label="Password" isNew={isNew} value={password} onValue={setPassword} />
      <FailureNote failure={entry.failure} />
      <div class="buttons">
        <ActionButton action={entry} kind="main" isSubmit waitSec={waitSec}>
          {isNew ? "Open the account" : "Sign in"}
        </ActionButton>
        {children}
      </div>
    </form>
  );
}
