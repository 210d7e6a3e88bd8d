/** Many orders at once, as no use case stores them. @module */

/**
 * A statement that copies the order `$1` so often, with other ids. `changes`: names and values of
 * its columns, in SQL; `n` counts from 1.
 */
export function copiedOrders(count: number, changes: string): string {
  return `
    insert into orders
    select (jsonb_populate_record(orders, jsonb_build_object(
      'id', id || n, 'order_id', order_id || n, ${changes}
    ))).*
    from orders, generate_series(1, ${count}) as n where id = $1
  `;
}
