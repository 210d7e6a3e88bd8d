/**
 * The page that a one-time link leads to.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { goTo } from "../frame/location.ts";
import { ActionButton, useAction } from "../part/action.tsx";
import { CommandText } from "../part/command_text.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { useWaitSec } from "../part/wait_sec.ts";
import { enter, operatorCommand } from "../service/session.ts";

/** The page. The link works once, so it is used by a button and not by whatever opens it. */
export function Page() {
  const [token, setToken] = useState(takeToken);
  const entry = useAction(async () => {
    await enter("link", { token });
    goTo("/console/account", { isReplaced: true });
  });
  // Another link that is opened here differs after the # alone, and loads no page.
  useEffect(() => {
    const take = () => {
      if (location.hash === "") return;
      setToken(takeToken());
      entry.clear();
    };
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  const waitSec = useWaitSec(entry.failure);
  if (token === "") {
    return (
      <section class="narrow">
        <h1>Sign in</h1>
        <p>
          This link is incomplete.{" "}
          <a href="/console/sign-in">Sign in with a password</a>, or ask the operator for a new
          link.
        </p>
      </section>
    );
  }
  return (
    <section class="narrow">
      <h1>Sign in with this link</h1>
      <p>
        The link works once. A new one is printed by{" "}
        <code>
          <CommandText text={operatorCommand("link you@example.com")} />
        </code>, where the service runs.
      </p>
      <FailureNote failure={entry.failure} />
      <div class="buttons">
        <ActionButton
          action={entry}
          kind="main"
          waitSec={waitSec}
          onPress={() => void entry.run()}
        >
          Sign in
        </ActionButton>
      </div>
    </section>
  );
}

/** After the #, so that it is in no log; taken out of the address, so that it is in no history. */
function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  return token;
}
