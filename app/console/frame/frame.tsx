/**
 * What surrounds every page: the banner of a sandbox, the list of pages, and the page itself.
 *
 * @module
 */
import { useEffect } from "preact/hooks";
import { type Action, ActionButton } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { loadSession, service, serviceFailure, session } from "../service/session.ts";
import { useFirstSetup } from "./first_setup.ts";
import { place, signInAddress } from "./location.ts";
import { PageSlot } from "./page_slot.tsx";
import { pageAt, PAGES } from "./pages.ts";
import { SandboxBanner } from "./sandbox_banner.tsx";
import { useSignOut } from "./sign_out.ts";
import { changeTheme, theme } from "./theme.ts";

/** How often the page asks whether the session goes on, which renews it. */
const SESSION_EVERY_MS = 60_000;
/** How soon it asks again while it knows nothing. */
const AGAIN_MS = 5_000;

/** The whole console. */
export function Frame() {
  useEffect(() => {
    const timer = setInterval(() => void loadSession(), SESSION_EVERY_MS);
    // Another page of the same browser may have changed who is signed in.
    const look = () => document.hidden || void loadSession();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  useFirstSetup();
  const leaving = useSignOut();
  const failure = service.value === undefined ? serviceFailure.value : undefined;
  useEffect(() => {
    if (failure === undefined) return;
    const timer = setTimeout(() => void loadSession(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [failure]);
  return (
    <>
      <a class="skip" href="#page">Skip to the page</a>
      <SandboxBanner />
      <header class="bar">
        <a class="name" href="/console">Strikeline</a>
        <PageList />
        <Reader leaving={leaving} />
      </header>
      <main id="page" tabIndex={-1}>
        <FailureNote failure={leaving.failure} />
        {failure === undefined
          ? <PageSlot />
          : <FailureNote failure={failure} retry={() => void loadSession()} />}
      </main>
      <footer>
        <a href="/docs/guide">Guides</a> <a href="/docs">API</a> <a href="/docs/stream">Stream</a>
        <button type="button" class="plain" onClick={changeTheme}>Theme: {theme.value}</button>
      </footer>
    </>
  );
}

function PageList() {
  const current = pageAt(place.value.path)?.entry.path;
  return (
    <nav aria-label="Pages">
      {PAGES.filter(({ isListed }) => isListed).map(({ path, title }) => (
        <a
          key={path}
          href={`/console${path}`}
          aria-current={current === path || (path === "" && current === "/market")
            ? "page"
            : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

function Reader({ leaving }: { readonly leaving: Action<void> }) {
  if (service.value === undefined) return <span class="reader" />;
  const setup = service.value.needs_setup ? <a href="/console/setup">Set up</a> : null;
  if (session.value === undefined) {
    return (
      <span class="reader">
        {setup}
        <a href={signInAddress()}>Sign in</a>
      </span>
    );
  }
  return (
    <span class="reader">
      {setup}
      <a href="/console/account" title="Account and sessions">{session.value.account.email}</a>
      <ActionButton action={leaving} kind="plain" onPress={() => void leaving.run()}>
        Sign out
      </ActionButton>
    </span>
  );
}
