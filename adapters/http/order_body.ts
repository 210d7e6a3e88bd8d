/**
 * Reads the body of an order, and tells by a digest whether two bodies mean the same.
 *
 * @module
 */
import { BigDecimal, Option, Result } from "effect";
import { formatDecimal, parseDecimal } from "../../core/fee/mod.ts";
import { ORDER_TYPES, type OrderType } from "../../core/order/mod.ts";
import type { RequestRejected } from "../../core/request.ts";
import type { OrderWish } from "../../core/use_case/mod.ts";
import type { PageContext } from "../../core/venue/mod.ts";
import { type BodyFields } from "./body.ts";
import { quotesHint, readAmount, readSide, readText, refuseField, wordFor } from "./body_field.ts";
import { JsonNumber } from "./json_number.ts";
import { readOrderMarket } from "./order_market.ts";
import { readWalletId, WALLET_ID_EXAMPLE } from "./order_parameters.ts";
import { hasControlChars } from "./percent_decoding.ts";

/** An order as it was sent. */
export interface OrderBody {
  readonly walletId: string;
  readonly wish: OrderWish;
  /** Nothing is to be placed. */
  readonly isDryRun: boolean;
}

/** Longer names of outcomes are not looked for. */
export const OUTCOME_CHARS_MAX = 256;

/** Prices are kept in millionths, so that a finer limit would be another one than was sent. */
const LIMIT_DECIMALS_MAX = 6;

const ONE = BigDecimal.fromBigInt(1n);
const LIMIT_HINT = "Send a JSON number between 0 and 1, neither included, with at most " +
  `${LIMIT_DECIMALS_MAX} decimals: the worst price accepted, in USDC`;

/** Reads every field. Whether the market has such an outcome is for the core to find out. */
export function readOrderBody(
  fields: BodyFields,
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<OrderBody, RequestRejected> {
  return Result.gen(function* () {
    const sentId = yield* readText(
      fields,
      "walletId",
      `Send the UUID of a trading wallet, such as ${WALLET_ID_EXAMPLE}`,
    );
    const walletId = yield* readWalletId(sentId);
    const { market, eventSlug } = yield* readOrderMarket(fields, pages);
    const outcome = yield* readOutcome(fields);
    const side = yield* readSide(fields);
    const amount = yield* readAmount(fields, "amount");
    const orderType = yield* readOrderType(fields);
    const limitPrice = yield* readLimitPrice(fields);
    const isDryRun = yield* readDryRun(fields);
    const wish = { market, eventSlug, outcome, side, amount, orderType, limitPrice };
    return { walletId, wish, isDryRun };
  });
}

/**
 * SHA-256, in hex, of what an order means: another spelling of a number, another case of an
 * outcome, or the page of a market instead of its slug, gives the same digest. The page of an event
 * is a meaning of its own: which market it names only the venue can tell.
 */
export function orderSha256({ walletId, wish }: Omit<OrderBody, "isDryRun">): string {
  const meaning = JSON.stringify([
    walletId,
    wish.market.by === "slug" ? wish.market.slug : { event: wish.market.eventSlug },
    Option.getOrNull(wish.eventSlug),
    wish.outcome.trim().toLowerCase(),
    wish.side,
    formatDecimal(wish.amount),
    wish.orderType,
    Option.getOrNull(Option.map(wish.limitPrice, formatDecimal)),
  ]);
  return new Bun.CryptoHasher("sha256").update(meaning).digest("hex");
}

function readOutcome(fields: BodyFields): Result.Result<string, RequestRejected> {
  const hint = `Send the name of an outcome in any case, such as "Up", in at most ` +
    `${OUTCOME_CHARS_MAX} characters`;
  return Result.flatMap(
    readText(fields, "outcome", hint),
    (outcome) =>
      outcome.trim() !== "" && outcome.length <= OUTCOME_CHARS_MAX && outcome.isWellFormed() &&
        !hasControlChars(outcome)
        ? Result.succeed(outcome)
        : refuseField("outcome", outcome, hint),
  );
}

const ORDER_TYPE_BY_NAME: ReadonlyMap<string, OrderType> = new Map(
  ORDER_TYPES.map((type) => [type, type]),
);

function readOrderType(fields: BodyFields): Result.Result<OrderType, RequestRejected> {
  if (!fields.has("orderType")) return Result.succeed("FOK");
  const value = fields.get("orderType");
  const type = typeof value === "string"
    ? ORDER_TYPE_BY_NAME.get(value.trim().toUpperCase())
    : undefined;
  const hint = "Send FOK for all of it at once or nothing, or FAK for what can be had at once";
  return type === undefined ? refuseField("orderType", wordFor(value), hint) : Result.succeed(type);
}

function readLimitPrice(
  fields: BodyFields,
): Result.Result<Option.Option<BigDecimal.BigDecimal>, RequestRejected> {
  if (!fields.has("limitPrice")) return Result.succeed(Option.none());
  const value = fields.get("limitPrice");
  const price = value instanceof JsonNumber ? parseDecimal(value.text) : Option.none();
  return Option.exists(price, isPrice)
    ? Result.succeed(price)
    : refuseField("limitPrice", wordFor(value), LIMIT_HINT + quotesHint(value));
}

function isPrice(price: BigDecimal.BigDecimal): boolean {
  return BigDecimal.isPositive(price) && BigDecimal.isLessThan(price, ONE) &&
    BigDecimal.normalize(price).scale <= LIMIT_DECIMALS_MAX;
}

function readDryRun(fields: BodyFields): Result.Result<boolean, RequestRejected> {
  const value = fields.has("dryRun") ? fields.get("dryRun") : false;
  return typeof value === "boolean"
    ? Result.succeed(value)
    : refuseField("dryRun", wordFor(value), "Send true to place nothing, or leave it out");
}
