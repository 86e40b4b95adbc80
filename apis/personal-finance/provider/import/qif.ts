// Reads Quicken Interchange Format statements: each line is a letter and a value, and `^` ends a record. Lists without
// transactions (categories, securities, memorised payees) are skipped.
import { invalidImport } from '#provider/import'
import type { AccountType } from '../ledger/accounts/account-types.ts'
import { readDate } from './dates.ts'
import { decideAmounts, type ReadUnits } from './decided-amounts.ts'
import { linesOf } from './lines.ts'
import type { ReadStatement, StatementAccount, StatementItem } from './statement.ts'

/** Lists with transactions, by their account type. */
const types: Readonly<Record<string, AccountType>> = {
  bank: 'bank',
  cash: 'cash',
  ccard: 'credits',
  'oth a': 'other_asset',
  'oth l': 'other_liability',
}
/** The kind of a list; `skipped` has no transactions. */
type Mode = 'account' | 'investments' | 'skipped' | AccountType
/** Splits make records long. */
const maxRecordLines = 1000

/**
 * Reads a file; `title` is the default name of the account. Throws `import.invalid` for a file without a list of
 * transactions.
 */
export const readQif: ReadStatement = async function* (read, { title, notes }) {
  const readUnits = await decideAmounts(async (units) => {
    for await (const _ of itemsOf(read(), title, units));
  }, notes)
  yield* itemsOf(read(), title, readUnits)
}

async function* itemsOf(text: AsyncIterable<string>, title: string, units: ReadUnits): AsyncGenerator<StatementItem> {
  let mode: Mode = 'skipped'
  let account = accountOf(title, undefined)
  let record: Record<string, string> = {}
  let begins = 0
  let lines = 0
  let lists = 0
  /** Ends the record; some files omit the last `^` of a list. */
  const ended = (): StatementItem[] => {
    const [values, isEmpty] = [record, lines === 0]
    record = {}
    lines = 0
    if (isEmpty || mode === 'skipped') return []
    if (mode === 'investments')
      return [{ kind: 'skipped', line: begins, reason: 'it is an entry of an investment account' }]
    if (mode !== 'account') return [itemOf(values, { line: begins, account, units })]
    account = accountOf(values.N || title, types[(values.T ?? '').toLowerCase()])
    return []
  }
  for await (const { number, content } of linesOf(text)) {
    const line = content.trimEnd()
    if (line.startsWith('!')) {
      yield* ended()
      mode = modeOf(line)
      if (mode !== 'account' && mode !== 'skipped') {
        lists++
        if (mode !== 'investments') account = { ...account, type: account.type ?? mode }
      }
    } else if (line === '^') yield* ended()
    else if (line !== '' && lines++ < maxRecordLines) {
      if (lines === 1) begins = number
      const name = line.charAt(0)
      record[name] ??= line.slice(1).trim()
    }
  }
  yield* ended()
  if (lists === 0) throw invalidImport('the QIF file holds no list of transactions')
}

function modeOf(line: string): Mode {
  if (/^!account/i.test(line)) return 'account'
  const type = /^!type:(.+)$/i.exec(line)?.[1]?.trim().toLowerCase() ?? ''
  return type === 'invst' ? 'investments' : (types[type] ?? 'skipped')
}

function itemOf(
  record: Readonly<Record<string, string>>,
  { line, account, units }: { line: number; account: StatementAccount; units: ReadUnits },
): StatementItem {
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const date = readDate(record.D ?? '')
  if (!date) return skipped('it has no date')
  const amount = units(record.T ?? record.U ?? '', line)
  if (amount === undefined) return skipped('it has no amount')
  // `[Savings]` is a transfer to another account; `Food:Fruit` is a category and its child
  const category = record.L?.split('/', 1)[0]
  const isTransfer = /^\[.*\]$/.test(category ?? '')
  return {
    kind: 'record',
    line,
    account,
    date,
    amount,
    payee: record.P || record.M || category?.replace(/^\[|\]$/g, '') || '',
    memo: record.P ? record.M || undefined : undefined,
    chequeNumber: record.N || undefined,
    category: isTransfer ? undefined : category?.split(':').at(-1) || undefined,
    isTransfer,
    bankId: undefined,
  }
}

function accountOf(title: string, type: AccountType | undefined): StatementAccount {
  return { key: title, title, number: undefined, type, currency: undefined, institution: undefined }
}
