// Imports statements: reads a file as a stream, finds the account of each record, skips duplicates, and writes the
// other records in batches. An import that was interrupted can be repeated: it then skips what it has written. A record
// is a duplicate when its account has one with the same bank id. When either has no id, it is a duplicate of one with
// the same day, amount and payee that no earlier record of the file corresponds to.
import {
  type Failure,
  type ImportCounts,
  type ImportFile,
  type ImportProgress,
  Refusal,
  type ReportProgress,
} from '#define'
import { byKey, createWriteSlices, inOrder, inSlices, invalidImport, type WriteSlices } from '#provider'
import { removeSampleHousehold } from '../household/removal.ts'
import type { AccountPlans } from '../ledger/accounts/account-plans.ts'
import type { Kit } from '../ledger.ts'
import type { LedgerAccess, OpenLedger } from '../ledger-transaction.ts'
import { writeBalances } from './accounts.ts'
import { readCsv } from './csv.ts'
import { type DateOrder, dayIn, orderOf } from './dates.ts'
import type { DatedRecord } from './duplicates.ts'
import { writeRecords } from './ledger-writer.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import { createSession, type Session } from './session.ts'
import { formatOf, type StatementItem, type StatementRecord } from './statement.ts'
import { refreshStatistics } from './statistics.ts'
import { openText } from './text.ts'

const firstBatchSize = 50
const mostBatchSize = 1000
/** Some 60 ms of work. Smaller ones write the same pages of the indexes again and again, and would take for ever. */
const leastBatchSize = 250
/** Records from which the order of day and month is inferred. */
const recordsForOrder = 1000
/**
 * Records that are sorted by day before they are written: those of one transaction then change neighbouring rows of the
 * indexes and sums. In the order of an unsorted file each would change rows of another day, which takes several times
 * as long.
 */
const sortedAtOnce = 20_000
const maxRecords = 500_000
const maxBalances = 500
/** Skipped rows that are logged with their reason; further ones are only counted. */
const maxReasons = 20

interface ImporterDeps {
  readonly kit: Kit
  readonly openLedger: OpenLedger
  readonly plans: AccountPlans
}
type ImportStatement = (file: ImportFile, progress: ReportProgress) => Promise<ImportCounts>

/** Throws `import.invalid` for a file without transactions. */
export function createStatementImporter(deps: ImporterDeps): ImportStatement {
  return async ({ name, account, chunks }, progress) => {
    const { beginning, text } = await openText(chunks)
    const items = readers[formatOf(beginning)](text, { beginning, title: titleFrom(name) })
    const access = deps.openLedger(account)
    const slices = createWriteSlices({ first: firstBatchSize, most: mostBatchSize, least: leastBatchSize })
    const importing = { ...deps, access, session: createSession(), slices }
    const { session } = importing
    const report = (phase: ImportProgress['phase'], percent?: number) =>
      progress({ phase, percent, counts: { ...session.counts } })
    // each batch is written as soon as it is read
    const order = await writeItems(importing, items, () => report('reading'))
    report('writing', 0)
    const { balances } = session
    await access.withLock((db, ledger) => writeBalances(db, ledger, { balances, session, order }))
    report('indexing', 0)
    await refreshStatistics(deps.kit, session.counts.added)
    report('indexing', 100)
    return { ...session.counts }
  }
}

interface Importing extends ImporterDeps {
  readonly access: LedgerAccess
  readonly session: Session
  readonly slices: WriteSlices
}

/** Writes records in batches, and returns the order of day and month that it found. The first batch decides it. */
async function writeItems(
  importing: Importing,
  items: AsyncIterable<StatementItem>,
  onBatch: () => void,
): Promise<DateOrder> {
  const { access, session, slices } = importing
  const likely = await likelyOrder(access)
  let order: DateOrder | undefined
  let records: StatementRecord[] = []
  const write = async (): Promise<DateOrder> => {
    const days =
      order ??
      orderOf(
        records.map(({ date }) => date),
        likely,
      )
    for (const batch of inSlices(datedRecords(importing, records, days), slices)) {
      await writeBatch(importing, batch)
      onBatch()
    }
    records = []
    return days
  }
  for await (const item of items) {
    if (item.kind === 'record') {
      if (++session.counts.records > maxRecords) throw invalidImport(`it has more than ${maxRecords} records`)
      records.push(item)
      if (records.length >= (order === undefined ? recordsForOrder : sortedAtOnce)) order = await write()
    } else if (item.kind === 'balance') {
      if (session.balances.length < maxBalances) session.balances.push(item)
    } else skip(importing, item)
  }
  if (session.counts.records === 0) throw noTransactions(session)
  return write()
}

/** The account of a file that does not name one: the name of the file. */
function titleFrom(fileName: string): string {
  const title = fileName
    .replace(/^.*[\\/]/s, '')
    .replace(/\.[^.]*$/, '')
    .replaceAll('\0', '')
    .trim()
  return title.slice(0, 100) || 'Imported'
}

type Reader = (text: AsyncIterable<string>, about: { beginning: string; title: string }) => AsyncIterable<StatementItem>
const readers: Readonly<Record<'csv' | 'ofx' | 'qif', Reader>> = {
  csv: readCsv,
  ofx: (text) => readOfx(text),
  qif: readQif,
}

/** The order for a file that does not reveal it: month first for users in the United States. */
function likelyOrder(access: LedgerAccess): Promise<DateOrder> {
  return access.withSnapshot(async (_db, { user }) =>
    /\(US & Canada\)|^(Alaska|Hawaii|Arizona)$/.test(user.time_zone) || user.base_currency === 'usd'
      ? 'month first'
      : 'day first',
  )
}

/**
 * The records by account, in the order in which the file names them first, and by day. Records of the same day keep
 * their order. Skips those without a possible date.
 */
function datedRecords(importing: Importing, records: readonly StatementRecord[], order: DateOrder): DatedRecord[] {
  const accounts = new Map<string, number>()
  const dated: (DatedRecord & { readonly account: number })[] = []
  for (const record of records) {
    const day = dayIn(record.date, order)
    if (day === undefined) {
      const reason = `its date does not exist where the ${order.replace(' ', ' comes ')}`
      skip(importing, { line: record.line, reason })
      continue
    }
    const account = accounts.get(record.account.key) ?? accounts.size
    accounts.set(record.account.key, account)
    dated.push({ record, day, account })
  }
  return dated.sort(
    inOrder(
      byKey(({ account }) => account),
      byKey(({ day }) => day),
    ),
  )
}

async function writeBatch(
  { access, session, plans, slices }: Importing,
  records: readonly DatedRecord[],
): Promise<void> {
  // what a batch finds counts only once it is written
  const writing = slices.run(records.length, () =>
    access.withLock(async (db, ledger) => {
      await removeSampleHousehold(db, ledger)
      return writeRecords(db, ledger, { records, session: session.copy(), plans })
    }),
  )
  session.accept(await writing.catch(rethrowAsImportFailure))
}

/** What a call would be refused with, such as a full ledger, ends the import. */
function rethrowAsImportFailure(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw invalidImport(String(Reflect.get(Object(error.body), 'error')), error)
}

function skip({ kit, session }: Importing, { line, reason }: { line: number; reason: string }): void {
  session.counts.skipped++
  if (session.reasons.length >= maxReasons) return
  session.reasons.push(`line ${line}: ${reason}`)
  kit.log.warn('a row of a statement was skipped', { line, reason })
}

function noTransactions({ reasons }: Session): Failure {
  return invalidImport(reasons.length > 0 ? reasons.slice(0, 3).join('; ') : 'it holds no transactions')
}
