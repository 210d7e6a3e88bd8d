-- Accounts and their API keys. Of a key only the hash is kept: SHA-256 in lower-case hex. Instants
-- are unix milliseconds. An address is compared byte by byte, so it is kept in lower case.
create table accounts (
  id text primary key,
  email text not null unique check (email <> '' and email = lower(email collate "C")),
  created_ms bigint not null
);

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  prefix text not null check (prefix <> ''),
  last_four text not null,
  scopes text[] not null check (scopes <@ array['read', 'trade']::text[]),
  created_ms bigint not null,
  last_used_ms bigint,
  revoked_ms bigint
);

create index api_keys_of_account on api_keys (account_id);
