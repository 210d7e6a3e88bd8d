/**
 * How the providers and the background jobs are doing.
 *
 * @module
 */
import type { EntryStatus, ProviderStatus, Status } from "../../client/typescript/mod.ts";
import { Fact, Facts } from "../part/facts.tsx";
import { Ago, Instant } from "../part/instant.tsx";
import { useLoaded } from "../part/loaded.ts";
import { countText } from "../part/number_text.ts";
import { Panel } from "../part/panel.tsx";
import { isoOf } from "../part/time_text.ts";
import { WideTable } from "../part/wide_table.tsx";
import { askStatus, STATE_COLOURS, STATE_MEANINGS } from "../service/service_status.ts";
import { nowSec } from "../service/service_time.ts";

const STATUS_EVERY_MS = 15_000;

/** The state of the service, read again and again. */
export function StatusSection() {
  const status = useLoaded(
    askStatus,
    { by: [], everyMs: STATUS_EVERY_MS },
  );
  return (
    <>
      <Panel title="Providers" of={status}>
        {({ providers }) => <Providers providers={providers} now={isoOf(nowSec.peek())} />}
      </Panel>
      {status.value === undefined ? null : <Rest status={status.value} />}
    </>
  );
}

function Providers({ providers, now }: {
  readonly providers: ReadonlyArray<ProviderStatus>;
  readonly now: string;
}) {
  return (
    <>
      <WideTable
        label="Providers"
        columns={["Provider", "State", "Last success", { number: "Calls that failed" }]}
      >
        {providers.map(({ name, state, last_success_at, error_rate }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span class={`mark ${STATE_COLOURS[state]}`}>{state}</span>{" "}
              <span class="soft">{STATE_MEANINGS[state]}</span>
            </td>
            <td>
              {last_success_at === null ? "never" : <Ago at={last_success_at} now={now} />}
            </td>
            <td class="number">{error_rate === null ? "-" : percent(error_rate)}</td>
          </tr>
        ))}
      </WideTable>
      <p class="soft">
        Read again every {STATUS_EVERY_MS / 1000} s. What to do about a provider that is down is in
        {" "}
        <a href="/docs/guide/operations">the guide to operations</a>.
      </p>
    </>
  );
}

function Rest({ status }: { readonly status: Status }) {
  const { fleet, targets, limits } = status;
  return (
    <div class="panels">
      <Jobs status={status} />
      <section class="panel">
        <h2>This process</h2>
        <Facts>
          <Fact name="Replicas">{FLEET.get(fleet.state) ?? fleet.state}</Fact>
          <Fact name="Works for all">
            {fleet.holds.length === 0 ? "nothing" : fleet.holds.join(", ")}
          </Fact>
          <Fact name="Limits counted in">{limits.store}</Fact>
        </Facts>
        <h3>Targets since it began</h3>
        <Facts>
          <Fact name="Provisional">{targets.provisional} that may still be corrected</Fact>
          <Fact name="Corrected">{targets.corrected}</Fact>
          <Fact name="Disputed">{targets.disputed} where sources contradict each other</Fact>
        </Facts>
        <p class="soft">
          <a href="/docs/guide/prices">How a target is found</a>
        </p>
      </section>
      <VenueLimits status={status} />
    </div>
  );
}

const FLEET: ReadonlyMap<string, string> = new Map([
  ["off", "off: this process asks the providers by itself"],
  ["shared", "replicas share sockets and answers"],
  ["alone", "alone: it would share, and cannot reach Redis now"],
]);

function Jobs({ status: { jobs } }: { readonly status: Status }) {
  return (
    <section class="panel">
      <h2>Jobs</h2>
      {jobs.length === 0
        ? <p class="empty">No job has run yet.</p>
        : (
          <WideTable label="Jobs" columns={["Job", "Last run, UTC", "State"]}>
            {jobs.map(({ name, last_run_at, ok }) => (
              <tr key={name}>
                <th scope="row">{name.replaceAll("_", " ")}</th>
                <td>
                  <Instant at={last_run_at} />
                </td>
                <td>
                  <span class={ok ? "mark up" : "mark down"}>{ok ? "ran" : "failed"}</span>
                </td>
              </tr>
            ))}
          </WideTable>
        )}
    </section>
  );
}

function VenueLimits({ status: { venue_limits } }: { readonly status: Status }) {
  return (
    <section class="panel">
      <h2>What the venue still takes</h2>
      {venue_limits.length === 0
        ? <p class="empty">No wallet has sent the venue anything since this process began.</p>
        : venue_limits.map(({ tier, signers, orders, cancels }) => (
          <Facts key={tier}>
            <Fact name="Tier">{tier ?? "not known yet"}, {countText(signers, "wallet")}</Fact>
            <Fact name="Orders">{roomText(orders)}</Fact>
            <Fact name="Cancellations">{roomText(cancels)}</Fact>
          </Facts>
        ))}
      <p class="soft">
        <a href="/docs/guide/orders">How orders wait for the venue</a>
      </p>
    </section>
  );
}

function roomText({ lowest_remaining, resting, rest_s }: EntryStatus): string {
  const rest = resting === 0 ? "none rests" : `${resting} wait, the last for ${rest_s} s`;
  return `${lowest_remaining} at once for the wallet with the fewest; ${rest}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
