-- A range of targets is read from the index alone. All series grow together, so that the windows of
-- one lie in as many pages of the table, which are not in memory once the table has outgrown it. An
-- operator may have partitioned the table, and its key has another name then.
do $$
declare
  key_name name := (
    select conname from pg_constraint where conrelid = 'targets'::regclass and contype = 'p'
  );
  part regclass;
begin
  execute format(
    'alter table targets drop constraint %I,
      add primary key (asset, "interval", start_sec) include (price_e18, source, provisional)',
    key_name);
  -- The index alone is enough for what was vacuumed. By default, that would wait until a fifth of a
  -- table is new; this much is new in three days, and rows that were vacuumed cost nothing again.
  for part in select relid from pg_partition_tree('targets') where isleaf loop
    execute format(
      'alter table %s set (
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000)',
      part);
  end loop;
end
$$;
