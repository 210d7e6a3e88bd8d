-- A row's origin: its transaction; without one, `at` and its second. The newest reading that lists
-- an origin says all of it: rows of earlier ones stay, replaced, and do not count. A row's key is all
-- of it, and its number among rows that are alike.
alter table wallet_activity
  add column origin text,
  -- Until when the newest reading that has the row is whole, unix milliseconds.
  add column read_ms bigint not null default 0,
  add column is_replaced boolean not null default false;

update wallet_activity set origin = coalesce(lower(content ->> 'tx'), 'at ' || at_ms);

alter table wallet_activity alter column origin set not null;

create index wallet_activity_origins on wallet_activity (wallet_id, origin) where not is_replaced;

-- Counts how often other rows came to count.
alter table wallet_activity_readings add column version bigint not null default 0;

create index wallets_funder on wallets (lower(funder));
