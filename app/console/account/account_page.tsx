/**
 * The page of the account: who is signed in, where, and with which password.
 *
 * @module
 */
import { useSignOut } from "../frame/sign_out.ts";
import { ActionButton } from "../part/action.tsx";
import { Fact, Facts } from "../part/facts.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { Instant } from "../part/instant.tsx";
import { useLoaded } from "../part/loaded.ts";
import { type Session, session } from "../service/session.ts";
import { PasswordPanel } from "./password_panel.tsx";
import { listSessions } from "./session_request.ts";
import { SessionPanel } from "./session_panel.tsx";

const EVERY_MS = 30_000;

/** The page. */
export function Page() {
  const current = session.value;
  return current === undefined ? null : <AccountOf current={current} />;
}

function AccountOf({ current }: { readonly current: Session }) {
  const sessions = useLoaded(listSessions, { by: [current.id], everyMs: EVERY_MS });
  const leaving = useSignOut();
  return (
    <>
      <h1>Account</h1>
      <section class="panel">
        <div class="title">
          <h2>{current.account.email}</h2>
          <ActionButton action={leaving} onPress={() => void leaving.run()}>Sign out</ActionButton>
        </div>
        <FailureNote failure={leaving.failure} />
        <Facts>
          <Fact name="Account">
            <code>{current.account.id}</code>
          </Fact>
          <Fact name="Signed in">
            <Instant at={current.created_at} /> UTC
          </Fact>
          <Fact name="Signed in until">
            <Instant at={current.expires_at} /> UTC, later while you use it
          </Fact>
        </Facts>
      </section>
      <SessionPanel sessions={sessions} />
      <PasswordPanel session={current} onSet={sessions.reload} />
    </>
  );
}
