/**
 * The positions of one wallet, refreshed together.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TradingWallet } from "../../client/typescript/mod.ts";
import { place, setQuery } from "../frame/location.ts";
import { Choice } from "../part/field.tsx";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { MoreButton } from "../part/more_button.tsx";
import { usePages } from "../part/pages.ts";
import { Panel } from "../part/panel.tsx";
import { nowSec } from "../service/service_time.ts";
import { openStartSec } from "../service/window_slug.ts";
import { ClaimList } from "./claim_list.tsx";
import { ClaimPanel } from "./claim_panel.tsx";
import { OverviewPanel } from "./overview_panel.tsx";
import { type ChosenMarket, PairPanel } from "./pair_panel.tsx";
import { askOverview, askPositions, askProfit, type ListedPosition } from "./position_request.ts";
import { EndedTable, HeldTable } from "./position_table.tsx";
import { ProfitPanel, readProfitKey } from "./profit_panel.tsx";
import { useClaims } from "./use_claims.ts";

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
export function PositionsView({ wallet, accountId }: {
  readonly wallet: TradingWallet;
  readonly accountId: string;
}) {
  const walletId = wallet.id;
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
  const refresh = () => {
    now.list.reload();
    past.list.reload();
    made.reload();
  };
  useRoll(refresh);
  const claims = useClaims(walletId, { everyMs: EVERY_MS, onEnded: refresh });
  useOnceMore(now.list.value?.items.some(({ price }) => price === null) === true, now.list.reload);
  const [chosen, setChosen] = useState<ChosenMarket>();
  const open = partOf(now.list, ({ items }) => items.filter(({ status }) => status === "open"));
  const listed = status === "open" ? open : { ...past.list, value: past.list.value?.items };
  return (
    <>
      <OverviewPanel of={now.list} />
      <ClaimPanel wallet={wallet} accountId={accountId} overview={now.list} claims={claims} />
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
                  action={{
                    name: "Change",
                    of: (position) => <ChangeButton of={position} onChoose={setChosen} />,
                  }}
                />
              )
              : <EndedTable label="Past positions" positions={positions} />}
            <MoreButton more={status === "open" ? now.more : past.more} />
          </>
        )}
      </Panel>
      <PairPanel
        wallet={wallet}
        accountId={accountId}
        positions={open.value ?? []}
        chosen={chosen}
        onChanged={refresh}
      />
      <ClaimList wallet={wallet} claims={claims} />
      <ProfitPanel
        walletId={walletId}
        by={by}
        of={by === "day" ? partOf(now.list, ({ profit }) => profit.data) : made}
      />
    </>
  );
}

/** Leads to the split or the merge of a position's market. */
function ChangeButton({ of: { slug, outcome }, onChoose }: {
  readonly of: ListedPosition;
  readonly onChoose: (market: ChosenMarket) => void;
}) {
  if (slug === null) return null;
  return (
    <button type="button" onClick={() => onChoose({ slug })}>
      Split or merge <span class="hidden">{outcome ?? ""} in {slug}</span>
    </button>
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
