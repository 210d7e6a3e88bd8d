-- The game graph. A record is kept whole, as JSON text, so that it comes back exactly as it went in;
-- the columns beside it are what it is searched by. Instants are in unix seconds. seq is the revision
-- of the write times 100,000 and the place of the id among those of the write, from 1.
create table games (
  id text primary key,
  league text not null,
  kickoff_sec bigint not null check (kickoff_sec >= 0),
  seq bigint not null check (seq > 100000),
  record text not null
);

create index games_by_kickoff on games (kickoff_sec);

create unique index games_written on games (seq);

-- key is JSON text: it is a platform's, and may hold what a column of text does not take. The link is
-- null where no game was found.
create table platform_games (
  source text not null,
  key text not null,
  league text not null,
  last_seen_sec bigint not null check (last_seen_sec >= 0),
  link_game_id text,
  confidence text check (confidence in ('exact', 'high', 'review')),
  record text not null,
  primary key (source, key),
  check ((link_game_id is null) = (confidence is null))
);

create index platform_games_of_league on platform_games (league, last_seen_sec);

create index platform_games_unsettled on platform_games (last_seen_sec)
  where confidence is null or confidence = 'review';

-- Of what time the schedule of a league was read. ranges is a JSON array of [start, end) in unix
-- seconds, in order and with gaps between them.
create table schedule_reaches (
  league text primary key,
  ranges text not null
);

create table scans (
  number bigint generated always as identity primary key,
  source text not null,
  league text not null,
  start_sec bigint not null check (start_sec >= 0),
  end_sec bigint not null check (end_sec >= 0),
  at_sec bigint not null check (at_sec >= 0),
  is_complete boolean not null
);

create index scans_by_time on scans (at_sec);

-- The last write. Whoever writes holds the row until it has committed, so that revisions are committed
-- in their order, and a reader who has seen one has seen all before it.
create table games_head (
  is_only boolean primary key default true check (is_only),
  revision bigint not null check (revision >= 0),
  at_sec bigint not null check (at_sec >= 0)
);

insert into games_head (revision, at_sec) values (0, 0);
