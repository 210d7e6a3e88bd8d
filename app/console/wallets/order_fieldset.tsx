/**
 * The fields of an order ticket.
 *
 * @module
 */
import { Choice, Field } from "../part/field.tsx";
import type { OrderFields } from "./order_fields.ts";

const SIDES = [["BUY", "Buy"], ["SELL", "Sell"]] as const;
const TYPES = [
  ["FOK", "FOK: all of it now, or nothing"],
  ["FAK", "FAK: what there is now, drop the rest"],
] as const;

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
      </div>
    </>
  );
}
