-- What is deleted of the outbox by its age depends on its state: delivered messages are kept for a
-- shorter time than lost ones, which a search by age alone would read again every time.
create index hook_messages_by_age on hook_messages (state, created_ms);
drop index hook_messages_by_time;

-- There are few, among all that is announced of windows and orders.
create index hook_messages_of_feeds on hook_messages (event_ms) where event = 'feed.down';
