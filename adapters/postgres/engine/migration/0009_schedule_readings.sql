-- When each day of the schedule was last read, and which leagues cannot be read. Instants are in unix
-- seconds; day is YYYY-MM-DD of the US Eastern calendar.
create table schedule_readings (
  league text not null,
  day text not null,
  at_sec bigint not null check (at_sec >= 0),
  primary key (league, day)
);

create table schedule_troubles (
  league text primary key,
  since_sec bigint not null check (since_sec >= 0),
  reason text not null
);
