// gatehouse calls: single calls, one call by its request id, and failures.
import type { Command } from 'commander'
import { readCount, readLimit, readPast, showBytes, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages } from '../pages.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'

type Call = Awaited<ReturnType<ReturnType<Session['self']>['getCall']>> & { readonly account?: string }
type Errors = Awaited<ReturnType<ReturnType<Session['self']>['listErrors']>>['errors']

interface Options {
  readonly account?: string
  readonly all?: boolean
  readonly listing?: string
  readonly endpoint?: string
  readonly keyId?: string
  readonly status?: string
  readonly failed?: boolean
  readonly code?: string
  readonly slow?: number
  readonly errors?: boolean
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

const usualCalls = 50

/** Adds the command. */
export function addCalls(program: Command, shell: Shell): void {
  const calls = program
    .command('calls')
    .description('list calls, newest first, or show one by id')
    .argument('[id]', 'request id of the call, from x-request-id')
    .option('--account <id>', 'calls of this account (needs the operator key); default: your own')
    .option('--all', 'calls of all accounts, by the operator key')
    .option('--listing <slug>', 'only calls of this listing')
    .option('--endpoint <id>', 'only calls of this endpoint, by its operation id')
    .option('--key-id <id>', 'only calls with this key, by its id')
    .option('--status <status>', 'only calls with this status, such as 404 or 5xx')
    .option('--failed', 'only calls with a status of 400 or above')
    .option('--code <code>', "only calls with this error code of the gateway's own, such as quota.day")
    .option('--slow <ms>', 'only calls that took at least as long', readCount)
    .option('--errors', 'what fails: kinds of errors, how many and since when')
    .option('--from <when>', 'start, such as 15m (ago) or 2026-11-01; default as far back as calls are kept')
    .option('--to <when>', 'end, not included; default now')
    .option('--limit <count>', 'maximum number of calls', readLimit, usualCalls)
    .addHelpText(
      'after',
      `
Examples:
  gatehouse calls req_9f31c07ab2d40mk4x2p9r000a1
  gatehouse calls --failed --from 1h
  gatehouse calls --errors --all`,
    )
  shell.action<Options>(withConnection(calls), async (session, options, [id]) => {
    const { account, all } = options
    if (account !== undefined && all) throw new CliError('Use either --account or --all, not both.', exitCodes.usage)
    const isOperator = account !== undefined || all === true
    if (id !== undefined && id !== '') {
      const ofAccount = account !== undefined && { account }
      const call = isOperator
        ? await session.operator().getCall({ id, ...ofAccount })
        : await session.self().getCall({ id })
      return session.show(call, () => callText(call))
    }
    if (options.errors) return showErrors(session, options, isOperator)
    const query = { ...queryOf(options, session.io.now()) }
    const rows = await allPages<Call>(session, options.limit, async ({ limit, after }) => {
      const page = { ...query, limit: Math.min(100, limit), ...(after !== undefined && { after }) }
      const { calls, next } = isOperator
        ? await session.operator().listCalls({ ...page, ...(account !== undefined && { account }) })
        : await session.self().listCalls(page)
      return { rows: calls, ...(next !== undefined && { next }) }
    })
    session.show({ calls: rows }, () => callTable(rows, session))
  })
}

async function showErrors(session: Session, options: Options, isOperator: boolean): Promise<void> {
  const { listing, endpoint, code, from, to, account } = options
  const nowMs = session.io.now()
  const query = {
    ...(listing !== undefined && { listing }),
    ...(endpoint !== undefined && { endpoint }),
    ...(code !== undefined && { code }),
    ...(from !== undefined && { from: readPast(from, nowMs) }),
    ...(to !== undefined && { to: readPast(to, nowMs) }),
  }
  const report = isOperator
    ? await session.operator().listErrors({ ...query, ...(account !== undefined && { account }) })
    : await session.self().listErrors(query)
  session.show(report, () => errorTable(report.errors, session))
}

function queryOf({ listing, endpoint, keyId, status, failed, code, slow, from, to }: Options, nowMs: number) {
  return {
    ...(listing !== undefined && { listing }),
    ...(endpoint !== undefined && { endpoint }),
    ...(keyId !== undefined && { key: keyId }),
    ...(status !== undefined && { status }),
    ...(failed && { failed }),
    ...(code !== undefined && { code }),
    ...(slow !== undefined && { minMs: slow }),
    ...(from !== undefined && { from: readPast(from, nowMs) }),
    ...(to !== undefined && { to: readPast(to, nowMs) }),
  }
}

function callTable(calls: readonly Call[], session: Session): string {
  if (calls.length === 0) return 'There is no such call.\n'
  const titles = ['TIME (UTC)', 'LISTING', 'ENDPOINT', 'STATUS', 'ERROR', 'BY', 'VIA', 'MS', 'OUT', 'ID']
  const columns = titles.map((title) => ({ title, right: title === 'MS' || title === 'OUT' }))
  const rows = calls.map((call) => [
    ...[showTime(call.at), call.listing, call.endpoint, String(call.status), call.code ?? '', call.provider],
    ...[call.surface, call.ms.toFixed(1), showBytes(call.bytesOut), call.id],
  ])
  return table(columns, rows, session)
}

function callText(call: Call): string {
  return pairs([
    ['id', call.id],
    ['time (UTC)', showTime(call.at)],
    ...(call.account === undefined ? [] : [['account', call.account] as const]),
    ['key', call.key],
    ['endpoint', `${call.listing} ${call.endpoint}`],
    ['status', [call.status, call.code].filter((part) => part !== null).join(' ')],
    ['answered by', call.provider],
    ['came by', call.surface],
    [
      'took',
      `${call.ms} ms${call.upstreamMs === null ? '' : `, ${call.upstreamMs} ms until the provider's first byte`}`,
    ],
    ['bytes', `${call.bytesIn} in, ${call.bytesOut} out`],
    ...(call.cost === null ? [] : [['cost', `$${call.cost}`] as const]),
  ])
}

function errorTable(errors: Errors, session: Session): string {
  if (errors.length === 0) return 'Nothing failed.\n'
  const titles = ['CALLS', 'LISTING', 'ENDPOINT', 'STATUS', 'ERROR', 'BY', 'FIRST (UTC)', 'LATEST (UTC)', 'EXAMPLE']
  const rows = errors.map((one) => [
    ...[String(one.calls), one.listing, one.endpoint, String(one.status), one.code ?? '', one.provider],
    ...[showTime(one.firstAt), showTime(one.lastAt), one.exampleId],
  ])
  return table(
    titles.map((title) => ({ title, right: title === 'CALLS' })),
    rows,
    session,
  )
}
