/**
 * What an order would give, before it is placed.
 *
 * @module
 */
import type { LimitOrderPreview, OrderPreview } from "../../client/typescript/mod.ts";
import { Fact, Facts } from "../part/facts.tsx";
import { countText, numberText, percentText, usdcText } from "../part/number_text.ts";
import { isLimit, type OrderBody } from "./order_fields.ts";
import { limitText, quoteText, tradeText } from "./order_words.ts";

/** The preview. `body`: the order as it would be placed. */
export function PreviewFacts({ body, preview: { order, quote, fee } }: {
  readonly body: OrderBody;
  readonly preview: OrderPreview | LimitOrderPreview;
}) {
  return (
    <div role="status">
      <h3>Preview: {tradeText(order)}</h3>
      {quote === null ? <p>Nothing of it would trade at once.</p> : (
        <Facts>
          <Fact name={order.side === "BUY" ? "Would get" : "Would bring"}>
            {quoteText({ order, quote })}
          </Fact>
          <Fact name="Average price">{numberText(quote.averagePrice)}</Fact>
          <Fact name="Worst price">
            {numberText(quote.worstPrice)}{" "}
            <span class="soft">of {countText(quote.levels, "level")}</span>
          </Fact>
          {fee === null ? null : (
            <Fact name="Fee">
              {usdcText(fee.usdc)}{" "}
              <span class="soft">
                {percentText(fee.effectiveRate)} of what is traded,{" "}
                <a href="/docs/guide/fees">why</a>
              </span>
            </Fact>
          )}
          {order.loweredTo === undefined ? null : (
            <Fact name="Lowered to">
              {usdcText(order.loweredTo)}{" "}
              <span class="soft">so that the balance also covers the fee</span>
            </Fact>
          )}
          <Fact name="Market">
            <code>{order.slug}</code>
          </Fact>
        </Facts>
      )}
      <p>
        Nothing is placed yet, and prices move.{" "}
        {isLimit(body) ? null : `It would trade ${limitText(body)}.`}
      </p>
    </div>
  );
}
