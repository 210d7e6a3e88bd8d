-- Recurring markets of the secondary venue, as they were listed. Instants are in unix seconds. target
-- is the text that the venue wrote, which its slugs are made of; yes_index says which side is Yes.
create table outcome_markets (
  network text not null check (network in ('mainnet', 'testnet')),
  outcome_id bigint not null check (outcome_id >= 0),
  underlying text not null,
  period text not null,
  start_sec bigint not null check (start_sec >= 0),
  expiry_sec bigint not null check (expiry_sec > start_sec),
  target text not null,
  yes_index smallint not null check (yes_index in (0, 1)),
  primary key (network, outcome_id)
);

create index outcome_markets_by_expiry on outcome_markets (network, expiry_sec, outcome_id);
