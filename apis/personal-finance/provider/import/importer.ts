// Imports statements: reads a file, finds the account of each record, skips duplicates (duplicates.ts), and writes the
// other records in batches. An interrupted import can be repeated: it skips the records already written.
import { type Failure, Refusal } from '#define'
import type { ImportCounts, ImportFile, ImportProgress, ReportProgress } from '#define/imports'
import { byKey, inOrder } from '#provider'
import { createWriteSlices, inSlices, invalidImport, type WriteSlices } from '#provider/import'
import { removeSampleHousehold } from '../household/removal.ts'
import type { AccountPlans } from '../ledger/accounts/account-plans.ts'
import type { Kit } from '../ledger.ts'
import type { LedgerAccess, OpenLedger } from '../ledger-transaction.ts'
import { writeBalances } from './accounts.ts'
import { createDateEvidence, latestDay } from './date-order.ts'
import { type DateOrder, dayIn } from './dates.ts'
import type { DatedRecord } from './duplicates.ts'
import { openText } from './encodings.ts'
import { formatOf } from './formats.ts'
import { writeRecords } from './ledger-writer.ts'
import { createNotes, type ImportNotes } from './notes.ts'
import { createSession, type Session } from './session.ts'
import type { StatementItem, StatementRecord } from './statement.ts'
import { refreshStatistics } from './statistics.ts'

const firstBatchSize = 50
const mostBatchSize = 1000
/** About 60 ms of work. Smaller batches rewrite the same index pages and take far longer. */
const leastBatchSize = 250
/** Records before the first batch, so that an import soon shows progress. */
const firstRecords = 1000
/**
 * Records sorted by day before they are written, so that those of one transaction change adjacent rows of the indexes
 * and sums. In the order of an unsorted file, writing takes several times as long.
 */
const sortedAtOnce = 20_000
const maxRecords = 500_000
const maxBalances = 500
/** Skipped rows logged with a reason; the rest are only counted. */
const maxReasons = 20

interface ImporterDeps {
  readonly kit: Kit
  readonly openLedger: OpenLedger
  readonly plans: AccountPlans
}
type ImportStatement = (file: ImportFile, progress: ReportProgress) => Promise<ImportCounts>

/** Creates the importer, which throws `import.invalid` for a file without transactions. */
export function createStatementImporter(deps: ImporterDeps): ImportStatement {
  return async ({ name, account, chunks }, progress) => {
    const { beginning, encoding, read } = await openText(chunks)
    const format = formatOf(beginning)
    const notes = createNotes()
    notes.add(`The file is ${format.name} in ${encoding}.`)
    const readItems = (noted: ImportNotes) => format.read(read, { title: titleFrom(name), notes: noted })
    const access = deps.openLedger(account)
    const slices = createWriteSlices({ first: firstBatchSize, most: mostBatchSize, least: leastBatchSize })
    const importing = { ...deps, access, session: createSession(), slices, notes }
    const { session } = importing
    const report = (phase: ImportProgress['phase'], percent?: number) =>
      progress({ phase, percent, counts: { ...session.counts }, notes: [...notes.all, ...skippedNotes(session)] })
    // each batch is written as soon as it is read
    const order = await writeItems(importing, readItems, () => report('reading'))
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
  readonly notes: ImportNotes
}

type ReadItems = (notes: ImportNotes) => AsyncIterable<StatementItem>

/** Writes records in batches, and returns the order of the numbers in dates. */
async function writeItems(importing: Importing, readItems: ReadItems, onBatch: () => void): Promise<DateOrder> {
  const { access, session, slices, notes } = importing
  const likely = await likelyOrder(access)
  const latest = await access.withSnapshot(async (_db, { today }) => latestDay(today))
  /** Undefined until a date needs it. */
  let order: DateOrder | undefined
  let isFirst = true
  let records: StatementRecord[] = []
  const write = async (): Promise<void> => {
    isFirst = false
    if (order === undefined && records.some(({ date }) => !('day' in date))) {
      order = await decidedOrder(importing, readItems, likely)
      notes.add(`Where the numbers of a date leave it open, the ${order.replace(' ', ' comes ')}.`)
    }
    for (const batch of inSlices(datedRecords(importing, records, { order: order ?? likely, latest }), slices)) {
      await writeBatch(importing, batch)
      onBatch()
    }
    records = []
  }
  for await (const item of readItems(notes)) {
    if (item.kind === 'record') {
      if (++session.counts.records > maxRecords) throw invalidImport(`it has more than ${maxRecords} records`)
      records.push(item)
      if (records.length >= (isFirst ? firstRecords : sortedAtOnce)) await write()
    } else if (item.kind === 'balance') {
      if (session.balances.length < maxBalances) session.balances.push(item)
    } else skip(importing, item)
  }
  if (session.counts.records === 0) throw noTransactions(session)
  await write()
  return order ?? likely
}

/** Returns the order shown by all dates of the file. Reads the file once more. */
async function decidedOrder({ access }: Importing, readItems: ReadItems, likely: DateOrder): Promise<DateOrder> {
  const evidence = createDateEvidence(await access.withSnapshot(async (_db, { today }) => today))
  for await (const item of readItems(createNotes())) {
    if (item.kind !== 'record') continue
    evidence.add(item.date, item.line)
    for (const other of item.otherDates ?? []) evidence.addOther(other)
  }
  return evidence.order(likely)
}

/** Returns the default name of the account, from the name of the file. */
function titleFrom(fileName: string): string {
  const title = fileName
    .replace(/^.*[\\/]/s, '')
    .replace(/\.[^.]*$/, '')
    .replaceAll('\0', '')
    .trim()
  return title.slice(0, 100) || 'Imported'
}

/** Returns the default order of day and month: month first for users in the United States. */
function likelyOrder(access: LedgerAccess): Promise<DateOrder> {
  return access.withSnapshot(async (_db, { user }) =>
    /\(US & Canada\)|^(Alaska|Hawaii|Arizona)$/.test(user.time_zone) || user.base_currency === 'usd'
      ? 'month first'
      : 'day first',
  )
}

/**
 * Groups the records by account, in the order of the file, and by day. Records of the same day keep their order. Skips
 * those without a valid date, or with one that is too far ahead.
 */
function datedRecords(
  importing: Importing,
  records: readonly StatementRecord[],
  { order, latest }: { readonly order: DateOrder; readonly latest: string },
): DatedRecord[] {
  const accounts = new Map<string, number>()
  const dated: (DatedRecord & { readonly account: number })[] = []
  for (const record of records) {
    const day = dayIn(record.date, order)
    if (day === undefined) {
      const reason = `its date does not exist where the ${order.replace(' ', ' comes ')}`
      skip(importing, { line: record.line, reason })
      continue
    }
    if (day > latest) {
      skip(importing, { line: record.line, reason: `its date is read as ${day}, which is more than a year ahead` })
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
  // the counts of a batch apply only once it is written
  const writing = slices.run(records.length, () =>
    access.withLock(async (db, ledger) => {
      await removeSampleHousehold(db, ledger)
      return writeRecords(db, ledger, { records, session: session.copy(), plans })
    }),
  )
  session.accept(await writing.catch(rethrowAsImportFailure))
}

/** Converts a refusal of a call, such as a full ledger, to a failure of the import. */
function rethrowAsImportFailure(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { body } = error
  const reason = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'it was refused'
  throw invalidImport(reason, error)
}

function skip({ kit, session }: Importing, { line, reason }: { line: number; reason: string }): void {
  session.counts.skipped++
  if (session.reasons.length >= maxReasons) return
  session.reasons.push(`line ${line}: ${reason}`)
  kit.log.warn('a row of a statement was skipped', { line, reason })
}

/** Returns notes on the skipped rows whose reasons were stored. */
function skippedNotes({ counts, reasons }: Session): string[] {
  const further = counts.skipped - reasons.length
  return [
    ...reasons.map((reason) => `Skipped: ${reason}.`),
    ...(further > 0 ? [`Skipped: ${further} further rows.`] : []),
  ]
}

function noTransactions({ reasons }: Session): Failure {
  return invalidImport(reasons.length > 0 ? reasons.slice(0, 3).join('; ') : 'it holds no transactions')
}
