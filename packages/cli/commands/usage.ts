// gatehouse usage: calls by hour or day.
import type { Command } from 'commander'
import { readCount, readPast, showBytes, showCount, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages, usualLimit } from '../pages.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { table } from '../table.ts'

type Usage = Awaited<ReturnType<ReturnType<Session['self']>['usage']>>
type Report = Omit<Usage, 'next'>
interface Options {
  readonly account?: string
  readonly all?: boolean
  readonly listing?: string
  readonly by: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

/** Adds the command. */
export function addUsage(program: Command, shell: Shell): void {
  const usage = program
    .command('usage')
    .description('calls by hour or day, listing and provider')
    .option('--account <id>', 'calls of an account, by the operator key; default those of the gateway key')
    .option('--all', 'calls of all accounts, by the operator key')
    .option('--listing <slug>', 'only calls of this listing')
    .option('--by <step>', 'hour or day', 'hour')
    .option('--from <when>', 'start, such as 7d (ago) or 2026-11-01; default 24h, or 30d by day')
    .option('--to <when>', 'end, not included; default now')
    .option('--limit <count>', 'maximum number of rows', readCount, usualLimit)
  shell.action<Options>(withConnection(usage), async (session, options) => {
    const { account, all, listing, limit } = options
    const query = { ...timeOf(options, session.io.now()), ...(listing !== undefined && { listing }) }
    if (account !== undefined && all) throw new CliError('Use either --account or --all, not both.', exitCodes.usage)
    const read = (page: object) =>
      account !== undefined || all
        ? session.operator().usage({ ...query, ...page, ...(account !== undefined && { account }) })
        : session.self().usage({ ...query, ...page })
    let first: Usage | undefined
    const rows = await allPages(session, limit, async (page) => {
      // all pages are of the range of the first
      const report = await read({ ...page, ...(first && { from: first.from, to: first.to }) })
      first ??= report
      return report
    })
    if (!first) return
    const { next: _next, ...report } = { ...first, rows }
    session.show(report, () => usageTable(report, session))
  })
}

function timeOf({ by, from, to }: Options, nowMs: number): { by: 'hour' | 'day'; from?: number; to?: number } {
  if (by !== 'hour' && by !== 'day') throw new CliError(`--by is hour or day, not ${by}.`, exitCodes.usage)
  return {
    by,
    ...(from !== undefined && { from: readPast(from, nowMs) }),
    ...(to !== undefined && { to: readPast(to, nowMs) }),
  }
}

function usageTable({ by, from, to, rows, total }: Report, session: Session): string {
  if (rows.length === 0) return `No call from ${showTime(from)} to ${showTime(to)} UTC.\n`
  const numbers = ['CALLS', 'FAILED', 'IN', 'OUT', 'MS PER CALL'].map((title) => ({ title, right: true }))
  const columns = [
    { title: by === 'day' ? 'DAY (UTC)' : 'HOUR (UTC)' },
    { title: 'LISTING' },
    { title: 'ANSWERED BY' },
    ...numbers,
  ]
  const shown = rows.map((row) => [
    showTime(row.at).slice(0, by === 'day' ? 10 : 16),
    row.listing,
    row.provider,
    ...sumsOf(row),
  ])
  return table(columns, [...shown, ['all', '', '', ...sumsOf(total)]], session)
}

function sumsOf({ calls, failed, bytesIn, bytesOut, ms }: Usage['total']): string[] {
  const perCall = calls === 0 ? '-' : (ms / calls).toFixed(1)
  return [showCount(calls), showCount(failed), showBytes(bytesIn), showBytes(bytesOut), perCall]
}
