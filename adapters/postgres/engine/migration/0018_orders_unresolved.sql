-- The oldest orders that have not ended, in their order: when the venue was away, there may be many,
-- and all of them due.
create index orders_unresolved on orders (created_ms, id collate "C") where state <> 'settled';
