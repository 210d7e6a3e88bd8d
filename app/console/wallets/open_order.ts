/**
 * An order that rests at the venue, as the venue describes it.
 *
 * @module
 */

/** The fields that pages show. The service passes on what the venue writes, and promises none. */
export interface OpenOrder {
  readonly id: string;
  /** The condition id. */
  readonly market: string;
  /** The token id. */
  readonly asset_id: string;
  readonly outcome?: string;
  readonly side?: string;
  readonly price?: string;
  readonly original_size?: string;
  readonly size_matched?: string;
  readonly order_type?: string;
  /** Unix seconds. */
  readonly created_at?: number;
}
