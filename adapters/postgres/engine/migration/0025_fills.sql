-- What the trades of orders moved, followed until the chain has settled it or taken it back. A fill
-- is what one trade is to one order; its rank orders the states as they are heard or win.
create table fills (
  id text primary key,
  order_row text not null references orders (id),
  wallet_id text not null,
  condition_id text not null,
  trade_id text not null,
  order_id text not null,
  role text not null check (role in ('taker', 'maker')),
  price_e6 numeric(60, 0) not null check (price_e6 >= 0),
  shares_e6 numeric(78, 0) not null check (shares_e6 >= 0),
  state text not null check (state in ('matched', 'mined', 'retrying', 'failed', 'confirmed')),
  rank smallint not null,
  tx text,
  matched_ms bigint not null,
  -- When its last state was heard, by the service's clock.
  settled_ms bigint,
  check ((state in ('failed', 'confirmed')) = (settled_ms is not null))
);

create index fills_of_wallet on fills (wallet_id, matched_ms, id collate "C");
create index fills_of_order on fills (order_row);
create index fills_open on fills (wallet_id) where settled_ms is null;

-- What a wallet has of an outcome by what it traded here, in shares times 10^6. Settled: bought and
-- confirmed, less all that was sold and did not fail. Unsettled: bought, and neither confirmed nor
-- failed.
create table traded_shares (
  wallet_id text not null references wallets (id),
  token_id text not null,
  settled_e6 numeric(78, 0) not null,
  unsettled_e6 numeric(78, 0) not null,
  primary key (wallet_id, token_id)
);

-- The sums of an order's fills, times 10^6: all of them, those that are settled, those that failed.
alter table orders
  add column heard_shares_e6 numeric(78, 0) not null default 0,
  add column heard_usdc_e6 numeric(78, 0) not null default 0,
  add column settled_shares_e6 numeric(78, 0) not null default 0,
  add column settled_usdc_e6 numeric(78, 0) not null default 0,
  add column failed_shares_e6 numeric(78, 0) not null default 0,
  add column failed_usdc_e6 numeric(78, 0) not null default 0,
  -- Shares of a SELL that counted on purchases which could still fail, times 10^6.
  add column unsettled_e6 numeric(78, 0) not null default 0,
  -- The fraction that takers pay in its market, as decimal text.
  add column fee_rate text;

create index orders_of_open_wallets on orders (wallet_id) where state <> 'final';
create index orders_unheard on orders (created_ms)
  where ending in ('matched', 'canceled') and coalesce(shares_e6, 1) > heard_shares_e6;

-- What an order has traded, or may still trade, in USDC times 10^6. What failed on the chain is not
-- traded.
create function counted_e6(
  state text, ending text, usdc_e6 numeric, failed_usdc_e6 numeric, notional_e6 numeric
) returns numeric
language sql immutable as $$
  select case
    when ending = 'refused' then 0
    when state = 'final' then greatest(coalesce(usdc_e6, notional_e6) - failed_usdc_e6, 0)
    else notional_e6
  end
$$;

-- What a wallet's orders from start_ms to before end_ms count together. Orders of one wallet wait
-- here for each other, each until the one before is committed; being volatile, the sum sees what was
-- committed meanwhile, which one statement alone would not.
create function spent_e6(of_wallet text, start_ms bigint, end_ms bigint) returns numeric
language plpgsql volatile as $$
begin
  -- What refers to the wallet, as every order does, need not wait.
  perform 1 from wallets where id = of_wallet for no key update;
  return (
    select coalesce(sum(counted_e6(state, ending, usdc_e6, failed_usdc_e6, notional_e6)), 0)
    from orders
    where wallet_id = of_wallet and created_ms >= start_ms and created_ms < end_ms
  );
end
$$;

-- Adds an order to what is told of its wallet.
create function tell_order() returns trigger
language plpgsql volatile as $$
declare
  told constant jsonb := content_of(to_jsonb(new) - 'body');
begin
  perform add_frame(new.wallet_id, 'order', told);
  if new.state = 'final' and old.state <> 'final' then
    perform add_messages(new.account_id, 'order.settled', new.id, new.created_ms, told);
    if new.ending = 'canceled' then
      perform add_messages(new.account_id, 'order.canceled', new.id, new.created_ms, told);
    end if;
  end if;
  return null;
end
$$;

-- Of what its customer can see.
create trigger tell_order after update of state, order_id, why, ending, shares_e6, usdc_e6,
  refusal_reason, refusal_message, is_reconciled, latency_ms, cancel_cause, cancel_message,
  heard_shares_e6, heard_usdc_e6, settled_shares_e6, settled_usdc_e6, failed_shares_e6,
  failed_usdc_e6
on orders for each row
when (
  new.state <> 'sent' and (
    old.state, old.order_id, old.why, old.ending, old.shares_e6, old.usdc_e6, old.refusal_reason,
    old.refusal_message, old.is_reconciled, old.latency_ms,
    case when old.ending = 'canceled' then old.cancel_cause end, old.cancel_message,
    old.heard_shares_e6, old.heard_usdc_e6, old.settled_shares_e6, old.settled_usdc_e6,
    old.failed_shares_e6, old.failed_usdc_e6
  ) is distinct from (
    new.state, new.order_id, new.why, new.ending, new.shares_e6, new.usdc_e6, new.refusal_reason,
    new.refusal_message, new.is_reconciled, new.latency_ms,
    case when new.ending = 'canceled' then new.cancel_cause end, new.cancel_message,
    new.heard_shares_e6, new.heard_usdc_e6, new.settled_shares_e6, new.settled_usdc_e6,
    new.failed_shares_e6, new.failed_usdc_e6
  )
)
execute function tell_order();

-- Adds a fill to what is told of its wallet.
create function tell_fill(of_fill text, is_new boolean) returns void
language plpgsql volatile as $$
declare
  filled fills;
  own orders;
  told jsonb;
begin
  select * into filled from fills where id = of_fill;
  select * into own from orders where id = filled.order_row;
  told := content_of(to_jsonb(filled)) || jsonb_build_object(
    'slug', own.slug, 'outcome', own.outcome, 'token_id', own.token_id, 'side', own.side,
    'fee_rate', own.fee_rate
  );
  perform add_frame(filled.wallet_id, 'fill', told);
  if is_new then
    perform add_messages(own.account_id, 'fill.matched', filled.id, filled.matched_ms, told);
  end if;
  if filled.state in ('confirmed', 'failed') then
    perform add_messages(
      own.account_id, 'fill.' || filled.state, filled.id, filled.matched_ms, told
    );
  end if;
end
$$;

-- Stores what was heard of fills of a wallet, an array of objects, with the sums of their orders, and
-- returns the ids of those of which something is new. What is known of a fill is the join of all
-- that was heard of it: of two reports of one state, the greater text wins. Those of orders that are
-- not stored are left out. Worth is rounded down of each fill.
create function note_fills(of_wallet text, heard text, at_ms bigint) returns setof text
language plpgsql volatile
-- Planning its statements anew takes longer than all of them do.
set plan_cache_mode = force_generic_plan
as $$
declare
  noted record;
  changed text[] := '{}';
begin
  -- Fills of one wallet that are noted at once wait here for each other; its orders do not.
  perform pg_advisory_xact_lock(hashtextextended('fills of ' || of_wallet, 0));
  -- Whoever changes several orders locks them in one order.
  perform 1 from orders
  where wallet_id = of_wallet and order_id in (
    select told.order_id from json_to_recordset(heard::json) as told (order_id text)
  )
  order by id collate "C" for no key update;
  for noted in
    insert into fills as known (
      id, order_row, wallet_id, condition_id, trade_id, order_id, role, price_e6, shares_e6, state,
      rank, tx, matched_ms, settled_ms
    )
    select told.id, orders.id, orders.wallet_id, orders.condition_id, told.trade_id,
      told.order_id, told.role, told.price_e6, told.shares_e6, told.state, told.rank, told.tx,
      told.matched_ms, case when told.state in ('failed', 'confirmed') then at_ms end
    from json_to_recordset(heard::json) as told (
      id text, trade_id text, order_id text, role text, price_e6 numeric, shares_e6 numeric,
      state text, rank smallint, tx text, matched_ms bigint
    )
      join orders on orders.order_id = told.order_id and orders.wallet_id = of_wallet
    on conflict (id) do update set
      (role, price_e6, shares_e6, state, rank, tx) = (
        select last.role, last.price_e6, last.shares_e6, last.state, last.rank, last.tx
        from (
          values
            (known.role, known.price_e6, known.shares_e6, known.state, known.rank, known.tx),
            (
              excluded.role, excluded.price_e6, excluded.shares_e6, excluded.state, excluded.rank,
              excluded.tx
            )
        ) as last (role, price_e6, shares_e6, state, rank, tx)
        order by last.rank desc, concat_ws(
          ' ', coalesce(last.tx, ''), last.role, last.price_e6, last.shares_e6
        ) collate "C" desc
        limit 1
      ),
      matched_ms = least(known.matched_ms, excluded.matched_ms),
      settled_ms = coalesce(known.settled_ms, excluded.settled_ms)
    where excluded.matched_ms < known.matched_ms or excluded.rank > known.rank
      or (
        excluded.rank = known.rank
        and concat_ws(
          ' ', coalesce(excluded.tx, ''), excluded.role, excluded.price_e6, excluded.shares_e6
        ) collate "C" > concat_ws(
          ' ', coalesce(known.tx, ''), known.role, known.price_e6, known.shares_e6
        ) collate "C"
      )
    returning known.id, known.order_row, xmax = 0 as is_new
  loop
    changed := changed || noted.order_row;
    perform tell_fill(noted.id, noted.is_new);
    return next noted.id;
  end loop;
  -- All parts of this statement see the orders as they were before.
  with before as (
    select id, heard_shares_e6 - failed_shares_e6 as kept, settled_shares_e6 as settled
    from orders where id = any(changed)
  ), later as (
    update orders set
      heard_shares_e6 = sums.heard_shares, heard_usdc_e6 = sums.heard_usdc,
      settled_shares_e6 = sums.settled_shares, settled_usdc_e6 = sums.settled_usdc,
      failed_shares_e6 = sums.failed_shares, failed_usdc_e6 = sums.failed_usdc
    from (
      select order_row, sum(shares_e6) as heard_shares, sum(worth_e6) as heard_usdc,
        coalesce(sum(shares_e6) filter (where state = 'confirmed'), 0) as settled_shares,
        coalesce(sum(worth_e6) filter (where state = 'confirmed'), 0) as settled_usdc,
        coalesce(sum(shares_e6) filter (where state = 'failed'), 0) as failed_shares,
        coalesce(sum(worth_e6) filter (where state = 'failed'), 0) as failed_usdc
      from (
        select order_row, state, shares_e6, floor(shares_e6 * price_e6 / 1000000) as worth_e6
        from fills where order_row = any(changed)
      ) as own
      group by order_row
    ) as sums
    where orders.id = sums.order_row
    returning id, side, token_id, heard_shares_e6 - failed_shares_e6 as kept,
      settled_shares_e6 as settled
  )
  insert into traded_shares as known (wallet_id, token_id, settled_e6, unsettled_e6)
  select of_wallet, later.token_id,
    sum(
      case when later.side = 'BUY' then later.settled - before.settled
        else before.kept - later.kept end
    ),
    sum(
      case when later.side = 'BUY'
        then (later.kept - later.settled) - (before.kept - before.settled) else 0 end
    )
  from later join before on before.id = later.id
  group by later.token_id
  on conflict (wallet_id, token_id) do update set
    settled_e6 = known.settled_e6 + excluded.settled_e6,
    unsettled_e6 = known.unsettled_e6 + excluded.unsettled_e6;
end
$$;
