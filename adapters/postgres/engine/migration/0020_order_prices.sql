-- The worst price that an order was signed for, in USDC times 10^6: what its fill is shown against.
-- Orders of earlier versions have none.
alter table orders add column price_e6 numeric(60, 0) check (price_e6 >= 0);
