// gatehouse record: keeps answers of live providers, to be replayed without them.
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { readLimit, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages, usualLimit } from '../pages.ts'
import { confirm } from '../question.ts'
import { send } from '../request.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'
import { requireKey } from '../target.ts'

type Self = ReturnType<Session['self']>
type Listed = Awaited<ReturnType<Self['listAnswers']>>['answers'][number]

/** Adds the commands. */
export function addRecord(program: Command, shell: Shell): void {
  const group = program
    .command('record')
    .description('keep answers of live providers, and replay them')
    .addHelpText(
      'after',
      `
Keys are in no recorded answer. For a test suite:
  gatehouse record start exchange-rates --for 1h
  gatehouse record export fixtures/rates.jsonl --slug exchange-rates
  gatehouse start --replay fixtures --strict`,
    )
  addStart(group, shell)
  addStop(group, shell)
  addLooks(group, shell)
  addDelete(group, shell)
  addFiles(group, shell)
}

interface StartOptions {
  readonly for?: string
  readonly writes?: boolean
}

function addStart(group: Command, shell: Shell): void {
  const start = group
    .command('start')
    .description('keep the answers of a listing from now on')
    .argument('<slug>', 'slug of the listing')
    .option('--for <time>', 'stop by itself after a time such as 30m, 1h or 7d')
    .option('--writes', 'also keep answers to calls that change or cost something')
  shell.action<StartOptions>(withConnection(start), async (session, options, [slug = '']) => {
    const forS = options.for === undefined ? undefined : secondsOf(options.for)
    const state = await session.self().chooseProvider({
      slug,
      body: { answers: 'record', writes: options.writes === true, ...(forS !== undefined && { forS }) },
    })
    session.show(state, () => {
      const until = state.answersUntil === null ? 'until you stop it' : `until ${showTime(state.answersUntil)} (UTC)`
      return `Answers of ${slug} are kept ${until}.\n`
    })
  })
}

function addStop(group: Command, shell: Shell): void {
  const stop = group
    .command('stop')
    .description('keep no more answers of a listing; those that are kept stay')
    .argument('<slug>', 'slug of the listing')
  shell.action(withConnection(stop), async (session, _options, [slug = '']) => {
    const state = await session.self().chooseProvider({ slug, body: { answers: 'live' } })
    session.show(state, () => `Answers of ${slug} are no longer kept.\n`)
  })
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

function secondsOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * (unitSeconds[unit] ?? Number.NaN)
  if (!(seconds >= 1)) throw new CliError('--for takes a time such as 30m, 1h or 7d.', exitCodes.usage)
  return seconds
}

function addLooks(group: Command, shell: Shell): void {
  const list = group
    .command('list')
    .description('list the recorded answers, newest first')
    .option('--slug <slug>', 'only those of a listing')
    .option('--endpoint <id>', 'only those of an operation')
    .option('--limit <count>', 'list at most so many', readLimit, usualLimit)
  type ListOptions = { slug?: string; endpoint?: string; limit: number }
  shell.action<ListOptions>(withConnection(list), async (session, { slug, endpoint, limit }) => {
    const filter = { ...(slug !== undefined && { listing: slug }), ...(endpoint !== undefined && { endpoint }) }
    const answers = await allPages(session, limit, async (page) => {
      const request = { ...page, ...filter, limit: Math.min(page.limit, 100) }
      const { answers: rows, next } = await session.self().listAnswers(request)
      return { rows, ...(next !== undefined && { next }) }
    })
    session.show({ answers }, () => listTable(answers, session))
  })

  const show = group.command('show').description('show a recorded answer').argument('<id>', 'id of the answer')
  shell.action(withConnection(show), async (session, _options, [id = '']) => {
    const answer = await session.self().getAnswer({ id })
    const { listing, endpoint, at, request } = answer
    const { status, headers, text, base64 } = answer.answer
    session.show(answer, () =>
      [
        pairs([
          ['id', id],
          ['call', `${listing}.${endpoint}`],
          ['parameters', JSON.stringify(request.params)],
          ['answered', showTime(at)],
          ['status', String(status)],
          ...headers.map(([name = '', value = '']): [string, string] => [name, value]),
        ]),
        `\n${text ?? base64 ?? ''}\n`,
      ].join(''),
    )
  })
}

function listTable(answers: readonly Listed[], session: Session): string {
  if (answers.length === 0) return 'No answers are kept. Keep some: gatehouse record start <slug>\n'
  const rows = answers.map(({ id, at, listing, endpoint, status, bytes, params }) => [
    id,
    showTime(at),
    `${listing}.${endpoint}`,
    JSON.stringify(params),
    String(status),
    String(bytes),
  ])
  const columns = [
    { title: 'id' },
    { title: 'answered (UTC)' },
    { title: 'call' },
    { title: 'parameters' },
    { title: 'status', right: true },
    { title: 'bytes', right: true },
  ]
  return table(columns, rows, session)
}

function addDelete(group: Command, shell: Shell): void {
  const remove = group
    .command('delete')
    .description('remove a recorded answer, those of a listing, or all')
    .argument('[id]', 'id of the answer')
    .option('--slug <slug>', 'those of a listing')
    .option('--all', 'all of them')
    .option('--yes', 'do not ask')
  type Options = { slug?: string; all?: boolean; yes?: boolean }
  shell.action<Options>(withConnection(remove), async (session, { slug, all, yes }, [id]) => {
    if ([id, slug, all].filter((one) => one !== undefined).length !== 1)
      throw new CliError('Name one of an id, --slug and --all.', exitCodes.usage)
    if (id !== undefined) {
      await session.self().deleteAnswer({ id })
      session.show({ removed: 1 }, () => `Removed ${id}.\n`)
      return
    }
    const what = slug === undefined ? 'all recorded answers' : `all recorded answers of ${slug}`
    await confirm(`Remove ${what}?`, session.io, yes)
    const result = await session.self().deleteAnswers(slug === undefined ? {} : { listing: slug })
    session.show(result, () => `Removed ${result.removed}.\n`)
  })
}

function addFiles(group: Command, shell: Shell): void {
  const toFile = group
    .command('export')
    .description('write recorded answers into a file, one a line, or as HAR 1.2')
    .argument('<file>', 'file to write, such as answers.jsonl or answers.har')
    .option('--slug <slug>', 'only those of a listing')
  shell.action<{ slug?: string }>(withConnection(toFile), async (session, { slug }, [file = '']) => {
    const answers = await save(session, { slug, path: resolve(session.io.cwd, file) })
    session.show({ file, answers }, () => `Answers written into ${file}: ${answers}.\n`)
  })

  const load = group
    .command('import')
    .description('add the answers of such a file, or the reads of a HAR file of a browser or proxy')
    .argument('<file>', 'file to read')
  shell.action(withConnection(load), async (session, _options, [file = '']) => {
    if (isHar(file)) {
      const report = await session.self().importHar({ body: await bytesOf(resolve(session.io.cwd, file)) })
      session.show(report, () => harReport(report))
      return
    }
    const result = await session.self().importAnswers({ body: await bytesOf(resolve(session.io.cwd, file)) })
    session.show(result, () => {
      const { lines, added, refused, problems } = result
      const reasons = problems.map(({ line, reason }) => `Line ${line}: ${reason}.\n`).join('')
      return `${reasons}Answers read: ${lines}; added: ${added}; refused: ${refused}.\n`
    })
  })
}

const isHar = (file: string) => file.toLowerCase().endsWith('.har')

function harReport({ entries, added, skipped, problems }: Awaited<ReturnType<Self['importHar']>>): string {
  const reasons = problems.map(({ entry, reason }) => `Entry ${entry}: ${reason}.\n`).join('')
  return `${reasons}Entries read: ${entries}; added: ${added}; skipped: ${skipped}.\n`
}

/** Writes the answers as they arrive; returns their number. */
async function save(session: Session, { slug, path }: { slug: string | undefined; path: string }): Promise<number> {
  const { target } = session
  const query = slug === undefined ? '' : `?listing=${encodeURIComponent(slug)}`
  const headers = { 'x-gateway-key': requireKey(target, 'key') }
  const kind = isHar(path) ? 'har' : 'export'
  const response = await send(`${target.url}/v1/me/answers/${kind}${query}`, { headers, timeoutMs: longestMs })
  // a HAR file has a line before the entries and one behind them
  let lines = isHar(path) ? -2 : 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === lineBreak) lines++
      yield chunk
    }
  }
  // what a provider has said can be about people
  const file = createWriteStream(path, { mode: 0o600 })
  await pipeline(counted(response.body ?? ReadableStream.from([])), file)
  return lines
}

const longestMs = 600_000
const lineBreak = 0x0a

/** Opens a file. Throws CliError if it cannot be read. */
async function bytesOf(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path).catch(() => {
    throw new CliError(`There is no file ${path} that can be read.`, exitCodes.usage)
  })
  return ReadableStream.from(file.createReadStream())
}
