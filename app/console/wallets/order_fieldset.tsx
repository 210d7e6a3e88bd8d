/**
 * The fields of an order ticket.
 *
 * @module
 */
import { Checks, Choice, Field } from "../part/field.tsx";
import type { MarketProps } from "../market/live_window.tsx";
import { OutcomeButtons } from "../market/outcome_buttons.tsx";
import type { OrderFields } from "./order_fields.ts";

const SIDES = [["BUY", "Buy"], ["SELL", "Sell"]] as const;
const TYPES = [
  ["FOK", "FOK: all of it now, or nothing"],
  ["FAK", "FAK: what there is now, drop the rest"],
] as const;

const KINDS = [["market", "Market order"], ["limit", "Limit order"]] as const;
const REST_TYPES = [
  ["GTC", "GTC: until it is cancelled"],
  ["GTD", "GTD: until a time"],
] as const;
const WORST_LIMIT = [["worst", "No worse than the preview's worst price"]] as const;
const POST_ONLY = [["postOnly", "Never trade at once"]] as const;

/** What a ticket is for. */
export interface TicketMarket {
  /** The market that it begins with; undefined until it is known. */
  readonly slug: string | undefined;
  /** Set where the ticket is for the open windows of this series alone. */
  readonly series?: MarketProps;
}

/** The fields. */
export function OrderFieldset({ fields, market, onChange }: {
  readonly fields: OrderFields;
  readonly market: TicketMarket;
  readonly onChange: (changes: Partial<OrderFields>) => void;
}) {
  const { series } = market;
  return (
    <>
      {series === undefined
        ? <MarketField fields={fields} market={market} onChange={onChange} />
        : (
          <OutcomeButtons
            {...series}
            side={fields.side}
            chosen={fields.outcome}
            onChoose={(outcome) => onChange({ outcome })}
          />
        )}
      <div class="row">
        <Choice
          label="Side"
          value={fields.side}
          choices={SIDES}
          onValue={(side) => onChange({ side })}
        />
        {series === undefined
          ? (
            <Field
              label="Outcome"
              required
              autoComplete="off"
              value={fields.outcome}
              onValue={(outcome) => onChange({ outcome })}
            />
          )
          : null}
        <Choice
          label="Kind"
          value={fields.kind}
          choices={KINDS}
          onValue={(kind) => onChange({ kind })}
        />
        {fields.kind === "market"
          ? <MarketFields fields={fields} onChange={onChange} />
          : <LimitFields fields={fields} onChange={onChange} />}
      </div>
    </>
  );
}

function MarketField(
  { fields, market: { slug: offered }, onChange }: Parameters<typeof OrderFieldset>[0],
) {
  return (
    <>
      <Field
        label="Market"
        required
        autoComplete="off"
        hint={offered !== undefined && fields.slug === offered
          ? "The 5-minute window of btc that opens next; or any slug, or page of the venue"
          : "Its slug, or the address of its page at the venue"}
        value={fields.slug}
        onValue={(slug) => onChange({ slug })}
      />
      {offered === undefined || offered === fields.slug ? null : (
        <p>
          <button type="button" class="plain" onClick={() => onChange({ slug: offered })}>
            Use the coming 5-minute window of btc
          </button>
        </p>
      )}
    </>
  );
}

type PartProps = Pick<Parameters<typeof OrderFieldset>[0], "fields" | "onChange">;

function MarketFields({ fields, onChange }: PartProps) {
  return (
    <>
      <Field
        label={fields.side === "BUY" ? "Amount, USDC to spend" : "Amount, shares to sell"}
        required
        inputMode="decimal"
        autoComplete="off"
        value={fields.amount}
        onValue={(amount) => onChange({ amount })}
      />
      <Choice
        label="Type"
        value={fields.orderType}
        choices={TYPES}
        onValue={(orderType) => onChange({ orderType })}
      />
      <Field
        label="Limit price, optional"
        inputMode="decimal"
        autoComplete="off"
        placeholder={fields.isWorstLimit ? "worst of the preview" : "none"}
        value={fields.limitPrice}
        onValue={(limitPrice) => onChange({ limitPrice })}
      />
      <Checks
        legend="Without a limit price"
        chosen={fields.isWorstLimit ? ["worst"] : []}
        choices={WORST_LIMIT}
        onToggle={() => onChange({ isWorstLimit: !fields.isWorstLimit })}
      />
    </>
  );
}

function LimitFields({ fields, onChange }: PartProps) {
  return (
    <>
      <Field
        label="Price, USDC a share"
        required
        inputMode="decimal"
        autoComplete="off"
        value={fields.price}
        onValue={(price) => onChange({ price })}
      />
      <Field
        label="Size, shares"
        required
        inputMode="decimal"
        autoComplete="off"
        value={fields.size}
        onValue={(size) => onChange({ size })}
      />
      <Choice
        label="Type"
        value={fields.restType}
        choices={REST_TYPES}
        onValue={(restType) => onChange({ restType })}
      />
      {fields.restType === "GTD"
        ? (
          <Field
            label="Ends, UTC"
            required
            autoComplete="off"
            placeholder="2026-11-27 17:00"
            hint="At least 2 minutes ahead"
            value={fields.expiresAt}
            onValue={(expiresAt) => onChange({ expiresAt })}
          />
        )
        : (
          <Field
            label="Life in seconds, optional"
            inputMode="decimal"
            autoComplete="off"
            placeholder="no end"
            value={fields.lifeS}
            onValue={(lifeS) => onChange({ lifeS })}
          />
        )}
      <Checks
        legend="Post-only"
        chosen={fields.isPostOnly ? ["postOnly"] : []}
        choices={POST_ONLY}
        onToggle={() => onChange({ isPostOnly: !fields.isPostOnly })}
      />
    </>
  );
}
