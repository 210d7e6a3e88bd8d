/**
 * All markets at a glance, live.
 *
 * @module
 */
import { Approximate } from "../market/live_window.tsx";
import { StreamNote } from "../market/stream_note.tsx";
import { useStream } from "../service/stream_feed.ts";
import { BoardTable } from "./board_table.tsx";
import { Sources } from "./sources.tsx";

/** The page. */
export function Page() {
  useStream();
  return (
    <>
      <h1>Markets</h1>
      <StreamNote />
      <p class="soft">
        For each length of window: the target to beat, how far the latest price is from it, and the
        time left.
      </p>
      <BoardTable />
      <p class="soft">
        Prices are the oracle's average over 60 s, in US dollars. A window ends up if it closes at
        or above its target; a daily one that closes at it is a tie. <Approximate />{" "}
        marks windows that open and settle at the exchange's price: their distance from the oracle's
        price is approximate. <a href="/docs/guide/prices">Prices and windows</a>
      </p>
      <Sources />
    </>
  );
}
