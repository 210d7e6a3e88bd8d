/**
 * What the service says of the providers that it asks.
 *
 * @module
 */
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { agoText } from "../part/span_text.ts";
import { askStatus, STATE_COLOURS } from "../service/service_status.ts";

const EVERY_MS = 15_000;

/** The panel. */
export function Sources() {
  const status = useLoaded(askStatus, { by: [], everyMs: EVERY_MS });
  return (
    <Panel
      title="Sources"
      of={status}
      isEmpty={({ providers }) => providers.length === 0}
      tools={<a href="/console/tools">Providers and jobs</a>}
    >
      {({ providers }) => (
        <ul class="row sources">
          {providers.map(({ name, state, age_s }) => (
            <li
              key={name}
              class={`mark ${STATE_COLOURS[state]}`}
              title={age_s === null ? "No success yet" : `Last success ${agoText(age_s)}`}
            >
              {name}: {state}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
