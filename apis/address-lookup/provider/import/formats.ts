// What the readers of address files have in common.
import type { AddressRecord } from '../addresses/record.ts'

/**
 * The address of a row; undefined for a row that is none, `removed` for one that is left out on purpose, and the id of
 * an address that the row withdraws.
 */
export type RowReader = (
  cells: readonly string[],
) => AddressRecord | 'removed' | { readonly removed: string } | undefined
export interface AddressFormat {
  /** Whether the first row names the columns. */
  readonly isHeader: boolean
  readonly reader: RowReader
}
