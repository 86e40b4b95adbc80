// gatehouse logs: shows the gateway's recent log lines, and follows new ones.
import { setTimeout } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { readLimit, readPast, showTime } from '../amounts.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { clean } from '../table.ts'

type Line = Awaited<ReturnType<ReturnType<Session['operator']>['listLogLines']>>['lines'][number]

interface Options {
  readonly follow?: boolean
  readonly level?: Line['level']
  readonly from?: string
  readonly limit: number
}

const usualLines = 50
/** Number of lines that a gateway keeps. */
const mostLines = 1000
const pollMs = 1000

/** Adds the command. */
export function addLogs(program: Command, shell: Shell): void {
  const logs = program
    .command('logs')
    .description('show recent log lines (needs the operator key)')
    .option('-f, --follow', 'go on printing until Ctrl-C')
    .addOption(
      new Option('--level <level>', 'only lines of this level or a more serious one').choices([
        ...['debug', 'info', 'warn', 'error'],
      ]),
    )
    .option('--from <when>', 'start, such as 15m (ago) or 2026-11-01; default as far back as lines are kept')
    .option('--limit <count>', `maximum number of lines at first, ${mostLines} at most`, readLimit, usualLines)
    .addHelpText(
      'after',
      `
Each process of the gateway keeps its last ${mostLines} lines in memory. With several processes, lines are those of the
one that answers. Ordinary calls are logged with GATEHOUSE_LOG_LEVEL=debug only; \`gatehouse calls\` lists them always.
With --json each line is one JSON object.

Examples:
  gatehouse logs --level warn --from 1h
  gatehouse logs --follow`,
    )
  shell.action<Options>(withConnection(logs), async (session, { follow, level, from, limit }) => {
    const operator = session.operator()
    const query = { ...(level !== undefined && { level }) }
    const start = from === undefined ? undefined : readPast(from, session.io.now())
    let { lines } = await operator.listLogLines({
      ...query,
      ...(start !== undefined && { from: start }),
      limit: Math.min(mostLines, limit),
    })
    print(session, lines)
    if (!follow) return
    const printed = new Map(lines.map(({ id, at }) => [id, at]))
    let latest = lines.at(-1)?.at ?? start ?? 0
    for (;;) {
      await setTimeout(pollMs)
      // lines of one millisecond may be written before and after a poll
      lines = (await operator.listLogLines({ ...query, from: latest, limit: mostLines })).lines
      const fresh = lines.filter((line) => !printed.has(line.id) && !isOwnPoll(line))
      print(session, fresh)
      latest = Math.max(latest, lines.at(-1)?.at ?? 0)
      for (const { id, at } of lines) printed.set(id, at)
      for (const [id, at] of printed) if (at < latest) printed.delete(id)
    }
  })
}

/** True for the log line of our own poll, which would otherwise appear once a second if all calls are logged. */
function isOwnPoll({ fields, level }: Line): boolean {
  return level === 'debug' && fields.endpoint === 'listLogLines'
}

function print({ io, json }: Session, lines: readonly Line[]): void {
  for (const line of lines) io.out(json ? `${JSON.stringify(line)}\n` : textOf(line))
}

function textOf({ at, level, message, fields }: Line): string {
  const details = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${showTime(at)}  ${level.padEnd(5)}  ${clean(message + details.join(''))}\n`
}
