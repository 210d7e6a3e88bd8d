/**
 * Each asset with its price and its five windows. On a narrow screen a row becomes a card, so the
 * roles of a table are written out: browsers take them away with the layout.
 *
 * @module
 */
import { LivePrice } from "../market/live_price.tsx";
import { LiveWindow } from "../market/live_window.tsx";
import { ASSETS, INTERVALS } from "../market/market_name.ts";

/** The table. It has its shape before the first price arrives, and each cell follows its own. */
export function BoardTable() {
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
        {ASSETS.map((asset) => (
          <tr role="row" key={asset}>
            <th scope="row" role="rowheader">
              <a href={`/console/market/${asset}`}>{asset.toUpperCase()}</a>
            </th>
            <td role="cell" class="price">
              <LivePrice asset={asset} />
            </td>
            {INTERVALS.map((interval) => (
              <td role="cell" key={interval} data-interval={interval}>
                <LiveWindow asset={asset} interval={interval} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
