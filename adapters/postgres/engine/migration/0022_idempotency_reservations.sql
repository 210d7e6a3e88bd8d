-- A key is an API key, unless it is called an idempotency key.
alter table key_reservations rename to idempotency_reservations;
alter table idempotency_reservations rename column key to idempotency_key;
alter index key_reservations_pkey rename to idempotency_reservations_pkey;
