// gatehouse events: what has happened, and what happens.
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { readPast, showTime } from '../amounts.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { clean } from '../table.ts'

type Event = Awaited<ReturnType<ReturnType<Session['self']>['listEvents']>>['events'][number]
interface Options {
  readonly all?: boolean
  readonly follow?: boolean
  readonly from?: string
}

const pollMs = 2000
const dayMs = 24 * 3_600_000
const pageSize = 100

/** Adds the command. */
export function addEvents(program: Command, shell: Shell): void {
  const events = program
    .command('events')
    .description('show what has happened: limits, budgets, keys, providers')
    .option('--all', 'of all accounts, by the operator key')
    .option('-f, --follow', 'go on printing until Ctrl-C')
    .option('--from <when>', 'start, such as 15m (ago) or 2026-11-01; default a day ago')
    .addHelpText('after', '\nWith --json each line is one JSON object.')
  shell.action<Options>(withConnection(events), async (session, { all, follow, from }) => {
    const api = all ? session.operator() : session.self()
    const now = session.io.now()
    const start = from === undefined ? now - dayMs : readPast(from, now)
    let after: string | undefined
    for (;;) {
      const place = after === undefined ? { from: start } : { after }
      const page = await api.listEvents({ ...place, limit: pageSize })
      print(session, page.events)
      after = page.next ?? page.events.at(-1)?.id ?? after
      if (page.next !== undefined) continue
      if (!follow) return
      await setTimeout(pollMs)
    }
  })
}

function print({ io, json }: Session, events: readonly Event[]): void {
  for (const event of events) io.out(json ? `${JSON.stringify(event)}\n` : textOf(event))
}

function textOf({ timestamp, type, account, text }: Event): string {
  return `${showTime(Date.parse(timestamp))}  ${type.padEnd(20)}  ${clean(account === null ? text : `${account}: ${text}`)}\n`
}
