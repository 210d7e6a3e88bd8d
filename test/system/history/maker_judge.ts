/**
 * Judges what became of orders that may rest, by what the guide "Orders" promises: against the
 * venue's own ledger, once everything has come to rest.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { ReceivedOrder } from "../../memory/staged_matching_engine.ts";
import type { Ground } from "./ground.ts";
import { filledE6, isMaker, MAKERS } from "./maker_venue.ts";
import type { Makers, Reading, Wish } from "./makers.ts";
import { walletAt } from "./order_ground.ts";
import type { LimitContent, SeenAnswer } from "./traffic.ts";

interface Shares {
  readonly shares: number | null;
}

/** An order of `GET /api/v1/orders/history`. */
interface Row {
  readonly order_id: string;
  readonly state: string;
  readonly filled: Shares | null;
  readonly settled: Shares | null;
  readonly idempotency_key: string | null;
}

/** A fill of `GET /api/v1/fills`. */
interface FillRow {
  readonly id: string;
  readonly price: number;
  readonly shares: number;
  readonly state: string;
}

/** An answer to an order, or to a replacement. */
interface Placed {
  readonly orderId: string;
}
interface Replaced {
  readonly canceled: boolean;
  readonly filledBefore: number;
  readonly order: Placed | null;
}

/** What is read of a history. */
interface Ledger {
  readonly ground: Ground;
  readonly wishes: ReadonlyArray<Wish>;
  readonly readings: ReadonlyArray<Reading>;
  /** As the service lists them in the end. */
  readonly rows: ReadonlyArray<Row>;
  readonly fills: ReadonlyArray<FillRow>;
  readonly byKey: ReadonlyMap<string, ReadonlyArray<Row>>;
  /** Orders that the venue has taken, by their ids. */
  readonly taken: ReadonlyMap<string, ReceivedOrder>;
}

/** Returns a description of every promise that was not kept. */
export function brokenMakerClaims(ground: Ground, makers: Makers): ReadonlyArray<string> {
  const { wishes, readings, waiting } = makers;
  const rows = lastOf<Row>(readings, "history");
  const taken = ground.venue.exchange.receivedOrders.filter(({ address, status }) =>
    isMaker(address) && status.kind !== "refused"
  );
  const ledger: Ledger = {
    ground,
    wishes,
    readings,
    rows,
    fills: lastOf<FillRow>(readings, "fills"),
    byKey: Map.groupBy(rows, (row) => row.idempotency_key ?? ""),
    taken: new Map(taken.map((entry) => [entry.orderId, entry])),
  };
  return [
    ...waiting === 0 ? [] : [`answer: ${waiting} wishes have none that is final`],
    ...placedOnce(ledger),
    ...sentOnce(ledger),
    ...listedAsTaken(ledger),
    ...filledAsTraded(ledger),
    ...finalForGood(ledger),
    ...wishes.flatMap((wish) => [...trueAnswers(ledger, wish), ...restsUnwanted(ledger, wish)]),
    ...restsTooLong(ledger),
  ].map((why) => `14 makers: ${why}`);
}

/** A key has one order at most, also that of a replacement. */
function placedOnce({ rows, taken, byKey }: Ledger): ReadonlyArray<string> {
  const listed = new Set(rows.map(({ order_id }) => order_id));
  return [
    ...[...byKey].flatMap(([key, own]) => {
      const placed = own.filter(({ order_id }) => taken.has(order_id));
      return placed.length <= (key === "" ? 0 : 1) ? [] : [`once: ${placed.length} of "${key}"`];
    }),
    ...[...taken.keys()].filter((id) => !listed.has(id))
      .map((id) => `once: ${id} is at the venue, and is not listed`),
  ];
}

/** Bytes are stored before they are sent, and are sent once. */
function sentOnce({ ground: { traffic: { sendings } } }: Ledger): ReadonlyArray<string> {
  const own = sendings.filter(({ canRest }) => canRest);
  return own.flatMap(({ orderId, isStored }, at) => [
    ...isStored ? [] : [`sending: ${orderId} was not stored`],
    ...own.slice(0, at).some((former) => former.orderId === orderId)
      ? [`sending: ${orderId} was sent again`]
      : [],
  ]);
}

/** In the end every order is listed in the state that it has at the venue. */
function listedAsTaken({ rows, taken }: Ledger): ReadonlyArray<string> {
  return rows.flatMap(({ order_id, state }) => {
    const is = taken.get(order_id)?.status.kind ?? "refused";
    return is === state ? [] : [`listed: ${order_id} is ${state}, and is ${is} at the venue`];
  });
}

/** Every fill is listed once with its state, and the sums of an order are those of its fills. */
function filledAsTraded({ rows, fills, ground: { makers } }: Ledger): ReadonlyArray<string> {
  const { trades } = makers;
  const lines = fills.map(({ id, price, shares, state }) =>
    [id, e6(shares), e6(price), state].join(" ")
  );
  const wanted = trades.map(({ tradeId, orderId, sharesE6, priceE6, state }) =>
    [`${tradeId}:${orderId}`, sharesE6, priceE6, state].join(" ")
  );
  return [
    ...wanted.filter((line) => !lines.includes(line)).map((line) => `fills: without ${line}`),
    ...lines.filter((line) => !wanted.includes(line)).map((line) => `fills: nothing is ${line}`),
    ...new Set(lines).size === lines.length ? [] : ["fills: one is listed twice"],
    ...rows.flatMap(({ order_id, filled, settled, state }) => {
      const own = trades.filter(({ orderId }) => orderId === order_id);
      const sum = (isMeant: (state: string) => boolean) =>
        own.reduce((all, trade) => isMeant(trade.state) ? all + trade.sharesE6 : all, 0n);
      const should = [sum((each) => each !== "failed"), sum((each) => each === "confirmed")];
      const is = [filled, settled].map((each) => each?.shares == null ? 0n : e6(each.shares));
      return String(is) === String(should) || state === "refused"
        ? []
        : [`sums: ${order_id} has ${is} of ${should}`];
    }),
  ];
}

/** What was told to be confirmed, or failed, stays so. */
function finalForGood({ readings }: Ledger): ReadonlyArray<string> {
  const told = readings.filter(({ what }) => what === "fills");
  return told.flatMap(({ answer }) =>
    dataOf<FillRow>(answer).flatMap(({ id, state }) => {
      if (state !== "confirmed" && state !== "failed") return [];
      const later = told.filter(({ askedMs }) => askedMs >= answer.atMs)
        .flatMap((reading) => dataOf<FillRow>(reading.answer));
      const other = later.find((fill) => fill.id === id && fill.state !== state);
      return other === undefined ? [] : [`final: ${id} was ${state}, and then ${other.state}`];
    })
  );
}

/** What a maker was answered is so. */
function trueAnswers(ledger: Ledger, { asked, answers }: Wish): ReadonlyArray<string> {
  if (asked.kind !== "rest" && asked.kind !== "replace") return [];
  const { byKey, taken, ground } = ledger;
  const { key } = asked;
  const own = (byKey.get(key) ?? []).filter(({ order_id }) => taken.has(order_id));
  const { sendings } = ground.traffic;
  const sentMs = sendings.find(({ orderId }) => orderId === own[0]?.order_id)?.atMs ?? -Infinity;
  const said = answers.flatMap((answer): ReadonlyArray<Placed | null> => {
    if (answer.status === 200) {
      return asked.kind === "rest" ? [bodyOf<Placed>(answer)] : [bodyOf<Replaced>(answer).order];
    }
    // A key that is free may place an order later.
    const isCertain = answer.text.includes("is settled") || sentMs < answer.askedMs;
    return isCertain && isRefusal(answer) ? [null] : [];
  });
  const ids = new Set(said.map((placed) => placed?.orderId));
  const [id] = ids;
  return [
    ...answers.filter(({ status }) => status === 500).map(({ text }) => `answer: ${key} ${text}`),
    ...ids.size <= 1 ? [] : [`answer: ${key} was answered ${[...ids].join(" and ")}`],
    ...id === undefined || own.some(({ order_id }) => order_id === id)
      ? []
      : [`answer: ${key} was told of ${id}, which it has not`],
    ...ids.size > 0 && id === undefined && own.length > 0
      ? [`answer: ${key} was told of none, and has ${own[0]?.order_id}`]
      : [],
    ...asked.kind === "rest" ? [] : [
      ...own.filter(({ order_id }) => ground.makers.besides.get(order_id)?.has(asked.orderId))
        .map(({ order_id }) => `replace: ${asked.orderId} rested when ${order_id} came`),
      ...answers.filter(({ status }) => status === 200)
        .flatMap((answer) => trueReplacement(ledger, asked, bodyOf(answer))),
    ],
  ];
}

/** What was left of the former order was placed, and no more. */
function trueReplacement(
  { taken }: Ledger,
  { orderId, content: { size } }: Extract<Wish["asked"], { readonly kind: "replace" }>,
  { canceled, filledBefore, order }: Replaced,
): ReadonlyArray<string> {
  const former = taken.get(orderId);
  const tradedE6 = former === undefined ? 0n : filledE6(former);
  const next = order === null ? undefined : taken.get(order.orderId);
  const leftE6 = (e6(size) - tradedE6) / 10_000n * 10_000n;
  return [
    ...tradedE6 === e6(filledBefore)
      ? []
      : [`replace: ${orderId} had traded ${tradedE6}, not ${e6(filledBefore)}`],
    ...(former?.status.kind === "canceled") === canceled
      ? []
      : [`replace: ${orderId} is told to be canceled ${canceled}`],
    ...next === undefined || sizeE6(next) === leftE6
      ? []
      : [`replace: ${next.orderId} wants ${sizeE6(next)}, and ${leftE6} was left`],
  ];
}

/** What was canceled or replaced is gone when that is said, and for good. */
function restsUnwanted({ taken }: Ledger, { asked, answers }: Wish): ReadonlyArray<string> {
  if (asked.kind === "guard" || asked.kind === "rest") return [];
  return answers.filter(({ status }) => status === 200).flatMap((answer) => {
    const gone = asked.kind === "replace"
      ? [asked.orderId]
      : bodyOf<{ readonly canceled: ReadonlyArray<string> }>(answer).canceled;
    const all = asked.kind === "cancel_all" ? [...answer.left] : [];
    const still = gone.filter((id) =>
      answer.rests.has(id) || taken.get(id)?.status.kind === "live"
    );
    return [...still, ...all].map((id) => `rests: ${id}, after ${asked.kind}`);
  });
}

/** No order rests after its life, its end, or the guard of its wallet. */
function restsTooLong({ taken, rows, wishes, ground }: Ledger): ReadonlyArray<string> {
  const live = [...taken.values()].filter(({ status }) => status.kind === "live");
  return live.flatMap(({ orderId, address }) => {
    const walletId = walletAt(address);
    const terms = termsOf({ wishes, rows }, orderId);
    const guard = Effect.runSync(ground.guards.find(walletId));
    const stored = Effect.runSync(ground.orders.ofOrderId({ walletId, orderId }));
    const isGuarded = Option.exists(
      guard.firedMs,
      (firedMs) => Option.exists(stored, ({ createdMs }) => createdMs < firedMs),
    );
    return [
      ...terms?.lifeS === undefined ? [] : [`rests: ${orderId}, whose life is over`],
      ...terms?.expiresAt === undefined ? [] : [`rests: ${orderId}, which has ended`],
      ...isGuarded ? [`rests: ${orderId}, after the guard`] : [],
    ];
  });
}

/** The terms of the first order in a chain of replacements, which these keep. */
function termsOf(
  { wishes, rows }: Pick<Ledger, "wishes" | "rows">,
  orderId: string,
): LimitContent | undefined {
  const key = rows.find(({ order_id }) => order_id === orderId)?.idempotency_key;
  const asked = wishes.find((wish) => "key" in wish.asked && wish.asked.key === key)?.asked;
  if (asked?.kind === "replace") return termsOf({ wishes, rows }, asked.orderId);
  return asked?.kind === "rest" ? asked.content : undefined;
}

/** Nothing is placed for the request, for certain. */
function isRefusal({ status, retryAfterSec, text }: SeenAnswer): boolean {
  const isSettled = text.includes("is settled");
  return isSettled || (status >= 400 && status < 500 && status !== 401 &&
    retryAfterSec === undefined && !text.includes('"expiration"'));
}

function sizeE6({ sent: { order } }: ReceivedOrder): bigint {
  return order.side === "BUY" ? order.takerAmountE6 : order.makerAmountE6;
}

/** What all wallets have in their last listing. */
function lastOf<Item>(
  readings: ReadonlyArray<Reading>,
  what: Reading["what"],
): ReadonlyArray<Item> {
  return MAKERS.flatMap(({ id }) => {
    const own = readings.filter((reading) =>
      reading.walletId === id && reading.what === what && reading.answer.status === 200
    );
    const last = own.at(-1);
    return last === undefined ? [] : dataOf<Item>(last.answer);
  });
}

function dataOf<Item>(answer: SeenAnswer): ReadonlyArray<Item> {
  return answer.status === 200 ? bodyOf<{ readonly data: ReadonlyArray<Item> }>(answer).data : [];
}

function bodyOf<Body>({ text }: SeenAnswer): Body {
  return JSON.parse(text) as Body;
}

function e6(amount: number): bigint {
  return BigInt(Math.round(amount * 1e6));
}
