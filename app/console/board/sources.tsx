/**
 * What the service says of the providers that it asks.
 *
 * @module
 */
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { ask } from "../service/api.ts";

/** A provider in the answer of `GET /api/v1/status`. */
interface ProviderStatus {
  readonly name: string;
  readonly state: "healthy" | "degraded" | "down" | "off" | "unknown";
  readonly age_s: number | null;
}

const LOADED_EVERY_MS = 15_000;

const COLOURS: Readonly<Record<ProviderStatus["state"], string>> = {
  healthy: "up",
  degraded: "warn",
  down: "down",
  off: "soft",
  unknown: "soft",
};

/** The panel. */
export function Sources() {
  const loaded = useLoaded(
    (signal) =>
      ask<{ readonly providers: ReadonlyArray<ProviderStatus> }>({
        method: "GET",
        path: "/api/v1/status",
        signal,
      }),
    { by: [], everyMs: LOADED_EVERY_MS },
  );
  return (
    <Panel
      title="Sources"
      of={loaded}
      isEmpty={({ providers }) => providers.length === 0}
      tools={<a href="/console/tools">Providers and jobs</a>}
    >
      {({ providers }) => (
        <ul class="row sources">
          {providers.map(({ name, state, age_s }) => (
            <li
              key={name}
              class={`mark ${COLOURS[state]}`}
              title={age_s === null ? "No success yet" : `Last success ${Math.round(age_s)} s ago`}
            >
              {name}: {state}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
