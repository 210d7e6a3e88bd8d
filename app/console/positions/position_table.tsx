/**
 * Positions, a row for each.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import { numberText } from "../part/number_text.ts";
import { WideTable } from "../part/wide_table.tsx";
import { MarketLink } from "./market_link.tsx";
import { Money } from "./money.tsx";
import type { ListedPosition } from "./position_request.ts";

/** What is shown of positions. */
interface PositionTableProps {
  readonly label: string;
  readonly positions: ReadonlyArray<ListedPosition>;
}

/** A column for what can be done with a position. */
export interface RowAction {
  readonly name: string;
  readonly of: (position: ListedPosition) => ComponentChildren;
}

/** Positions that have a value. `price` and `value`: what the two are called. */
export function HeldTable({ label, positions, price, value, action }: PositionTableProps & {
  readonly price: string;
  readonly value: string;
  /** What can be done with a position. */
  readonly action: RowAction;
}) {
  return (
    <WideTable
      label={label}
      kind="cards positions"
      columns={[
        "Market",
        "Outcome",
        { number: "Shares" },
        { number: "Average" },
        { number: price },
        { number: `${value}, USDC` },
        { number: "Unrealized, USDC" },
        "At the venue",
        action.name,
      ]}
    >
      {positions.map((one) => (
        <Row key={one.id} of={one} action={action}>
          <Cell name="Average">
            <Price usdc={one.avg_price} />
          </Cell>
          <Cell name={price}>
            <Price usdc={one.price} />
          </Cell>
          <Cell name={value}>
            <Money usdc={one.value_usdc} />
          </Cell>
          <Cell name="Unrealized">
            <Money usdc={one.unrealized_usdc} isGain />
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

/** Positions that have none any more. */
export function EndedTable({ label, positions }: PositionTableProps) {
  return (
    <WideTable
      label={label}
      kind="cards positions"
      columns={[
        "Market",
        "Outcome",
        { number: "Shares" },
        { number: "Realized, USDC" },
        { number: "Fees, USDC" },
        "At the venue",
      ]}
    >
      {positions.map((one) => (
        <Row key={one.id} of={one}>
          <Cell name="Realized">
            <Money usdc={one.realized_usdc} isGain />
          </Cell>
          <Cell name="Fees">
            <Money usdc={one.fees_usdc} />
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

function Row({ of, action, children }: {
  readonly of: ListedPosition;
  readonly action?: RowAction;
  readonly children: ComponentChildren;
}) {
  const { slug, condition_id, outcome, shares, settled_shares } = of;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <MarketLink name={slug ?? condition_id} />
      </th>
      <td role="cell" data-label="Outcome">{outcome ?? "not known"}</td>
      <Cell name="Shares">
        {numberText(shares)}
        {settled_shares < shares ? <small>{numberText(settled_shares)} settled</small> : null}
      </Cell>
      {children}
      <td role="cell" data-label="At the venue">
        <Agreement of={of} />
      </td>
      {action === undefined ? null : <td role="cell">{action.of(of)}</td>}
    </tr>
  );
}

function Cell({ name, children }: {
  readonly name: string;
  readonly children: ComponentChildren;
}) {
  return <td role="cell" class="number" data-label={name}>{children}</td>;
}

/** A price has all its digits. */
function Price({ usdc }: { readonly usdc: number | null }) {
  return usdc === null ? <Money usdc={null} /> : <>{numberText(usdc)}</>;
}

/** What the venue's own index says of the shares. */
function Agreement({ of: { agrees, shares, venue } }: { readonly of: ListedPosition }) {
  if (agrees === null) return <span class="soft">index is behind</span>;
  if (agrees) return <span class="soft">✓ agrees</span>;
  return (
    <>
      <span class="mark warn">differs</span>
      <small>{numberText(shares)} here, {numberText(venue?.shares ?? 0)} there</small>
    </>
  );
}
