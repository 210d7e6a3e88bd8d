-- The venue's heartbeats of wallets: since when they are wanted, and of which API key, which wallets
-- may share; what the venue answered the last one with, and when. Instants are unix milliseconds by
-- the service's clock.
alter table wallet_guards
  add column venue_key text,
  add column venue_since_ms bigint,
  add column heartbeat_id text,
  add column heartbeat_ms bigint,
  add check (venue_since_ms is null or venue_key is not null),
  add check ((heartbeat_id is null) = (heartbeat_ms is null));

create index wallet_guards_venue_key on wallet_guards (venue_key) where venue_key is not null;
