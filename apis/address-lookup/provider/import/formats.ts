// Types shared by the readers of address files.
import type { AddressRecord } from '../../model/address-record.ts'

/**
 * Reads the address of a row: undefined for an invalid row, `removed` for one that is left out on purpose, and the id
 * of an address that the row withdraws.
 */
export type RowReader = (
  cells: readonly string[],
) => AddressRecord | 'removed' | { readonly removed: string } | undefined
export interface AddressFormat {
  /** True if the first row names the columns. */
  readonly isHeader: boolean
  readonly reader: RowReader
}
