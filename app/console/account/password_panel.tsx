/**
 * The form that sets or changes the account's password.
 *
 * @module
 */
import { useState } from "preact/hooks";
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { PasswordField } from "../part/password_field.tsx";
import { useWaitSec } from "../part/wait_sec.ts";
import type { Session } from "../service/session.ts";
import { setPassword } from "../service/session.ts";

/** The form. `onSet` is called when the password is a new one; other sessions have ended then. */
export function PasswordPanel(
  { session: { account, has_password, needs_current_password }, onSet }: {
    readonly session: Session;
    readonly onSet: () => void;
  },
) {
  const [current, setCurrent] = useState("");
  const [password, setNew] = useState("");
  const [isSet, setIsSet] = useState(false);
  const setting = useAction(async () => {
    setIsSet(false);
    const asked = needs_current_password ? { current_password: current } : {};
    await setPassword({ password, ...asked });
    setCurrent("");
    setNew("");
    setIsSet(true);
    onSet();
  });
  const waitSec = useWaitSec(setting.failure);
  const submit = (event: Event) => {
    event.preventDefault();
    if (waitSec === 0) void setting.run();
  };
  return (
    <section class="panel">
      <h2>{has_password ? "Change the password" : "Set a password"}</h2>
      {has_password ? null : (
        <p>
          This account has none yet: without one, only a link from the operator signs you in.
        </p>
      )}
      <form onSubmit={submit} class="narrow left">
        {/* Tells a password manager which account it is. */}
        <input type="text" autoComplete="username" value={account.email} readOnly hidden />
        {needs_current_password
          ? <PasswordField label="Current password" value={current} onValue={setCurrent} />
          : null}
        <PasswordField label="New password" isNew value={password} onValue={setNew} />
        <p class="soft">Your other sessions end with it.</p>
        <FailureNote failure={setting.failure} />
        <div class="buttons">
          <ActionButton action={setting} kind="main" isSubmit waitSec={waitSec}>
            {has_password ? "Change it" : "Set it"}
          </ActionButton>
        </div>
        <p role="status">{isSet ? "The password is set. Other sessions have ended." : ""}</p>
      </form>
    </section>
  );
}
