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
export function PasswordPanel({ session: { account, has_password }, onSet }: {
  readonly session: Session;
  readonly onSet: () => void;
}) {
  const [current, setCurrent] = useState("");
  const [password, setNew] = useState("");
  const [isForgotten, setIsForgotten] = useState(false);
  const [isSet, setIsSet] = useState(false);
  const setting = useAction(async () => {
    setIsSet(false);
    const isAsked = has_password && !isForgotten;
    await setPassword({ password, ...(isAsked ? { current_password: current } : {}) });
    setCurrent("");
    setNew("");
    setIsForgotten(false);
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
        {has_password && !isForgotten
          ? <PasswordField label="Current password" value={current} onValue={setCurrent} />
          : null}
        <PasswordField label="New password" isNew value={password} onValue={setNew} />
        {has_password
          ? (
            <span class="checks">
              <label>
                <input
                  type="checkbox"
                  checked={isForgotten}
                  onChange={({ currentTarget }) => setIsForgotten(currentTarget.checked)}
                />
                I came by a link just now and do not know the current one
              </label>
            </span>
          )
          : null}
        <p class="soft">Your other sessions end with it.</p>
        {setting.failure === undefined ? null : <FailureNote failure={setting.failure} />}
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
