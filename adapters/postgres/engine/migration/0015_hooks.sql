-- Webhooks of accounts. An empty list of assets or intervals means all. Instants are unix milliseconds
-- of the machine's time, but for since_ms and event_ms, which are of the service's clock.
create table hooks (
  id text primary key,
  account_id text not null references accounts (id),
  url text not null,
  events text[] not null,
  assets text[] not null,
  intervals text[] not null,
  secret_key_id text not null,
  secret_box text not null,
  former_key_id text,
  former_box text,
  former_until_ms bigint,
  created_ms bigint not null,
  since_ms bigint not null,
  stop text check (stop in ('gone', 'failing', 'full')),
  success_ms bigint,
  failure_ms bigint,
  failure text,
  failing_since_ms bigint,
  check ((former_key_id is null) = (former_box is null)),
  check ((former_box is null) = (former_until_ms is null)),
  check ((failure_ms is null) = (failure is null))
);
create index hooks_of_account on hooks (account_id);

-- The outbox: a row for each hook and event. A message of an order has no body until its first attempt.
-- It refers to no table: what becomes of an order is stored without waiting for changes of a hook.
create table hook_messages (
  id text primary key default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  hook_id text not null,
  event text not null,
  event_key text not null,
  event_ms bigint not null,
  order_id text,
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  created_ms bigint not null,
  next_ms bigint not null,
  unique (hook_id, event_key),
  check (order_id is not null or body is not null)
);
create index hook_messages_waiting on hook_messages (hook_id, next_ms) where state = 'waiting';
create index hook_messages_by_time on hook_messages (created_ms);
create index hook_messages_of_windows on hook_messages (event_ms) where event like 'window.%';
