-- Rights over a wallet's money and shares, by name, of which the venue has said that they are given,
-- and that they are not. Of one in neither it has said nothing. The flag before them was set where
-- every right of protocol V1 was given, and said nothing of single ones where it was not.
alter table wallets
  add column rights_given text[] not null default '{}',
  add column rights_lacking text[] not null default '{}',
  add check (not rights_given && rights_lacking);

update wallets
set rights_given = '{collateral:exchange, collateral:neg_risk_exchange, collateral:neg_risk_adapter,
  shares:exchange, shares:neg_risk_exchange, shares:neg_risk_adapter}'
where are_allowances_ready;

alter table wallets drop column are_allowances_ready;
