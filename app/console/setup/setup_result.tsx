/**
 * What is set up in the end, and how many series have a price.
 *
 * @module
 */
import { useEffect, useRef } from "preact/hooks";
import { Fact, Facts } from "../part/facts.tsx";
import { useLoaded } from "../part/loaded.ts";
import { loadSession } from "../service/session.ts";
import { makeSeriesReader } from "./served_series.ts";
import type { AddedWallet, SetupState } from "./setup_request.ts";
import { setupWallet } from "./setup_steps.ts";

/** With seven assets, less than the requests that an address has a minute. */
const EVERY_MS = 5_000;

/** The result. */
export function SetupResult({ state, added }: {
  readonly state: SetupState;
  readonly added: AddedWallet | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // The frame then has no link to this page any more, if nothing is missing.
    void loadSession();
  }, []);
  const wallet = setupWallet(state);
  const keyFile = added?.key_file ?? null;
  return (
    <section class="panel" aria-label="What is set up">
      <h2 ref={heading} tabIndex={-1}>
        {wallet?.has_venue_key === true && state.has_oracle
          ? "All is set up"
          : "The service runs without what you left out"}
      </h2>
      <Series />
      <Facts>
        <Fact name="Wallet">
          {wallet === undefined
            ? "none"
            : wallet.has_venue_key
            ? wallet.address
            : `${wallet.address}, without an API key of the venue`}
        </Fact>
        {keyFile === null ? null : (
          <Fact name="Copy of its key">
            <code>{keyFile}</code>
          </Fact>
        )}
        <Fact name="Oracle">
          {state.has_oracle
            ? "received"
            : "not received: 5min, 15min and 4hour prices come seconds late"}
        </Fact>
        <Fact name="Settings">
          <code>{state.file}</code>
        </Fact>
      </Facts>
      <p>
        <a class="button main" href="/console">See the markets</a> {wallet === undefined ? null : (
          <>
            or <a href="/console/wallets">what the wallet needs before it can trade</a>
          </>
        )}
      </p>
    </section>
  );
}

function Series() {
  const read = useRef(makeSeriesReader()).current;
  const report = useLoaded(read, { by: [], everyMs: EVERY_MS }).value;
  if (report === undefined) return <p role="status">Every series is asked for its price…</p>;
  const { served, total, missing } = report;
  return (
    <>
      <p role="status">
        {served} of {total} series have a price.
        {missing.length === 0 ? "" : " The service goes on asking for the others."}
      </p>
      {missing.length === 0 ? null : (
        <details>
          <summary>Which have none yet</summary>
          <ul>{missing.map((series) => <li key={series}>{series}</li>)}</ul>
        </details>
      )}
    </>
  );
}
