// Statements as Quicken Interchange Format: each line is a letter and a value, and `^` ends a record. Lists of anything
// but transactions (categories, securities, memorised payees) are skipped.
import { invalidImport } from '#provider'
import type { AccountType } from '../ledger/accounts/account-types.ts'
import { readAmount } from './amounts.ts'
import { readDate } from './dates.ts'
import type { StatementAccount, StatementItem } from './statement.ts'
import { linesOf } from './text.ts'

/** Lists that have transactions, by their account type. */
const types: Readonly<Record<string, AccountType>> = {
  bank: 'bank',
  cash: 'cash',
  ccard: 'credits',
  'oth a': 'other_asset',
  'oth l': 'other_liability',
}
/** Splits make records long. */
const maxRecordLines = 1000

/**
 * `title` names the account when the file does not. Throws `import.invalid` for a file without a list of transactions.
 */
export async function* readQif(
  text: AsyncIterable<string>,
  { title }: { title: string },
): AsyncGenerator<StatementItem> {
  let mode: 'account' | 'skipped' | AccountType = 'skipped'
  let account = accountOf(title, undefined)
  let record: Record<string, string> = {}
  let begins = 0
  let lines = 0
  let lists = 0
  for await (const { number, content } of linesOf(text)) {
    const line = content.replace(/^\uFEFF/, '').trimEnd()
    if (line.startsWith('!')) {
      mode = modeOf(line)
      if (mode !== 'account' && mode !== 'skipped') {
        lists++
        account = { ...account, type: account.type ?? mode }
      }
      record = {}
    } else if (line === '^') {
      if (mode === 'account') account = accountOf(record.N || title, types[(record.T ?? '').toLowerCase()])
      else if (mode !== 'skipped' && Object.keys(record).length > 0) yield itemOf(record, { line: begins, account })
      record = {}
      lines = 0
    } else if (line !== '' && lines++ < maxRecordLines) {
      if (lines === 1) begins = number
      const name = line.charAt(0)
      record[name] ??= line.slice(1).trim()
    }
  }
  if (lists === 0) throw invalidImport('the QIF file holds no list of transactions')
}

function modeOf(line: string): 'account' | 'skipped' | AccountType {
  if (/^!account/i.test(line)) return 'account'
  const type = /^!type:(.+)$/i.exec(line)?.[1]?.trim().toLowerCase() ?? ''
  return types[type] ?? 'skipped'
}

function itemOf(
  record: Readonly<Record<string, string>>,
  { line, account }: { line: number; account: StatementAccount },
): StatementItem {
  const skipped = (reason: string): StatementItem => ({ kind: 'skipped', line, reason })
  const date = readDate(record.D ?? '')
  if (!date) return skipped('it has no date')
  const amount = readAmount(record.T ?? record.U ?? '')
  if (amount === undefined) return skipped('it has no amount')
  const payee = record.P || record.M
  if (!payee) return skipped('it has no payee')
  // `[Savings]` is a transfer to another account; `Food:Fruit` is a category and its child
  const category = record.L?.replace(/\/.*$/, '')
  const isTransfer = /^\[.*\]$/.test(category ?? '')
  return {
    kind: 'record',
    line,
    account,
    date,
    amount,
    payee,
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
