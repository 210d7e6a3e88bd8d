/**
 * What an order would give, before it is placed.
 *
 * @module
 */
import { numberText, usdcText } from "./number_text.ts";
import type { OrderPreview } from "./order_answer.ts";
import type { OrderBody } from "./order_form.ts";
import { quoteText, tradeText } from "./order_words.ts";

/** The preview. `onLimit` makes its worst price the limit. */
export function PreviewFacts({ body, preview: { order, quote, fee }, onLimit }: {
  readonly body: OrderBody;
  readonly preview: OrderPreview;
  readonly onLimit: (price: string) => void;
}) {
  const worst = numberText(quote.worstPrice);
  return (
    <div role="status">
      <h3>Preview: {tradeText(order)}</h3>
      <dl class="facts">
        <dt>{order.side === "BUY" ? "Would get" : "Would bring"}</dt>
        <dd class="number">
          {quoteText({ order, quote })}
        </dd>
        <dt>Average price</dt>
        <dd class="number">{numberText(quote.averagePrice)}</dd>
        <dt>Worst price</dt>
        <dd class="number">
          {worst}{" "}
          <span class="soft">of {quote.levels} {quote.levels === 1 ? "level" : "levels"}</span>
        </dd>
        <dt>Fee</dt>
        <dd class="number">
          {usdcText(fee.usdc)}{" "}
          <span class="soft">
            {numberText(fee.effectiveRate)} of what is traded, <a href="/docs/guide/fees">why</a>
          </span>
        </dd>
        {order.loweredTo === undefined ? null : (
          <>
            <dt>Lowered to</dt>
            <dd class="number">
              {usdcText(order.loweredTo)}{" "}
              <span class="soft">so that the balance also covers the fee</span>
            </dd>
          </>
        )}
        <dt>Market</dt>
        <dd>
          <code>{order.slug}</code>
        </dd>
      </dl>
      {body.limitPrice !== undefined ? null : (
        <p>
          Nothing is placed yet, and prices move.{" "}
          <button type="button" class="plain" onClick={() => onLimit(worst)}>
            Accept no worse than {worst}
          </button>
        </p>
      )}
    </div>
  );
}
