/**
 * The positions of one wallet, refreshed together.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { place, setQuery } from "../frame/location.ts";
import { Choice } from "../part/field.tsx";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { MoreButton } from "../part/more_button.tsx";
import { usePages } from "../part/pages.ts";
import { Panel } from "../part/panel.tsx";
import { nowSec } from "../service/service_time.ts";
import { openStartSec } from "../service/window_slug.ts";
import { OverviewPanel } from "./overview_panel.tsx";
import { askOverview, askPositions, askProfit } from "./position_request.ts";
import { EndedTable, HeldTable } from "./position_table.tsx";
import { ProfitPanel, readProfitKey } from "./profit_panel.tsx";

/** How often everything is asked for again while the page can be seen. */
const EVERY_MS = 15_000;

/** What of the positions the list shows: those that can be claimed have a list of their own. */
type ListedStatus = "open" | "lost" | "closed";

const STATUSES: ReadonlyArray<readonly [ListedStatus, string]> = [
  ["open", "Open"],
  ["lost", "Lost: worth nothing"],
  ["closed", "Closed: sold or claimed"],
];

const EMPTY: Readonly<Record<ListedStatus, string>> = {
  open: "This wallet holds nothing of an open market.",
  lost: "No position of this wallet is lost.",
  closed: "No position of this wallet is closed.",
};

/** The positions. */
export function PositionsView({ walletId }: { readonly walletId: string }) {
  const { query } = place.value;
  const status = STATUSES.find(([status]) => status === query.get("status"))?.[0] ?? "open";
  const by = readProfitKey(query.get("by"));
  const now = usePages((pages, signal) => askOverview({ walletId, pages, signal }), {
    by: [walletId],
    everyMs: EVERY_MS,
  });
  // What is open, and what days made, is asked for above.
  const past = usePages(
    async (pages, signal) =>
      status === "open"
        ? NONE
        : await askPositions({ walletId, pages, signal, statuses: [status] }),
    { by: [walletId, status], everyMs: EVERY_MS },
  );
  const made = useLoaded(
    async (signal) => by === "day" ? [] : (await askProfit({ walletId, by }, signal)).data,
    { by: [walletId, by], everyMs: EVERY_MS },
  );
  useRoll(() => {
    now.list.reload();
    past.list.reload();
    made.reload();
  });
  useOnceMore(now.list.value?.items.some(({ price }) => price === null) === true, now.list.reload);
  const held = (wanted: "open" | "claimable") =>
    partOf(now.list, ({ items }) => items.filter(({ status }) => status === wanted));
  const claimable = held("claimable");
  const listed = status === "open" ? held(status) : { ...past.list, value: past.list.value?.items };
  return (
    <>
      <OverviewPanel of={now.list} />
      {claimable.value?.length
        ? (
          <Panel title="To claim" of={claimable}>
            {(positions) => (
              <HeldTable
                label="Positions to claim"
                positions={positions}
                price="Pays"
                value="To claim"
              />
            )}
          </Panel>
        )
        : null}
      <Panel
        title="Positions"
        of={listed}
        isEmpty={(positions) => positions.length === 0}
        empty={<p>{EMPTY[status]}</p>}
        tools={
          <Choice
            label="Show"
            value={status}
            choices={STATUSES}
            onValue={(status) => setQuery({ status: status === "open" ? undefined : status })}
          />
        }
      >
        {(positions) => (
          <>
            {status === "open"
              ? (
                <HeldTable
                  label="Open positions"
                  positions={positions}
                  price="Best bid"
                  value="Value"
                />
              )
              : <EndedTable label="Past positions" positions={positions} />}
            <MoreButton more={status === "open" ? now.more : past.more} />
          </>
        )}
      </Panel>
      <ProfitPanel
        walletId={walletId}
        by={by}
        of={by === "day" ? partOf(now.list, ({ profit }) => profit.data) : made}
      />
    </>
  );
}

const NONE = { items: [], hasMore: false };

/** A part of what is loaded; the panel of the whole says why it could not be. */
function partOf<Whole, Part>(whole: Loaded<Whole>, of: (value: Whole) => Part): Loaded<Part> {
  const { value } = whole;
  return { ...whole, failure: undefined, value: value && of(value) };
}

/** The service follows a book once somebody has asked for its price, and has it in a moment. */
const PRICED_AFTER_MS = 1_500;

/** Calls back once when a price is missing, before everything is asked for again. */
function useOnceMore(isMissing: boolean, reload: () => void): void {
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(reload, PRICED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isMissing]);
}

/** Calls back when the shortest windows end, and others open. */
function useRoll(onRoll: () => void): void {
  const openedSec = useComputed(() => openStartSec(nowSec.value)).value;
  const before = useRef(openedSec);
  useEffect(() => {
    if (before.current !== openedSec) onRoll();
    before.current = openedSec;
  }, [openedSec]);
}
