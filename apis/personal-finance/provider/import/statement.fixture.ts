// Reads a whole statement for tests, as an import does, without a ledger.
import { openText } from './encodings.ts'
import { formatOf } from './formats.ts'
import { createNotes } from './notes.ts'
import type { StatementItem, StatementRecord } from './statement.ts'

interface ReadFile {
  readonly format: string
  readonly items: readonly StatementItem[]
  readonly records: readonly StatementRecord[]
  /** Amounts in whole currency units. */
  readonly amounts: readonly number[]
  readonly notes: readonly string[]
}

/** Reads a file that arrives in chunks of some bytes. Rejects as an import does. */
export async function readFile(content: string | Buffer, chunkBytes = 1000): Promise<ReadFile> {
  const bytes = Buffer.from(content)
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const { beginning, read } = await openText(chunks())
  const notes = createNotes()
  const format = formatOf(beginning)
  const items: StatementItem[] = []
  for await (const item of format.read(read, { title: 'Statement', notes })) items.push(item)
  const records = items.filter((item) => item.kind === 'record')
  return {
    format: format.name,
    items,
    records,
    amounts: records.map(({ amount }) => amount / 10_000),
    notes: notes.all,
  }
}
