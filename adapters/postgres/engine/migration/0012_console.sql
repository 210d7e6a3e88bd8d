-- Signing in to the console. Of a session's token and of a one-time link only the SHA-256 is kept, in
-- lower-case hex. Instants of sessions, links and failures are unix milliseconds of the machine's time.
alter table accounts add column password_hash text;

-- A key with a session is that session's own: it works while the session is there and not expired.
-- There is no reference, because a backup has keys and no sessions.
alter table api_keys add column name text not null default '';
alter table api_keys add column session_id text;
create index api_keys_of_session on api_keys (session_id) where session_id is not null;

create table sessions (
  id text primary key,
  account_id text not null references accounts (id),
  token_sha256 text not null unique check (token_sha256 ~ '^[0-9a-f]{64}$'),
  began_with_link boolean not null,
  user_agent text not null,
  address text not null,
  created_ms bigint not null,
  seen_ms bigint not null,
  expires_ms bigint not null
);
create index sessions_of_account on sessions (account_id);

-- A new link replaces the former.
create table sign_in_links (
  account_id text primary key references accounts (id),
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  expires_ms bigint not null
);

-- Who failed to sign in: a client address, or an e-mail address with or without an account.
create table sign_in_failures (
  caller text primary key,
  failures integer not null check (failures > 0),
  last_ms bigint not null
);
create index sign_in_failures_by_time on sign_in_failures (last_ms);

-- Requests of a key in the minute that begins at minute_sec, a unix second of the service's clock;
-- refused ones are those over its limit, and are among the requests.
create table key_usage (
  key_id text not null,
  minute_sec bigint not null,
  requests bigint not null,
  refused bigint not null,
  primary key (key_id, minute_sec)
);
create index key_usage_by_time on key_usage (minute_sec);
