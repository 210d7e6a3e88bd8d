-- The wallet of an order is no foreign key: whoever waits for an order would wait for the check, and
-- wallets are never deleted.
alter table orders drop constraint orders_wallet_id_fkey;
