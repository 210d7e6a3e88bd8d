-- A webhook is called one thing everywhere.
alter table hooks rename to webhooks;
alter index hooks_of_account rename to webhooks_of_account;
alter table hook_messages rename to webhook_messages;
alter table webhook_messages rename column hook_id to webhook_id;
alter index hook_messages_waiting rename to webhook_messages_waiting;
alter index hook_messages_of_windows rename to webhook_messages_of_windows;
alter index hook_messages_by_age rename to webhook_messages_by_age;
alter index hook_messages_of_feeds rename to webhook_messages_of_feeds;
