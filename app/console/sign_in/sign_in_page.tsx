/**
 * The page to sign in, to open an account, or to enter a sandbox's demo account.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { goTo, place } from "../frame/location.ts";
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { Field } from "../part/field.tsx";
import { Waiting } from "../part/waiting.tsx";
import { enter, service, session, type SessionAnswer } from "../service/session.ts";

const PASSWORD_CHARS_MIN = 12;

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
      <EntryForm answer={answer} />
      {answer.demo ? <DemoEntry /> : null}
    </section>
  );
}

/** Only a path of the console: an address of elsewhere would lead the reader away. */
function nextPage(): string {
  const to = place.peek().query.get("to") ?? "";
  return /^\/console(\/[\w/-]*)?(\?[^#]*)?$/.test(to) ? to : "/console/keys";
}

function EntryForm({ answer }: { readonly answer: SessionAnswer }) {
  const [isNew, setIsNew] = useState(answer.sign_up === "first");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const entry = useAction(() => enter(isNew ? "sign-up" : "sign-in", { email, password }));
  const submit = (event: Event) => {
    event.preventDefault();
    void entry.run();
  };
  return (
    <>
      <h1>{isNew ? "Open an account" : "Sign in"}</h1>
      {answer.sign_up === "first" && isNew
        ? <p>Nobody has an account here yet. The first one is yours; no mail is ever sent to it.</p>
        : null}
      <form onSubmit={submit}>
        <Field
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onValue={setEmail}
        />
        <Field
          label="Password"
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          required
          {...(isNew ? { minLength: PASSWORD_CHARS_MIN } : {})}
          hint={isNew ? `At least ${PASSWORD_CHARS_MIN} characters` : undefined}
          value={password}
          onValue={setPassword}
        />
        {entry.failure === undefined ? null : <FailureNote failure={entry.failure} />}
        <ActionButton action={entry} kind="main" isSubmit>
          {isNew ? "Open the account" : "Sign in"}
        </ActionButton>
        {answer.sign_up === "closed"
          ? null
          : (
            <button type="button" class="plain" onClick={() => setIsNew(!isNew)}>
              {isNew ? "I have an account" : "Open an account"}
            </button>
          )}
      </form>
      {isNew ? null : (
        <p class="soft">
          No password, or forgotten? The operator of this service prints a link that signs you in:
          {" "}
          <code>bun run account link you@example.com</code>
        </p>
      )}
    </>
  );
}

function DemoEntry() {
  const entry = useAction(() => enter("demo"));
  return (
    <div class="panel">
      <h2>Just looking?</h2>
      <p>The sandbox has a demo account with a wallet and invented money.</p>
      {entry.failure === undefined ? null : <FailureNote failure={entry.failure} />}
      <ActionButton action={entry} kind="main" onPress={() => void entry.run()}>
        Enter the demo account
      </ActionButton>
    </div>
  );
}
