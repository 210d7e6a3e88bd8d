/**
 * The fields of an order ticket.
 *
 * @module
 */
import { Checks, Choice, Field } from "../part/field.tsx";
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
const POST_ONLY = [["postOnly", "Never trade at once"]] as const;

/** The fields. `comingSlug`: the window that opens next. */
export function OrderFieldset({ fields, comingSlug, onChange }: {
  readonly fields: OrderFields;
  readonly comingSlug: string | undefined;
  readonly onChange: (changes: Partial<OrderFields>) => void;
}) {
  return (
    <>
      <Field
        label="Market"
        required
        autoComplete="off"
        hint="Its slug, or the address of its page at the venue"
        value={fields.slug}
        onValue={(slug) => onChange({ slug })}
      />
      {comingSlug === undefined || comingSlug === fields.slug ? null : (
        <p>
          <button type="button" class="plain" onClick={() => onChange({ slug: comingSlug })}>
            Use the coming 5-minute window of btc
          </button>
        </p>
      )}
      <div class="row">
        <Choice
          label="Side"
          value={fields.side}
          choices={SIDES}
          onValue={(side) => onChange({ side })}
        />
        <Field
          label="Outcome"
          required
          autoComplete="off"
          value={fields.outcome}
          onValue={(outcome) => onChange({ outcome })}
        />
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
        placeholder="none"
        value={fields.limitPrice}
        onValue={(limitPrice) => onChange({ limitPrice })}
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
