-- Final targets, kept for ever. price_e18 is the price times 10^18; evidence is JSON, kept as text
-- so that it comes back exactly as it went in.
create table targets (
  asset text not null,
  "interval" text not null,
  start_sec bigint not null check (start_sec > 0),
  price_e18 numeric(60, 0) not null check (price_e18 > 0),
  source text not null,
  evidence text not null,
  stored_at timestamptz not null default now(),
  primary key (asset, "interval", start_sec)
);
