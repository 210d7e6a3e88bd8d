-- The guards of wallets: each cancels what rests when it is not renewed in time. Instants are unix
-- milliseconds by the service's clock.
create table wallet_guards (
  wallet_id text primary key references wallets (id),
  seconds integer check (seconds between 5 and 300),
  fires_ms bigint,
  -- When it fired last, and when to cancel what is left of before; null once nothing is.
  fired_ms bigint,
  again_ms bigint,
  -- Since when the venue's heartbeats are wanted, and of which API key, which wallets may share; what
  -- the venue answered the last one with, and when.
  venue_key text,
  venue_since_ms bigint,
  heartbeat_id text,
  heartbeat_ms bigint,
  check ((seconds is null) = (fires_ms is null)),
  check (again_ms is null or fired_ms is not null),
  check (venue_since_ms is null or venue_key is not null),
  check ((heartbeat_id is null) = (heartbeat_ms is null))
);

create index wallet_guards_due on wallet_guards (least(fires_ms, again_ms))
  where least(fires_ms, again_ms) is not null;
create index wallet_guards_venue_key on wallet_guards (venue_key) where venue_key is not null;

-- Tells of a guard that has fired.
create function tell_guard() returns trigger
language plpgsql volatile as $$
begin
  perform add_messages(
    (select account_id from wallets where id = new.wallet_id), 'guard.fired',
    new.wallet_id || ':' || new.fired_ms, new.fired_ms,
    content_of(jsonb_build_object('wallet_id', new.wallet_id, 'fired_ms', new.fired_ms))
  );
  return null;
end
$$;

create trigger tell_guard after update of fired_ms on wallet_guards for each row
when (new.fired_ms is distinct from old.fired_ms and new.fired_ms is not null)
execute function tell_guard();
