-- An order that cannot rest is not over because the venue called it live: such orders are looked up
-- again. And one that is known to have traded waits, unknown, for its amounts.
alter table orders
  drop constraint orders_settlement_check,
  drop constraint orders_check3;

update orders set
  state = 'unknown',
  why = 'the venue had neither matched nor killed it',
  is_at_venue = true,
  settlement = null,
  is_reconciled = null,
  latency_ms = null,
  look_up_at_ms = 0
where settlement = 'live';

alter table orders
  add check (settlement in ('matched', 'refused')),
  add check (state <> 'settled' or settlement is not null),
  add check (settlement is null or state = 'settled' or (state = 'unknown' and settlement = 'matched'));

-- What an order gives instead of the amount that was requested, where it was made anew with less.
alter table orders add column lowered_e6 numeric(60, 0);

update orders set lowered_e6 = worth_e6
where side = 'BUY' and worth_e6 < floor(amount::numeric * 100) * 10000;
