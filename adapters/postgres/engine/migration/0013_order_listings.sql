-- What lists a wallet's orders, newest first, by how they ended or that they have not yet: a page
-- reads as many entries a state as it has orders, however many orders the wallet has.
create index orders_listed on orders
  (wallet_id, (coalesce(settlement, state)), created_ms, id collate "C");

create index orders_listed_in_market on orders
  (wallet_id, condition_id, (coalesce(settlement, state)), created_ms, id collate "C");
