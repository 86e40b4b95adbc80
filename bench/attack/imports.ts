// Imports of files as large as operators really have.
import { describeOutcome, type Target } from './target.ts'

const two = (number: number) => String(number).padStart(2, '0')
const dayOf = (at: number) => `2024-${two(1 + (at % 12))}-${two(1 + (at % 28))}`

/** Imports bank statements of the attacker's account. */
export async function importCsv(target: Target): Promise<string> {
  const rows = lines(260_000, (at) => `${dayOf(at)},Payee number ${at},-${at % 1000}.25,Note ${at}`)
  return importFile(target, `personal-finance?file=rows.csv&account=${await ownAccount(target)}`, [
    'Date,Payee,Amount,Note\n',
    rows,
  ])
}

export async function importQif(target: Target): Promise<string> {
  const records = lines(260_000, (at) => `D${dayOf(at)}\nT-${at % 1000}.25\nPPayee number ${at}\nMNote ${at}\n^`)
  return importFile(target, `personal-finance?file=rows.qif&account=${await ownAccount(target)}`, [
    '!Type:Bank\n',
    records,
  ])
}

/** Imports a part of a library's works, in the form of its monthly dump. */
export async function importBooks(target: Target): Promise<string> {
  const works = lines(200_000, (at) => {
    const key = `/works/OL${9_000_000 + at}W`
    const subjects = [`Subject ${at % 5000}`, `Place ${at % 700}`, 'Benchmarks']
    const record = { key, title: `The book number ${at} of the sea`, subjects, description: `Book ${at}. `.repeat(5) }
    return `/type/work\t${key}\t1\t2024-01-01T00:00:00.000000\t${JSON.stringify(record)}`
  })
  return importFile(target, `book-catalogue?file=ol_dump_works_2024-01-31.txt&account=${await ownAccount(target)}`, [
    works,
  ])
}

function lines(count: number, make: (at: number) => string): string {
  return `${Array.from({ length: count }, (_, at) => make(at)).join('\n')}\n`
}

async function ownAccount({ url, adminKey }: Target): Promise<string | undefined> {
  const response = await fetch(`${url}/v1/admin/accounts`, { headers: { 'x-gateway-admin-key': adminKey } })
  const { accounts } = (await response.json()) as { accounts: { id: string; name: string }[] }
  return accounts.find(({ name }) => name !== 'steady')?.id
}

async function importFile({ adminKey, call }: Target, path: string, parts: readonly string[]): Promise<string> {
  const body = Buffer.from(parts.join(''))
  const headers = { 'x-gateway-admin-key': adminKey, 'content-type': 'application/octet-stream' }
  const outcome = await call('POST', `/v1/admin/imports/${path}`, { headers, body })
  const last = outcome.text.trimEnd().split('\n').at(-1) ?? ''
  if (/"error"/.test(last)) throw new Error(`the import failed: ${last.slice(0, 300)}`)
  return `${(body.length / 1e6).toFixed(0)} MB, ${describeOutcome(outcome)}`
}
