/**
 * The page to sign in, to open an account, or to enter a sandbox's demo account.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { goTo, place } from "../frame/location.ts";
import { ActionButton, useAction } from "../part/action.tsx";
import { CommandText } from "../part/command_text.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { useWaitSec } from "../part/wait_sec.ts";
import { Waiting } from "../part/waiting.tsx";
import {
  enter,
  operatorCommand,
  service,
  session,
  type SessionAnswer,
} from "../service/session.ts";
import { EntryForm } from "./entry_form.tsx";

/** The page. */
export function Page() {
  const isSignedIn = session.value !== undefined;
  useEffect(() => {
    if (isSignedIn) goTo(nextPage(), { isReplaced: true });
  }, [isSignedIn]);
  const answer = service.value;
  if (answer === undefined || isSignedIn) return <Waiting />;
  return (
    <section class="narrow">
      {answer.sign_up === "elsewhere" ? <FirstAccount /> : <Entry answer={answer} />}
    </section>
  );
}

/**
 * Only a path of the console: an address of elsewhere would lead the reader away. Not where one
 * signs in: whoever is signed in has nothing to do there.
 */
function nextPage(): string {
  const to = place.peek().query.get("to") ?? "";
  const isPage = /^\/console(\/[\w/-]*)?(\?[^#]*)?$/.test(to);
  return isPage && !/^\/console\/(sign-in|link)\b/.test(to) ? to : "/console/keys";
}

/** There is no account to sign in with, and none may be opened from here. */
function FirstAccount() {
  return (
    <>
      <h1>Open the first account</h1>
      <p>
        Nobody has an account here yet. Whoever opens the first one owns the service, so it is
        opened where the service runs: with a browser there, under <code>http://localhost</code> or
        {" "}
        <code>http://127.0.0.1</code>; or by two commands, of which the second prints an address
        that signs you in from anywhere.
      </p>
      <p>
        <code>{operatorCommand("add you@example.com")}</code>
        <br />
        <code>{operatorCommand("link you@example.com")}</code>
      </p>
    </>
  );
}

function Entry({ answer }: { readonly answer: SessionAnswer }) {
  const [isNew, setIsNew] = useState(answer.sign_up === "first");
  return (
    <>
      <h1>{isNew ? "Open an account" : "Sign in"}</h1>
      {answer.demo ? <DemoEntry /> : null}
      {answer.sign_up === "first" && isNew
        ? <p>Nobody has an account here yet. The first one is yours; no mail is ever sent to it.</p>
        : null}
      <EntryForm isNew={isNew}>
        {answer.sign_up === "closed"
          ? null
          : (
            <button type="button" class="plain" onClick={() => setIsNew(!isNew)}>
              {isNew ? "I have an account" : "Open an account"}
            </button>
          )}
      </EntryForm>
      {isNew ? null : (
        <p class="soft">
          No password, or forgotten? The operator of this service prints a link that signs you in:
          {" "}
          <code>
            <CommandText text={operatorCommand("link you@example.com")} />
          </code>
        </p>
      )}
    </>
  );
}

function DemoEntry() {
  const entry = useAction(() => enter("demo"));
  const waitSec = useWaitSec(entry.failure);
  return (
    <div class="panel first">
      <h2>Just looking?</h2>
      <p>The sandbox has a demo account with a wallet and invented money.</p>
      <FailureNote failure={entry.failure} />
      <div class="buttons">
        <ActionButton
          action={entry}
          kind="main"
          waitSec={waitSec}
          onPress={() => void entry.run()}
        >
          Enter the demo account
        </ActionButton>
      </div>
    </div>
  );
}
