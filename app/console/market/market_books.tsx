/**
 * The order books of both outcomes of the open window, and its trades as they come.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { numberText } from "../part/number_text.ts";
import { Panel } from "../part/panel.tsx";
import { clockText } from "../part/time_text.ts";
import { WideTable } from "../part/wide_table.tsx";
import { latestWindow } from "../service/stream_feed.ts";
import type { OrderBook } from "../../client/typescript/wire/book.ts";
import { type BookLevel, latestTrades, levelsOf } from "./book.ts";
import type { MarketProps } from "./live_window.tsx";
import { bookPrice } from "./price_text.ts";
import { useBooks } from "./use_books.ts";

/** Both, of the window that opened last. */
export function MarketBooks({ asset, interval }: MarketProps) {
  const slug = useComputed(() => latestWindow(asset, interval).value?.slug).value;
  return slug === undefined
    ? null
    : <Books key={slug} asset={asset} interval={interval} slug={slug} />;
}

function Books(props: MarketProps & { readonly slug: string }) {
  const books = useBooks(props);
  const trades = latestTrades(books.value ?? []);
  const { asset, interval } = props;
  const tick = useComputed(() => latestWindow(asset, interval).value?.market?.tick ?? null).value;
  return (
    <>
      <Panel title="Order books" of={books} tools={<small>USDC a share</small>}>
        {(books) => {
          // So that both stand side by side.
          const rows = Math.max(...books.map(({ asks }) => asks.length));
          return (
            <div class="books">
              {books.map((book) => (
                <BookTable key={book.outcome} book={book} rows={rows} tick={tick} />
              ))}
            </div>
          );
        }}
      </Panel>
      <Panel
        title="Trades"
        of={books}
        isEmpty={() => trades.length === 0}
        empty={<p>None has come yet.</p>}
        tools={<small>newest first, times in UTC</small>}
      >
        {() => (
          <WideTable
            label="Trades"
            kind="trades"
            columns={["Time", "Trade", { number: "Price" }, { number: "Shares" }]}
          >
            {trades.map(({ at, side, outcome, price, size }, index) => (
              <tr key={`${at} ${index}`}>
                <td>
                  <time dateTime={at}>{clockText(Math.floor(Date.parse(at) / 1000))}</time>
                </td>
                <td>{side === "BUY" ? "Buy" : "Sell"} {outcome}</td>
                <td class="number">{bookPrice(price, tick)}</td>
                <td class="number">{size}</td>
              </tr>
            ))}
          </WideTable>
        )}
      </Panel>
    </>
  );
}

/** The book of an outcome as a ladder: the highest price is uppermost. */
function BookTable({ book, rows, tick }: {
  readonly book: OrderBook;
  readonly tick: number | null;
  /** Where there are fewer asks, they begin further down. */
  readonly rows: number;
}) {
  const { asks, bids } = levelsOf(book);
  return (
    <table class="book" aria-label={`Order book of ${book.outcome}`}>
      <caption>{book.outcome}</caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col" class="number">Shares</th>
        </tr>
      </thead>
      <tbody aria-hidden="true">
        {Array.from({ length: rows - asks.length }, (_, at) => (
          <tr key={at}>
            <td colSpan={2}>&nbsp;</td>
          </tr>
        ))}
      </tbody>
      <Levels name="Asks" levels={asks.toReversed()} tick={tick} />
      <Levels name="Bids" levels={bids} tick={tick} />
    </table>
  );
}

function Levels({ name, levels, tick }: {
  readonly name: "Asks" | "Bids";
  readonly levels: ReadonlyArray<BookLevel>;
  readonly tick: number | null;
}) {
  return (
    <tbody class={name === "Asks" ? "asks" : "bids"}>
      <tr>
        <th scope="rowgroup" colSpan={2}>{name}{levels.length === 0 ? ": none" : ""}</th>
      </tr>
      {levels.map(({ price, size, part }) => (
        <tr key={price} style={{ backgroundSize: `${numberText(part * 100)}% 100%` }}>
          <td class="number">{bookPrice(price, tick)}</td>
          <td class="number">{size}</td>
        </tr>
      ))}
    </tbody>
  );
}
