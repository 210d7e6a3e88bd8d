/**
 * Rows of orders in any number, made by the database itself.
 *
 * @module
 */

/** Accounts, each with one wallet and a share of all orders. */
export const ORDER_ACCOUNTS = 10;

/** How many orders have not ended, however many there are. */
export const UNRESOLVED_ORDERS = 50;

/** How many orders, the newest, still have their idempotency keys: those of a day. */
const KEYED_ORDERS = 28_800;

const ORDERS_A_STATEMENT = 250_000;
const ORDERS_A_MARKET = 100;
/** 2026-11-05T00:00:00Z, in unix milliseconds: after the newest order. */
export const NEWEST_MS = 1_793_836_800_000;
const APART_MS = 3_000;

/** Returns what to find order `number` of `orders` by; numbers count up from the oldest. */
export function orderOf(number: number, orders: number) {
  const createdMs = NEWEST_MS - (orders - number) * APART_MS;
  return {
    id: idText(createdMs, number),
    createdMs,
    key: `key_${number}`,
    accountId: `account_${number % ORDER_ACCOUNTS}`,
    walletId: `wallet_${number % ORDER_ACCOUNTS}`,
  };
}

/** Returns the number of the oldest order of `orders` that still has its key. */
export function firstKeyed(orders: number): number {
  return Math.max(0, orders - KEYED_ORDERS);
}

function idText(createdMs: number, number: number): string {
  const time = createdMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

/** The owners of all orders, and the orders themselves, oldest first; the newest have not ended. */
export function insertOrders(
  orders: number,
  unresolved = UNRESOLVED_ORDERS,
): ReadonlyArray<string> {
  const parts = Array.from({ length: Math.ceil(orders / ORDERS_A_STATEMENT) }, (_, part) => {
    const first = part * ORDERS_A_STATEMENT;
    const last = Math.min(first + ORDERS_A_STATEMENT, orders) - 1;
    return insertText({ first, last, orders, unresolved });
  });
  return [OWNERS, ...parts];
}

const OWNERS = `
  insert into accounts (id, email, created_ms)
  select 'account_' || number, number || '@example.com', 1
  from generate_series(0, ${ORDER_ACCOUNTS - 1}) as numbers (number);

  insert into wallets (
    id, account_id, address, funder, signature_type, signing_key_id, signing_box, created_ms
  )
  select 'wallet_' || number, 'account_' || number, '0x' || repeat('0', 39) || number,
    '0x' || repeat('0', 39) || number, 0, '0011', 'box', 1
  from generate_series(0, ${ORDER_ACCOUNTS - 1}) as numbers (number);
`;

/** Of three orders that ended, one each was matched, rests at the venue and was refused. */
function insertText(
  { first, last, orders, unresolved }: {
    readonly first: number;
    readonly last: number;
    readonly orders: number;
    readonly unresolved: number;
  },
): string {
  return `
    insert into orders (
      id, account_id, wallet_id, idempotency_key, request_sha256, slug, outcome, token_id,
      condition_id, side, order_type, amount, is_neg_risk, body, worth_e6, order_id, state, sent_ms,
      settlement, is_reconciled, refusal_reason, refusal_words, created_ms, look_up_at_ms
    )
    select
      left(time, 8) || '-' || right(time, 4) || '-7000-8000-' || lpad(to_hex(number), 12, '0'),
      'account_' || number % ${ORDER_ACCOUNTS}, 'wallet_' || number % ${ORDER_ACCOUNTS},
      case when is_keyed then 'key_' || number end,
      case when is_keyed then md5(number::text) || md5(number::text) end,
      'btc-updown-5m-' || market, 'Up', repeat('7', 77), '0x' || lpad(to_hex(market), 64, '0'),
      'BUY', 'FOK', '10', false, repeat('{"signed":"0123456789"}', 20), 10000000,
      '0x' || lpad(to_hex(number), 64, '0'), case when is_final then 'settled' else 'sent' end,
      created_ms, ending, case when is_final then false end,
      case when ending = 'refused' then 'balance' end, case when ending = 'refused' then 'no' end,
      created_ms, created_ms
    from (
      select number, created_ms, lpad(to_hex(created_ms), 12, '0') as time,
        number / ${ORDERS_A_MARKET} as market,
        number >= ${firstKeyed(orders)} as is_keyed,
        number < ${orders - unresolved} as is_final,
        case when number < ${orders - unresolved}
          then (array['matched', 'refused'])[1 + number % 2] end as ending
      from (
        select number, ${NEWEST_MS} - (${orders} - number) * ${APART_MS} as created_ms
        from generate_series(${first}::bigint, ${last}) as numbers (number)
      ) as placed
    ) as orders_to_be
  `;
}
