-- A row with its numbers as text, to the last digit. Its plan is kept, which one in SQL is not.
create or replace function content_of(record jsonb) returns jsonb
language plpgsql immutable as $$
begin
  return (
    select jsonb_object_agg(
      key, case when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}') else value end
    )
    from jsonb_each(record)
  );
end
$$;

-- As before, with a plan that is kept.
create or replace function add_messages(
  of_account text, of_event text, of_key text, at_ms bigint, told jsonb
) returns void
language plpgsql volatile as $$
begin
  insert into webhook_messages (
    webhook_id, event, event_key, event_ms, content, created_ms, next_ms
  )
  select id, of_event, of_event || ':' || of_key, at_ms, told,
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint, 0
  from webhooks
  where account_id = of_account and stop is null and of_event = any(events)
  on conflict do nothing;
end
$$;

-- As before, and returns the frame's number.
drop function add_frame(text, text, jsonb);
create function add_frame(of_wallet text, of_kind text, told jsonb) returns bigint
language plpgsql volatile as $$
declare
  replayed constant bigint := 1000;
  added bigint;
begin
  insert into wallet_seqs as known (wallet_id, seq) values (of_wallet, 1)
  on conflict (wallet_id) do update set seq = known.seq + 1
  returning seq into added;
  insert into wallet_frames (wallet_id, seq, kind, content)
  values (of_wallet, added, of_kind, told);
  -- Two to three times as many are kept: replays may have begun.
  if added % replayed = 0 then
    delete from wallet_frames where wallet_id = of_wallet and seq <= added - 2 * replayed;
  end if;
  return added;
end
$$;

-- Adds a fill to what is told of its wallet, and returns the frame's number.
drop function tell_fill(text, boolean);
create function tell_fill(of_fill text, is_new boolean) returns bigint
language plpgsql volatile as $$
declare
  filled fills;
  own orders;
  told jsonb;
  added bigint;
begin
  select * into filled from fills where id = of_fill;
  select * into own from orders where id = filled.order_row;
  told := content_of(to_jsonb(filled)) || jsonb_build_object(
    'slug', own.slug, 'outcome', own.outcome, 'token_id', own.token_id, 'side', own.side,
    'fee_rate', own.fee_rate
  );
  added := add_frame(filled.wallet_id, 'fill', told);
  if is_new then
    perform add_messages(own.account_id, 'fill.matched', filled.id, filled.matched_ms, told);
  end if;
  if filled.state in ('confirmed', 'failed') then
    perform add_messages(
      own.account_id, 'fill.' || filled.state, filled.id, filled.matched_ms, told
    );
  end if;
  return added;
end
$$;

-- Stores what was heard of fills of a wallet, an array of objects, with the sums of their orders, and
-- returns what it told of the wallet: each fill of which something is new, then their orders. What is
-- known of a fill is the join of all that was heard of it: of two reports of one state, the greater
-- text wins. Those of orders that are not stored are left out. Worth is rounded down of each fill.
drop function note_fills(text, text, bigint);
create function note_fills(of_wallet text, heard text, at_ms bigint)
returns table (told_seq bigint, told_kind text, told_content jsonb)
language plpgsql volatile
-- Planning its statements anew takes longer than all of them do.
set plan_cache_mode = force_generic_plan
-- A plan that is made while the tables are small is kept while they grow.
set enable_seqscan = off
as $$
declare
  own_ids text[];
  noted record;
  first_seq bigint;
  added bigint;
  changed text[] := '{}';
begin
  -- Fills of one wallet that are noted at once wait here for each other; its orders do not.
  perform pg_advisory_xact_lock(hashtextextended('fills of ' || of_wallet, 0));
  -- By the hash alone: by the wallet, all that it ever sent might be read.
  select array_agg(found.id) into own_ids
  from (
    select id, wallet_id from orders
    where order_id = any(array(
      select told.order_id from json_to_recordset(heard::json) as told (order_id text)
    ))
    offset 0
  ) as found
  where found.wallet_id = of_wallet;
  -- Whoever changes several orders locks them in one order.
  perform 1 from orders where id = any(own_ids) order by id collate "C" for no key update;
  for noted in
    insert into fills as known (
      id, order_row, wallet_id, condition_id, trade_id, order_id, role, price_e6, shares_e6, state,
      rank, tx, matched_ms, settled_ms
    )
    select told.id, orders.id, orders.wallet_id, orders.condition_id, told.trade_id,
      told.order_id, told.role, told.price_e6, told.shares_e6, told.state, told.rank, told.tx,
      told.matched_ms, case when told.state in ('failed', 'confirmed') then at_ms end
    from json_to_recordset(heard::json) as told (
      id text, trade_id text, order_id text, role text, price_e6 numeric, shares_e6 numeric,
      state text, rank smallint, tx text, matched_ms bigint
    )
      join orders on orders.order_id = told.order_id and orders.id = any(own_ids)
    on conflict (id) do update set
      (role, price_e6, shares_e6, state, rank, tx) = (
        select last.role, last.price_e6, last.shares_e6, last.state, last.rank, last.tx
        from (
          values
            (known.role, known.price_e6, known.shares_e6, known.state, known.rank, known.tx),
            (
              excluded.role, excluded.price_e6, excluded.shares_e6, excluded.state, excluded.rank,
              excluded.tx
            )
        ) as last (role, price_e6, shares_e6, state, rank, tx)
        order by last.rank desc, concat_ws(
          ' ', coalesce(last.tx, ''), last.role, last.price_e6, last.shares_e6
        ) collate "C" desc
        limit 1
      ),
      matched_ms = least(known.matched_ms, excluded.matched_ms),
      settled_ms = coalesce(known.settled_ms, excluded.settled_ms)
    where excluded.matched_ms < known.matched_ms or excluded.rank > known.rank
      or (
        excluded.rank = known.rank
        and concat_ws(
          ' ', coalesce(excluded.tx, ''), excluded.role, excluded.price_e6, excluded.shares_e6
        ) collate "C" > concat_ws(
          ' ', coalesce(known.tx, ''), known.role, known.price_e6, known.shares_e6
        ) collate "C"
      )
    returning known.id, known.order_row, xmax = 0 as is_new
  loop
    changed := changed || noted.order_row;
    added := tell_fill(noted.id, noted.is_new);
    first_seq := coalesce(first_seq, added);
  end loop;
  if first_seq is null then
    return;
  end if;
  -- All parts of this statement see the orders as they were before.
  with before as (
    select id, heard_shares_e6 - failed_shares_e6 as kept, settled_shares_e6 as settled
    from orders where id = any(changed)
  ), later as (
    update orders set
      heard_shares_e6 = sums.heard_shares, heard_usdc_e6 = sums.heard_usdc,
      settled_shares_e6 = sums.settled_shares, settled_usdc_e6 = sums.settled_usdc,
      failed_shares_e6 = sums.failed_shares, failed_usdc_e6 = sums.failed_usdc
    from (
      select order_row, sum(shares_e6) as heard_shares, sum(worth_e6) as heard_usdc,
        coalesce(sum(shares_e6) filter (where state = 'confirmed'), 0) as settled_shares,
        coalesce(sum(worth_e6) filter (where state = 'confirmed'), 0) as settled_usdc,
        coalesce(sum(shares_e6) filter (where state = 'failed'), 0) as failed_shares,
        coalesce(sum(worth_e6) filter (where state = 'failed'), 0) as failed_usdc
      from (
        select order_row, state, shares_e6, floor(shares_e6 * price_e6 / 1000000) as worth_e6
        from fills where order_row = any(changed)
      ) as own
      group by order_row
    ) as sums
    where orders.id = sums.order_row
    returning id, side, token_id, heard_shares_e6 - failed_shares_e6 as kept,
      settled_shares_e6 as settled
  )
  insert into traded_shares as known (wallet_id, token_id, settled_e6, unsettled_e6)
  select of_wallet, later.token_id,
    sum(
      case when later.side = 'BUY' then later.settled - before.settled
        else before.kept - later.kept end
    ),
    sum(
      case when later.side = 'BUY'
        then (later.kept - later.settled) - (before.kept - before.settled) else 0 end
    )
  from later join before on before.id = later.id
  group by later.token_id
  on conflict (wallet_id, token_id) do update set
    settled_e6 = known.settled_e6 + excluded.settled_e6,
    unsettled_e6 = known.unsettled_e6 + excluded.unsettled_e6;
  -- Nobody else adds to the wallet's frames before this is committed.
  return query
    select seq, kind, content from wallet_frames
    where wallet_id = of_wallet and seq >= first_seq order by seq;
end
$$;
