// Rows that cannot be used are left out, up to half of a file.
import { invalidImport } from '#provider'

const maxRows = 50_000_000
const maxInvalidShare = 0.5
const leastForShare = 1000

/** Throws `import.invalid` for too many rows, and for a file that is mostly something else. */
export function refuseOther({ valid, invalid }: { readonly valid: number; readonly invalid: number }): void {
  const rows = valid + invalid
  if (rows > maxRows) throw invalidImport(`it has more than ${maxRows} rows`)
  if (rows >= leastForShare && invalid > rows * maxInvalidShare)
    throw invalidImport(`${invalid} of ${rows} rows have no postcode, street or premises`)
}
