-- What other venues published of their markets on windows. Numbers are their own decimal text. A
-- row without an id: the venue lists no market. `earlier`: what a decided market said before.
create table window_legs (
  venue text not null,
  asset text not null,
  "interval" text not null,
  start_sec bigint not null,
  end_sec bigint not null,
  id text,
  url text,
  stage text,
  target text,
  result text,
  settled text,
  digits smallint,
  seen_ms bigint not null,
  earlier text not null,
  primary key (asset, "interval", start_sec, venue)
);
