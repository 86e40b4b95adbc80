// The formats of statements, and their detection.
import { invalidImport } from '#provider/import'
import { readCamt, readCamtNotification } from './camt.ts'
import { readCsv } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import type { ReadStatement } from './statement.ts'

interface StatementFormat {
  /** Display name. */
  readonly name: string
  readonly read: ReadStatement
  /** Reports whether a file has the beginning of this format. */
  readonly begins: (head: string) => boolean
}

const formats: readonly StatementFormat[] = [
  { name: 'OFX', read: readOfx, begins: (head) => /^(?:<[?!][^<>]*>\s*){0,3}(?:OFXHEADER|<\??OFX[\s>])/i.test(head) },
  {
    name: 'CAMT.053',
    read: readCamt,
    begins: (head) => head.startsWith('<') && /<(?:[\w-]{1,20}:)?BkToCstmr(?:Stmt|AcctRpt)[\s>]/.test(head),
  },
  {
    name: 'CAMT.054',
    read: readCamtNotification,
    begins: (head) => head.startsWith('<') && /<(?:[\w-]{1,20}:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(head),
  },
  { name: 'MT940', read: readMt940, begins: (head) => /^(?:\{1:\w|:20:|:25:)/.test(head) || /^:60[FM]:/m.test(head) },
  { name: 'QIF', read: readQif, begins: (head) => head.startsWith('!') },
]
const csv: StatementFormat = { name: 'CSV', read: readCsv, begins: () => true }

/** Returns the format of a file by its beginning; CSV by default. Throws `import.invalid` for XML of another kind. */
export function formatOf(beginning: string): StatementFormat {
  const head = beginning.replace(/^\uFEFF?\s*/, '')
  const format = formats.find(({ begins }) => begins(head))
  if (!format && /^<(?:\?xml|!--|[A-Za-z])/.test(head))
    throw invalidImport(
      'it is XML, but neither CAMT.052, CAMT.053, CAMT.054 nor OFX. Get the statement in one of these, or as CSV',
    )
  return format ?? csv
}
