-- What changes of a wallet's orders and fills, numbered in the order in which it is stored. Streams
-- tell it from here. What is older than a replay reaches is deleted as more is added.
create table wallet_seqs (
  wallet_id text primary key references wallets (id),
  seq bigint not null
);

create table wallet_frames (
  wallet_id text not null,
  seq bigint not null,
  kind text not null check (kind in ('order', 'fill')),
  -- The row of the order or fill as it was then.
  content jsonb not null,
  primary key (wallet_id, seq)
);

-- Messages of a wallet keep what they tell until their first attempt writes the text.
alter table webhook_messages add column content jsonb;

-- A row with its numbers as text, to the last digit.
create function content_of(record jsonb) returns jsonb
language sql immutable as $$
  select jsonb_object_agg(
    key, case when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}') else value end
  )
  from jsonb_each(record)
$$;

update webhook_messages set content = content_of(to_jsonb(orders) - 'body')
from orders where orders.id = webhook_messages.order_id and webhook_messages.body is null;
alter table webhook_messages drop column order_id;
alter table webhook_messages add check (content is not null or body is not null);

-- Changes of one wallet wait here for each other until they are committed, so that none is numbered
-- before one that is seen later. Whoever holds this waits for nothing else.
create function add_frame(of_wallet text, of_kind text, told jsonb) returns void
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
end
$$;

-- Writes a message for each webhook of an account that wants an event. It is due at once by any
-- clock: the database's may be ahead of the one that claims.
create function add_messages(
  of_account text, of_event text, of_key text, at_ms bigint, told jsonb
) returns void
language sql volatile as $$
  insert into webhook_messages (
    webhook_id, event, event_key, event_ms, content, created_ms, next_ms
  )
  select id, of_event, of_event || ':' || of_key, at_ms, told,
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint, 0
  from webhooks
  where account_id = of_account and stop is null and of_event = any(events)
  on conflict do nothing
$$;
