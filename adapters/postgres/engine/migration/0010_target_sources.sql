-- A provisional target may still be corrected, once, by a better source; a final one never is.
alter table targets add column provisional boolean not null default false;
create index targets_provisional on targets (start_sec) where provisional;

-- What other sources said of a window's price that contradicts the one that is kept.
create table target_disputes (
  asset text not null,
  "interval" text not null,
  start_sec bigint not null,
  source text not null,
  price text not null,
  noticed_at timestamptz not null default now(),
  primary key (asset, "interval", start_sec, source, price)
);
