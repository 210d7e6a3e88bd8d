/**
 * Reads the body of an order request, and computes a digest of its meaning.
 *
 * @module
 */
import { BigDecimal, Option, Result } from "effect";
import { formatDecimal, parseDecimal } from "../../../core/fee/mod.ts";
import { foldName } from "../../../core/fold_name.ts";
import { ORDER_TYPES, type OrderType } from "../../../core/order/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import type { OrderRequest } from "../../../core/use_case/order/mod.ts";
import type { PageContext } from "../../../core/venue/mod.ts";
import { type BodyFields } from "../edge/body.ts";
import {
  quotesHint,
  readAmount,
  readSide,
  readText,
  refuseField,
  wordFor,
} from "../edge/body_field.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { readOrderMarket } from "./order_market.ts";
import { readWalletId, WALLET_ID_EXAMPLE } from "./order_parameters.ts";
import { hasControlChars } from "../edge/percent_decoding.ts";

/** A parsed order request. */
export interface OrderBody {
  readonly walletId: string;
  readonly request: OrderRequest;
  /** Whether to preview the order and place nothing. */
  readonly isDryRun: boolean;
}

/** The longest outcome name that is accepted. */
export const OUTCOME_CHARS_MAX = 256;

/** Prices are stored in millionths, so a finer limit would differ from the one that was sent. */
const LIMIT_DECIMALS_MAX = 6;

const ONE = BigDecimal.fromBigInt(1n);
const LIMIT_HINT = "Send a JSON number between 0 and 1, neither included, with at most " +
  `${LIMIT_DECIMALS_MAX} decimals: the worst price accepted, in USDC`;

/** Reads every field. The core checks whether the market has the outcome. */
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
    const request = { market, eventSlug, outcome, side, amount, orderType, limitPrice };
    return { walletId, request, isDryRun };
  });
}

/**
 * Returns the SHA-256, in hex, of what a request means: another spelling of a number, another case
 * of an outcome, or the page of a market instead of its slug, gives the same digest. The page of an
 * event has its own digest: only the venue knows which market it names.
 */
export function orderSha256({ walletId, request }: Omit<OrderBody, "isDryRun">): string {
  const meaning = JSON.stringify([
    walletId,
    request.market.by === "slug" ? request.market.slug : { event: request.market.eventSlug },
    Option.getOrNull(request.eventSlug),
    foldName(request.outcome),
    request.side,
    formatDecimal(request.amount),
    request.orderType,
    Option.getOrNull(Option.map(request.limitPrice, formatDecimal)),
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
    ? ORDER_TYPE_BY_NAME.get(foldName(value).toUpperCase())
    : undefined;
  const hint =
    "Send FOK to fill all of it immediately or nothing, or FAK to fill what is available now";
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
  return typeof value === "boolean" ? Result.succeed(value) : refuseField(
    "dryRun",
    wordFor(value),
    "Send true for a preview that places nothing, or leave it out",
  );
}
