-- Orders may rest: they have a size, an end, a life, and may be canceled. What has an outcome is
-- final: settled is what the venue's chain makes of a fill.
do $$
declare
  found text;
begin
  for found in
    select conname from pg_constraint where conrelid = 'orders'::regclass and contype = 'c'
  loop
    execute format('alter table orders drop constraint %I', found);
  end loop;
end
$$;

drop index orders_due;
drop index orders_unresolved;
drop function spent_e6;

alter table orders rename column worth_e6 to notional_e6;
alter table orders rename column settlement to ending;
alter table orders rename column refusal_words to refusal_message;

alter table orders
  -- Shares times 10^6, of a limit order; what else only such an order has.
  add column size_e6 numeric(60, 0),
  add column expires_sec bigint,
  add column life_sec integer,
  add column is_post_only boolean,
  -- When this service cancels it, by its own clock, and why it has asked the venue to.
  add column cancel_at_ms bigint,
  add column cancel_cause text,
  add column cancel_message text;

update orders set state = 'final' where state = 'settled';
update orders set refusal_reason = case refusal_reason
    when 'not_filled' then 'killed'
    when 'funds' then 'balance'
    when 'order' then 'terms'
    when 'market' then 'market_closed'
    else refusal_reason
  end
where refusal_reason in ('not_filled', 'funds', 'order', 'market');

alter table orders
  add constraint orders_side check (side in ('BUY', 'SELL')),
  add constraint orders_amounts check (notional_e6 >= 0 and price_e6 >= 0 and size_e6 >= 0),
  add constraint orders_key check ((idempotency_key is null) = (request_sha256 is null)),
  add constraint orders_state check (state in ('sent', 'unknown', 'delayed', 'live', 'final')),
  add constraint orders_ending check (ending in ('matched', 'refused', 'canceled')),
  add constraint orders_unknown check (
    (state = 'unknown') = (why is not null) and (why is null) = (is_at_venue is null)
  ),
  add constraint orders_final check (
    (state = 'final') = (is_reconciled is not null)
    and (state <> 'final' or ending is not null)
    and (ending is null or state = 'final' or (state = 'unknown' and ending = 'matched'))
  ),
  add constraint orders_refusal check (
    (ending is not distinct from 'refused') = (refusal_reason is not null)
    and (refusal_reason is null) = (refusal_message is null)
  ),
  add constraint orders_cancellation check (
    (ending is not distinct from 'canceled') = (cancel_message is not null)
    and (ending is distinct from 'canceled' or cancel_cause is not null)
  ),
  add constraint orders_limit check ((size_e6 is null) = (is_post_only is null));

create index orders_due on orders (look_up_at_ms) where state <> 'final';
create index orders_unresolved on orders (created_ms, id collate "C") where state <> 'final';
create index orders_with_life on orders (cancel_at_ms)
  where cancel_at_ms is not null and state <> 'final';

-- Requests to put an order in the place of one that rests: stored before anything is done for them.
create table order_replacements (
  account_id text not null,
  idempotency_key text not null,
  request_sha256 text not null,
  wallet_id text not null,
  from_order_id text not null,
  to_id text not null unique,
  why text,
  created_ms bigint not null,
  primary key (account_id, idempotency_key)
);

create index order_replacements_by_age on order_replacements (created_ms);
