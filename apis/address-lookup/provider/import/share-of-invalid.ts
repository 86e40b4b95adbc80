// The limit of unusable rows: they are skipped, up to half of a file.
import { invalidImport } from '#provider/import'

const maxRows = 50_000_000
const maxInvalidShare = 0.5
const leastForShare = 1000

/** Throws `import.invalid` if most rows are invalid. */
export function refuseOther({ valid, invalid }: { readonly valid: number; readonly invalid: number }): void {
  const rows = valid + invalid
  if (rows > maxRows) throw invalidImport(`it has more than ${maxRows} rows`)
  if (rows >= leastForShare && invalid > rows * maxInvalidShare)
    throw invalidImport(`${invalid} of ${rows} rows have no postcode, street or premises`)
}
