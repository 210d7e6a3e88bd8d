/**
 * The statements of the game graph.
 *
 * @module
 */

/** Games of the leagues `$1`, a JSON array, that begin from `$2` to before `$3`. */
export const GAMES_IN = `
  select record from games
  where league in (select json_array_elements_text($1::text::json))
    and kickoff_sec >= $2::text::bigint and kickoff_sec < $3::text::bigint
  order by kickoff_sec, id collate "C"
`;

/** Games with the ids in `$1`, a JSON array. */
export const GAMES_BY_ID = `
  select record from games where id in (select json_array_elements_text($1::text::json))
`;

/** The first `$2` games after the sequence number `$1`. */
export const GAMES_CHANGED = `
  select record, seq::text as seq from games where seq > $1::text::bigint
  order by games.seq limit $2::int
`;

/** Platform games of the league `$1`, last seen at `$2` or later. */
export const PLATFORM_GAMES = `
  select record from platform_games where league = $1 and last_seen_sec >= $2::text::bigint
`;

/** The latest `$2` platform games without a certain link, last seen at `$1` or later. */
export const UNSETTLED = `
  select record from platform_games
  where (confidence is null or confidence = 'review') and last_seen_sec >= $1::text::bigint
  order by last_seen_sec desc, source, key collate "C"
  limit $2::int
`;

/** Scans that began at `$1` or later. */
export const SCANS_SINCE = `
  select source, league, start_sec::text as start_sec, end_sec::text as end_sec,
    at_sec::text as at_sec, is_complete
  from scans where at_sec >= $1::text::bigint order by number
`;

/** Deletes scans that began before `$1`. */
export const FORGET_SCANS = "delete from scans where at_sec < $1::text::bigint";

/** The last write. */
export const HEAD = "select revision::text as revision, at_sec::text as at_sec from games_head";

/** Begins a write at `$1`. The row lock makes the next write wait until this one has ended. */
export const ADVANCE_HEAD = `
  update games_head set revision = revision + 1, at_sec = $1::text::bigint
  returning revision::text as revision, at_sec::text as at_sec
`;

/** Makes a write that does not advance the head wait for the others, and them for it. */
export const LOCK_HEAD = "select 1 from games_head for update";

/** Upserts games from the JSON `$1`. Ids must be unique. */
export const PUT_GAMES = `
  insert into games (id, league, kickoff_sec, seq, record)
  select id, league, kickoff_sec, seq, record
  from json_to_recordset($1::text::json)
    as written (id text, league text, kickoff_sec bigint, seq bigint, record text)
  on conflict (id) do update set league = excluded.league, kickoff_sec = excluded.kickoff_sec,
    seq = excluded.seq, record = excluded.record
`;

/** Upserts platform games from the JSON `$1`. Pairs of source and key must be unique. */
export const PUT_PLATFORM_GAMES = `
  insert into platform_games (
    source, key, league, last_seen_sec, link_game_id, confidence, record
  )
  select source, key, league, last_seen_sec, link_game_id, confidence, record
  from json_to_recordset($1::text::json) as written (
    source text, key text, league text, last_seen_sec bigint, link_game_id text, confidence text,
    record text
  )
  on conflict (source, key) do update set league = excluded.league,
    last_seen_sec = excluded.last_seen_sec, link_game_id = excluded.link_game_id,
    confidence = excluded.confidence, record = excluded.record
`;

/** The time ranges for which schedules were read. */
export const REACHES = "select league, ranges from schedule_reaches";

/** Upserts the ranges of some leagues from the JSON `$1`. Leagues must be unique. */
export const PUT_REACHES = `
  insert into schedule_reaches (league, ranges)
  select league, ranges from json_to_recordset($1::text::json) as written (league text, ranges text)
  on conflict (league) do update set ranges = excluded.ranges
`;

/** Inserts scans from the JSON `$1`. */
export const ADD_SCANS = `
  insert into scans (source, league, start_sec, end_sec, at_sec, is_complete)
  select source, league, start_sec, end_sec, at_sec, is_complete
  from json_to_recordset($1::text::json) as written (
    source text, league text, start_sec bigint, end_sec bigint, at_sec bigint, is_complete boolean
  )
`;
