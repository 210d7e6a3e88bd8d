-- Trading wallets. A box is a secret sealed under the operator's key of that id; nothing here opens
-- one. created_ms is in unix milliseconds.
create table wallets (
  id text primary key,
  account_id text not null references accounts (id),
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  funder text not null check (funder ~ '^0x[0-9a-fA-F]{40}$'),
  signature_type smallint not null check (signature_type between 0 and 3),
  clob_api_key text,
  are_allowances_ready boolean not null,
  signing_key_id text not null,
  signing_box text not null,
  credentials_key_id text,
  credentials_box text,
  created_ms bigint not null,
  unique (account_id, address, funder, signature_type),
  check ((credentials_key_id is null) = (credentials_box is null))
);
