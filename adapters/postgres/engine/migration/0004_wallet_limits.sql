-- What a wallet may trade, in USDC times 10^6: with one order, and on one UTC day. Null: no limit.
alter table wallets
  add column order_max_e6 numeric(60, 0) check (order_max_e6 > 0),
  add column day_max_e6 numeric(60, 0) check (day_max_e6 > 0);
