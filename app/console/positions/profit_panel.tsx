/**
 * What a wallet made, by day, market or series, and the same as a file.
 *
 * @module
 */
import { useState } from "preact/hooks";
import type { ProfitRow } from "../../client/typescript/wire/profit.ts";
import { setQuery } from "../frame/location.ts";
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { Choice } from "../part/field.tsx";
import type { Loaded } from "../part/loaded.ts";
import { MoreButton } from "../part/more_button.tsx";
import { Panel } from "../part/panel.tsx";
import { saveFile } from "../part/save_file.ts";
import { WideTable } from "../part/wide_table.tsx";
import { MarketLink } from "./market_link.tsx";
import { Money } from "./money.tsx";
import { askProfitCsv, type ProfitKey } from "./position_request.ts";

const KEY_WORDS: Readonly<Record<ProfitKey, string>> = {
  day: "Day, UTC",
  market: "Market",
  series: "Series",
};

const CHOICES = Object.entries(KEY_WORDS) as ReadonlyArray<[ProfitKey, string]>;

/** Reads the name of the address; any other means days. */
export function readProfitKey(text: string | null): ProfitKey {
  return CHOICES.find(([key]) => key === text)?.[0] ?? "day";
}

/** So many at a time: a wallet may have traded in thousands of markets. */
const ROWS = 7;

/** The panel. */
export function ProfitPanel({ walletId, by, of }: {
  readonly walletId: string;
  readonly by: ProfitKey;
  readonly of: Loaded<ReadonlyArray<ProfitRow>>;
}) {
  const [shown, setShown] = useState(ROWS);
  const saving = useAction(async () =>
    saveFile(`profit-by-${by}.csv`, await askProfitCsv({ walletId, by }), "text/csv")
  );
  return (
    <Panel
      title="Profit"
      of={of}
      isEmpty={(rows) => rows.length === 0}
      empty={<p>This wallet has not traded yet.</p>}
      tools={
        <div class="row">
          <Choice
            label="By"
            value={by}
            choices={CHOICES}
            onValue={(by) => setQuery({ by: by === "day" ? undefined : by })}
          />
          <ActionButton action={saving} onPress={() => void saving.run()}>CSV</ActionButton>
        </div>
      }
    >
      {(rows) => (
        <>
          <FailureNote failure={saving.failure} />
          <WideTable
            label={`Profit by ${by}`}
            kind="cards positions"
            columns={[
              KEY_WORDS[by],
              { number: "Realized, USDC" },
              { number: "Fees, USDC" },
              { number: "Claimed, USDC" },
              { number: "Volume, USDC" },
              { number: "Trades" },
            ]}
          >
            {newestFirst(rows, by).slice(0, shown).map((row) => (
              <ProfitLine key={row.key} by={by} of={row} />
            ))}
          </WideTable>
          <MoreButton
            more={rows.length > shown ? () => setShown(shown + ROWS) : undefined}
          />
        </>
      )}
    </Panel>
  );
}

/** The API has them by name, which days and the windows of a market begin with their time. */
function newestFirst(rows: ReadonlyArray<ProfitRow>, by: ProfitKey): ReadonlyArray<ProfitRow> {
  return by === "series" ? rows : rows.toReversed();
}

function ProfitLine({ by, of }: { readonly by: ProfitKey; readonly of: ProfitRow }) {
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {by === "day" ? of.key : <MarketLink name={of.key} />}
      </th>
      <td role="cell" class="number" data-label="Realized">
        <Money usdc={of.realized_usdc} isGain />
      </td>
      <td role="cell" class="number" data-label="Fees">
        <Money usdc={of.fees_usdc} />
      </td>
      <td role="cell" class="number" data-label="Claimed">
        <Money usdc={of.claimed_usdc} />
      </td>
      <td role="cell" class="number" data-label="Volume">
        <Money usdc={of.volume_usdc} />
      </td>
      <td role="cell" class="number" data-label="Trades">{of.trades}</td>
    </tr>
  );
}
