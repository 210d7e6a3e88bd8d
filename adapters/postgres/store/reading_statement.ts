/**
 * The statements of schedule readings. Rows are sent as one JSON text.
 *
 * @module
 */

/** When days were read. */
export const READINGS = "select league, day, at_sec::text as at_sec from schedule_readings";

/** The leagues that cannot be read. */
export const TROUBLES =
  "select league, since_sec::text as since_sec, reason from schedule_troubles";

/** Upserts readings from the JSON `$1`, by league and day. */
export const PUT_READINGS = `
  insert into schedule_readings (league, day, at_sec)
  select league, day, at_sec from json_to_recordset($1::text::json)
    as written (league text, day text, at_sec bigint)
  on conflict (league, day) do update set at_sec = excluded.at_sec
`;

/** Deletes the troubles of the leagues that have a reading in the JSON `$1`. */
export const END_TROUBLES = `
  delete from schedule_troubles where league in (
    select league from json_to_recordset($1::text::json) as written (league text)
  )
`;

/** Upserts troubles from the JSON `$1`. A lasting trouble keeps its start. */
export const PUT_TROUBLES = `
  insert into schedule_troubles (league, since_sec, reason)
  select league, since_sec, reason from json_to_recordset($1::text::json)
    as written (league text, since_sec bigint, reason text)
  on conflict (league) do update set reason = excluded.reason
`;

/** Deletes readings of days before `$1`. */
export const FORGET_READINGS = "delete from schedule_readings where day < $1";
