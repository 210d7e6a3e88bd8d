/**
 * How the providers and the background jobs are doing.
 *
 * @module
 */
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { ask } from "../service/api.ts";
import { ageText, type ProviderStatus, type ServiceStatus, STATES } from "./service_status.ts";

const STATUS_EVERY_MS = 15_000;

/** The state of the service, read again and again. */
export function StatusSection() {
  const status = useLoaded(
    (signal) => ask<ServiceStatus>({ method: "GET", path: "/api/v1/status", signal }),
    { by: [], everyMs: STATUS_EVERY_MS },
  );
  return (
    <>
      <Panel title="Providers" of={status}>
        {({ providers }) => <Providers providers={providers} />}
      </Panel>
      {status.value === undefined ? null : <Rest status={status.value} />}
    </>
  );
}

function Providers({ providers }: { readonly providers: ReadonlyArray<ProviderStatus> }) {
  return (
    <>
      <div class="wide" tabIndex={0} role="region" aria-label="Providers">
        <table>
          <caption class="hidden">Providers, and how their latest calls went</caption>
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">State</th>
              <th scope="col">Last success</th>
              <th scope="col" class="number">Calls that failed</th>
            </tr>
          </thead>
          <tbody>
            {providers.map(({ name, state, last_success_at, age_s, error_rate }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <span class={`mark ${STATES.get(state)?.kind ?? ""}`}>{state}</span>{" "}
                  <span class="soft">{STATES.get(state)?.meaning}</span>
                </td>
                <td>
                  <Instant iso={last_success_at} />{" "}
                  {age_s === null ? null : <span class="soft">({ageText(age_s)} ago)</span>}
                </td>
                <td class="number">{error_rate === null ? "-" : percent(error_rate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="soft">
        Read again every {STATUS_EVERY_MS / 1000} s. What to do about a provider that is down is in
        {" "}
        <a href="/docs/guide/operations">the guide to operations</a>.
      </p>
    </>
  );
}

function Rest({ status }: { readonly status: ServiceStatus }) {
  const { fleet, targets, limits } = status;
  return (
    <div class="panels">
      <Jobs status={status} />
      <section class="panel">
        <h2>This process</h2>
        <dl class="facts">
          <dt>Replicas</dt>
          <dd>{FLEET.get(fleet.state) ?? fleet.state}</dd>
          <dt>Works for all</dt>
          <dd>{fleet.holds.length === 0 ? "nothing" : fleet.holds.join(", ")}</dd>
          <dt>Limits counted in</dt>
          <dd>{limits.store}</dd>
        </dl>
        <h3>Targets since it began</h3>
        <dl class="facts">
          <dt>Provisional</dt>
          <dd>{targets.provisional} that may still be corrected</dd>
          <dt>Corrected</dt>
          <dd>{targets.corrected}</dd>
          <dt>Disputed</dt>
          <dd>{targets.disputed} where sources contradict each other</dd>
        </dl>
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

function Jobs({ status: { jobs } }: { readonly status: ServiceStatus }) {
  return (
    <section class="panel">
      <h2>Jobs</h2>
      {jobs.length === 0 ? <p class="empty">No job has run yet.</p> : (
        <table>
          <caption class="hidden">Background jobs, and how each ran last</caption>
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">Last run</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ name, last_run_at, ok }) => (
              <tr key={name}>
                <th scope="row">{name.replaceAll("_", " ")}</th>
                <td>
                  <Instant iso={last_run_at} />
                </td>
                <td>
                  <span class={ok ? "mark up" : "mark down"}>{ok ? "ran" : "failed"}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function VenueLimits({ status: { venue_limits } }: { readonly status: ServiceStatus }) {
  return (
    <section class="panel">
      <h2>What the venue still takes</h2>
      {venue_limits.length === 0
        ? <p class="empty">No wallet has sent the venue anything since this process began.</p>
        : venue_limits.map(({ tier, signers, orders, cancels }) => (
          <dl class="facts" key={tier}>
            <dt>Tier</dt>
            <dd>{tier ?? "not known yet"}, {signers} wallets</dd>
            <dt>Orders</dt>
            <dd>{roomText(orders)}</dd>
            <dt>Cancellations</dt>
            <dd>{roomText(cancels)}</dd>
          </dl>
        ))}
      <p class="soft">
        <a href="/docs/guide/orders">How orders wait for the venue</a>
      </p>
    </section>
  );
}

function roomText({ lowest_remaining, resting, rest_s }: RoomStatus): string {
  const rest = resting === 0 ? "none rests" : `${resting} wait, the last for ${rest_s} s`;
  return `${lowest_remaining} at once for the wallet with the fewest; ${rest}`;
}

type RoomStatus = ServiceStatus["venue_limits"][number]["orders"];

function Instant({ iso }: { readonly iso: string | null }) {
  if (iso === null) return <>never</>;
  return <time dateTime={iso} title={iso}>{iso.slice(11, 19)} UTC</time>;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
