/**
 * Adds up what a wallet has traded of an outcome.
 *
 * @module
 */

/**
 * Returns a query for what a wallet has of an outcome by what it traded here: rows with `settled`
 * and `unsettled`, in shares times 10^6, to be added up. What is not heard of yet is not settled,
 * and what was sold of it is gone. Takes its values as SQL.
 */
export function tradedShares(
  { walletId, tokenId }: { readonly walletId: string; readonly tokenId: string },
): string {
  return `
    select settled_e6 as settled, unsettled_e6 as unsettled from traded_shares
    where wallet_id = ${walletId} and token_id = ${tokenId}
    union all
    select case when side = 'SELL' then heard_shares_e6 - shares_e6 else 0 end,
      case when side = 'BUY' then shares_e6 - heard_shares_e6 else 0 end
    from orders
    where wallet_id = ${walletId} and token_id = ${tokenId} and shares_e6 > heard_shares_e6
      and ending in ('matched', 'canceled') and coalesce(shares_e6, 1) > heard_shares_e6
  `;
}

/**
 * Returns the SQL of how many shares of a sale are not settled, by the rule of `unsettledInE6`.
 * `saleE6`: shares times 10^6; of 0, nothing is added up.
 */
export function unsettledOfSale(
  { saleE6, ...traded }: Parameters<typeof tradedShares>[0] & { readonly saleE6: string },
): string {
  return `
    case when ${saleE6} = 0 then 0 else (
      select greatest(
        0, least(${saleE6} - greatest(coalesce(sum(settled), 0), 0), coalesce(sum(unsettled), 0))
      ) from (${tradedShares(traded)}) as traded
    ) end
  `;
}
