// Imports of statements: reads a file as it comes, finds the account of each record, passes over what is there already, and writes
// the rest in batches. An import that breaks off can be run again: what it has written is then there already.
//
// A record is there already when its account has one with the same id of the bank; or, where either has none, one of the same day,
// amount and payee that no earlier record of the file stands for.
import { fail, type Importer, Refusal } from '#define'
import type { Tables } from '../../tables.ts'
import { removeHousehold } from '../household/removal.ts'
import type { OwnerKit } from '../ledger.ts'
import { changeWorld, readWorld } from '../ledger-transaction.ts'
import { readCsv } from './csv.ts'
import { type DateOrder, dayIn, orderOf } from './dates.ts'
import { writeBalances, writeRecords } from './ledger-writer.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import { createSession, type Session } from './session.ts'
import { formatOf, type StatementBalance, type StatementItem, type StatementRecord } from './statement.ts'
import { refreshStatistics } from './statistics.ts'
import { openText } from './text.ts'

const recordsAtOnce = 500
/** Records from which the order of day and month is found. */
const recordsForOrder = 1000
const recordLimit = 500_000
/** Reasons that are told in the log; what is skipped beyond is counted. */
const reasonsTold = 20

/** The importer's work. */
export const importStatements: Importer<Tables>['run'] = async ({ name, chunks }, kit, progress) => {
  const { beginning, text } = await openText(chunks)
  const title =
    name
      .replace(/^.*[\\/]/s, '')
      .replace(/\.[^.]*$/, '')
      .replaceAll('\0', '')
      .trim()
      .slice(0, 100) || 'Imported'
  const items = readers[formatOf(beginning)](text, { beginning, title })
  const session = createSession()
  const likely = await likelyOrder(kit)
  let order: DateOrder | undefined
  let batch: StatementRecord[] = []
  const balances: StatementBalance[] = []
  const write = async () => {
    order ??= orderOf(
      batch.map((record) => record.date),
      likely,
    )
    const days = order
    for (let at = 0; at < batch.length; at += recordsAtOnce)
      await writeBatch(kit, { records: batch.slice(at, at + recordsAtOnce), session, order: days })
    batch = []
    progress({ ...session.counts })
  }
  for await (const item of items) {
    if (item.kind === 'record') {
      if (++session.counts.records > recordLimit)
        throw fail('import.invalid', { reason: `it has more than ${recordLimit} records` })
      batch.push(item)
      if (batch.length >= (order === undefined ? recordsForOrder : recordsAtOnce)) await write()
    } else if (item.kind === 'balance') {
      if (balances.length < recordsAtOnce) balances.push(item)
    } else skip(kit, session, item)
  }
  if (session.counts.records === 0) throw nothingUsable(session)
  await write()
  const days = order ?? likely
  await changeWorld(kit, (db, world) => writeBalances(db, world, { balances, session, order: days }))
  await refreshStatistics(kit, session.counts.added)
  progress({ ...session.counts })
  return { ...session.counts }
}

type Reader = (text: AsyncIterable<string>, about: { beginning: string; title: string }) => AsyncIterable<StatementItem>
const readers: Readonly<Record<'csv' | 'ofx' | 'qif', Reader>> = {
  csv: readCsv,
  ofx: (text) => readOfx(text),
  qif: readQif,
}

/** Where nothing in a file tells the order, the month comes first for those who live in the United States. */
function likelyOrder(kit: OwnerKit): Promise<DateOrder> {
  return readWorld(kit, async (_db, { user }) =>
    /\(US & Canada\)|^(Alaska|Hawaii|Arizona)$/.test(user.time_zone) || user.base_currency === 'usd'
      ? 'month first'
      : 'day first',
  )
}

async function writeBatch(
  kit: OwnerKit,
  { records, session, order }: { records: readonly StatementRecord[]; session: Session; order: DateOrder },
): Promise<void> {
  const dated = records.flatMap((record) => {
    const day = dayIn(record.date, order)
    if (day === undefined)
      skip(kit, session, {
        line: record.line,
        reason: `its date does not exist where the ${order.replace(' ', ' comes ')}`,
      })
    return day === undefined ? [] : [{ record, day }]
  })
  if (dated.length === 0) return
  // what a batch has found counts only when the batch is written
  const writing = changeWorld(kit, async (db, world) => {
    await removeHousehold(db, world)
    return writeRecords(db, world, { records: dated, session: session.copy() })
  })
  session.accept(await writing.catch(inOurWords))
}

/** What a call would be refused with, such as a ledger that is full, ends an import. */
function inOurWords(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw fail('import.invalid', { reason: String(Reflect.get(Object(error.body), 'error')) })
}

function skip(kit: OwnerKit, session: Session, { line, reason }: { line: number; reason: string }): void {
  session.counts.skipped++
  if (session.reasons.length >= reasonsTold) return
  session.reasons.push(`line ${line}: ${reason}`)
  kit.log.warn('a row of a statement was skipped', { line, reason })
}

function nothingUsable({ reasons }: Session) {
  const reason = reasons.length > 0 ? reasons.slice(0, 3).join('; ') : 'it holds no transactions'
  return fail('import.invalid', { reason })
}
