-- Which process does the work that only one may do, and until when unless it renews its lease.
create table leases (
  name text collate "C" primary key,
  holder text not null,
  until timestamptz not null
);

-- Identifies the processes that share this schema, so that fleets can share a Redis server.
create table fleet (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into fleet default values;
