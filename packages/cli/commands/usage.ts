// gatehouse usage: calls by hour, day, key, endpoint or another dimension, and what those of an account have cost.
import type { Command } from 'commander'
import { readLimit, readPast, showBytes, showCount, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages, usualLimit } from '../pages.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { table } from '../table.ts'

type OwnUsage = Awaited<ReturnType<ReturnType<Session['self']>['usage']>>
/** The report of an account also says what its calls have cost. */
type Usage = Awaited<ReturnType<ReturnType<Session['operator']>['usage']>> & Partial<Pick<OwnUsage, 'spent'>>
type Row = Usage['rows'][number]
type Report = Omit<Usage, 'next'>
interface Options {
  readonly account?: string
  readonly all?: boolean
  readonly listing?: string
  readonly keyId?: string
  readonly by: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

const members = ['listing', 'endpoint', 'key', 'provider', 'status', 'surface'] as const
const titles = { listing: 'LISTING', endpoint: 'ENDPOINT', key: 'KEY', provider: 'ANSWERED BY' } as const
const otherTitles = { status: 'STATUS', surface: 'SURFACE', account: 'ACCOUNT' } as const
type Member = (typeof members)[number] | 'account'

/** Adds the command. */
export function addUsage(program: Command, shell: Shell): void {
  const usage = program
    .command('usage')
    .description('calls by hour, day, key, endpoint and more')
    .option('--account <id>', 'calls of this account (needs the operator key); default: your own')
    .option('--all', 'calls of all accounts, by the operator key')
    .option('--listing <slug>', 'only calls of this listing')
    .option('--key-id <id>', 'only calls with this key, by its id')
    .option('--by <what>', `hour, day, ${members.join(', ')} or account; several with commas, such as day,key`, 'hour')
    .option('--from <when>', 'start, such as 7d (ago) or 2026-11-01; default 24h, or 30d by day')
    .option('--to <when>', 'end, not included; default now')
    .option('--limit <count>', 'maximum number of rows', readLimit, usualLimit)
    .addHelpText(
      'after',
      `
Examples:
  gatehouse usage --by key --from 7d
  gatehouse usage --by day,endpoint --listing exchange-rates
  gatehouse usage --by account --all`,
    )
  shell.action<Options>(withConnection(usage), async (session, options) => {
    const { account, all, limit } = options
    if (account !== undefined && all) throw new CliError('Use either --account or --all, not both.', exitCodes.usage)
    const { by, group } = readGrouping(options.by)
    const query = { by, ...rangeOf(options, session.io.now()) }
    let first: Usage | undefined
    const rows = await allPages(session, limit, async (page) => {
      // all pages share the range of the first
      const range = first && { from: first.from, to: first.to }
      const own = group.filter((one) => one !== 'account')
      const report: Usage =
        account !== undefined || all
          ? await session
              .operator()
              .usage({ ...query, ...page, ...range, group, ...(account !== undefined && { account }) })
          : await session.self().usage({ ...query, ...page, ...range, group: own })
      first ??= report
      return report
    })
    if (!first) return
    const { next: _next, ...report } = { ...first, rows }
    session.show(report, () => usageTable(report, group, session) + spentTable(report, session))
  })
}

function readGrouping(text: string): { by: 'hour' | 'day' | 'all'; group: Member[] } {
  const parts = text.split(',').map((part) => part.trim())
  const steps = parts.filter((part) => part === 'hour' || part === 'day')
  const group = [...members, 'account' as const].filter((member) => parts.includes(member))
  const unknown = parts.find((part) => part !== 'hour' && part !== 'day' && !group.some((member) => member === part))
  if (unknown !== undefined || steps.length > 1)
    throw new CliError(
      `Unknown --by "${text}". Use hour, day, ${members.join(', ')} or account; separate several with commas.`,
      exitCodes.usage,
    )
  return { by: steps[0] ?? 'all', group: group.length > 0 ? group : ['listing', 'provider'] }
}

function rangeOf({ listing, keyId, from, to }: Options, nowMs: number) {
  return {
    ...(listing !== undefined && { listing }),
    ...(keyId !== undefined && { key: keyId }),
    ...(from !== undefined && { from: readPast(from, nowMs) }),
    ...(to !== undefined && { to: readPast(to, nowMs) }),
  }
}

function usageTable({ by, from, to, rows, total }: Report, group: readonly Member[], session: Session): string {
  if (rows.length === 0) return `No call from ${showTime(from)} to ${showTime(to)} UTC.\n`
  const numbers = ['CALLS', 'FAILED', 'IN', 'OUT', 'P50 MS', 'P95 MS'].map((title) => ({ title, right: true }))
  const columns = [
    ...(by === 'all' ? [] : [{ title: by === 'day' ? 'DAY (UTC)' : 'HOUR (UTC)' }]),
    ...group.map((member) => ({ title: { ...titles, ...otherTitles }[member] })),
    ...numbers,
  ]
  // without an order by time, the most used entries come first
  const ordered = by === 'all' ? rows.toSorted((a, b) => b.calls - a.calls) : rows
  const shown = ordered.map((row) => [
    ...(by === 'all' ? [] : [showTime(row.at ?? 0).slice(0, by === 'day' ? 10 : 16)]),
    ...group.map((member) => String(row[member] ?? '')),
    ...sumsOf(row),
  ])
  const all = ['all', ...Array.from({ length: columns.length - numbers.length - 1 }, () => ''), ...sumsOf(total)]
  return table(columns, [...shown, all], session)
}

/** Returns the cost of calls, after an empty line; nothing where they are free. */
function spentTable({ spent = [] }: Report, session: Session): string {
  if (spent.length === 0) return ''
  const columns = [{ title: 'LISTING' }, ...['USD TODAY', 'THIS MONTH'].map((title) => ({ title, right: true }))]
  const rows = spent.map(({ listing, today, month }) => [listing, today, month])
  return `\n${table(columns, rows, session)}`
}

function sumsOf({ calls, failed, bytesIn, bytesOut, p50, p95 }: Usage['total'] | Row): string[] {
  return [
    showCount(calls),
    showCount(failed),
    showBytes(bytesIn),
    showBytes(bytesOut),
    `${p50 ?? '-'}`,
    `${p95 ?? '-'}`,
  ]
}
