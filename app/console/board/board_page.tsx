/**
 * All markets at a glance, live.
 *
 * @module
 */
import { LiveWindow } from "../market/live_window.tsx";
import { StreamNote } from "../market/stream_note.tsx";
import { useStream } from "../service/stream_feed.ts";
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { agoText } from "../part/span_text.ts";
import { askStatus, STATE_COLOURS } from "../service/service_status.ts";
import { LivePrice } from "../market/live_price.tsx";
import { INTERVALS, served } from "../market/market_name.ts";

const EVERY_MS = 15_000;

/** The panel. */
function Sources() {
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

/** The page. */
export function Page() {
  useStream();
  return (
    <>
      <h1>Markets</h1>
      <StreamNote />
      <p class="soft">
        Of each window: the target, how far the price is from it, the chance of Up, the time left.
      </p>
      <BoardTable />
      <p class="soft">
        Latest prices are the oracle's average over 60 s, in US dollars. Distances are those of the
        price that settles the window: that average, or the exchange's trade for 1hour and daily. A
        window ends up if it closes at or above its target; a daily one that closes at it is a tie.
        The chance is the middle of Up's best prices. <a href="/docs/guide/windows">Windows</a>
      </p>
      <Sources />
    </>
  );
}

/** The table. It has its shape before the first price arrives, and each cell follows its own. */
function BoardTable() {
  return (
    <table class="board cards" role="table" aria-label="Live markets by asset and length of window">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">Asset</th>
          <th scope="col" role="columnheader">Latest price</th>
          {INTERVALS.map((interval) => (
            <th scope="col" role="columnheader" key={interval}>{interval}</th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {served.value.map(({ asset, intervals }) => (
          <tr role="row" key={asset}>
            <th scope="row" role="rowheader">
              <a href={`/console/market/${asset}`}>{asset.toUpperCase()}</a>
            </th>
            <td role="cell" class="price">
              <LivePrice asset={asset} />
            </td>
            {INTERVALS.map((interval) => (
              <td role="cell" key={interval} data-interval={interval}>
                {intervals.includes(interval)
                  ? <LiveWindow asset={asset} interval={interval} />
                  : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
