-- The idempotency keys of requests whose orders are not stored yet, each for the order of one request.
-- A crash of the server may empty it: an order whose key is not reserved any more is not stored.
create unlogged table key_reservations (
  account_id text not null,
  key text not null,
  for_order text not null,
  until timestamptz not null,
  primary key (account_id, key)
);
