// gatehouse import: sends a public file to the importer of an embedded provider, and shows the progress.
import { createReadStream, type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { showBytes, showCount } from '../amounts.ts'
import { meant } from '../call/nearest.ts'
import { CliError, describeFailure, exitCodes } from '../failure.ts'
import { createProgressLine, type ProgressLine } from '../progress-line.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { clean, table } from '../table.ts'
import { onlyAccount } from './accounts.ts'

type ImportEvent = ReturnType<ReturnType<Session['operator']>['importFile']> extends AsyncIterable<infer E> ? E : never
interface Options {
  readonly account?: string
}

const longestMs = 6 * 3_600_000
const chunkBytes = 256 * 1024

/** Adds the command. */
export function addImport(program: Command, shell: Shell): void {
  const command = program
    .command('import')
    .description('import a public file into an embedded provider')
    .argument('<slug>', 'API to import into')
    .argument('<file>', 'path of the file')
    .option('--account <id>', 'account to import for; optional while there is only one')
    .addHelpText(
      'after',
      `
The README of each API says which files it reads. If an import is interrupted, run it again.

Example:
  gatehouse import exchange-rates eurofxref-hist.zip`,
    )
  shell.action<Options>(withConnection(command), async (session, options, [slug = '', path = '']) => {
    const upload = { slug, path, size: sizeOf(path), sent: 0 }
    const line = createProgressLine(session.io, session.json)
    await refuseWithoutImporter(session, slug)
    const account = options.account ?? (await onlyAccount(session))
    const last = await follow(session, { upload, line, account }).catch((error: unknown) => {
      throw brokenOff(error, upload, session)
    })
    line.end()
    if (last?.kind === 'error') throw new CliError(last.error?.message ?? 'The import failed.')
    if (last?.kind !== 'result') throw brokenOff(undefined, upload, session)
    showResult(session, upload, last)
  })
}

/** Checks for an importer first, so that gigabytes are not sent for nothing. */
async function refuseWithoutImporter(session: Session, slug: string): Promise<void> {
  const { apis } = await session.operator().listApis()
  const api = apis.find((one) => one.slug === slug || one.listings.some((listing) => listing.slug === slug))
  if (!api) {
    const hint = meant(
      slug,
      apis.map((one) => one.slug),
    )
    throw new CliError(`There is no API ${slug}.${hint} See them with: gatehouse apis`, exitCodes.notFound)
  }
  if (api.imports !== null) return
  const others = apis.filter((one) => one.imports !== null).map((one) => one.slug)
  throw new CliError(`${api.title} has no importer. These have one: ${others.join(', ') || 'none'}.`)
}

interface Upload {
  readonly slug: string
  readonly path: string
  readonly size: number
  /** Number of bytes passed to the connection so far. */
  sent: number
}
interface Import {
  readonly upload: Upload
  readonly line: ProgressLine
  readonly account: string
}

/** Sends the file while reading the events; returns the last one. */
async function follow(session: Session, { upload, line, account }: Import): Promise<ImportEvent | undefined> {
  const { slug, path } = upload
  let last: ImportEvent | undefined
  const show = () => {
    const { phase = 'reading', percent, counts = {} } = last ?? {}
    const bytes = phase === 'reading' ? { done: upload.sent, total: upload.size } : undefined
    line.show({ phase, bytes, percent, note: countsOf(counts) })
  }
  const body = ReadableStream.from(chunksOf(upload, show))
  const input = { slug, file: basename(path), bytes: upload.size, body, account }
  for await (const event of session.operator().importFile(input, { timeoutMs: longestMs, retries: 0 })) {
    last = event
    if (session.json) session.io.out(`${JSON.stringify(event)}\n`)
    if (event.kind === 'progress') show()
    // the rest of a refused file need not be sent
    if (event.kind === 'error') break
  }
  return last
}

async function* chunksOf(upload: Upload, show: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(upload.path, { highWaterMark: chunkBytes })) {
    const bytes: Buffer = chunk
    upload.sent += bytes.length
    show()
    yield new Uint8Array(bytes)
  }
}

function sizeOf(path: string): number {
  let stats: Stats
  try {
    stats = statSync(path)
  } catch {
    throw new CliError(`There is no file ${path}.`, exitCodes.usage)
  }
  if (!stats.isFile()) throw new CliError(`${path} is not a file.`, exitCodes.usage)
  if (stats.size === 0) throw new CliError(`${path} is empty.`, exitCodes.usage)
  return stats.size
}

/** Describes a broken upload; failures before the first byte are thrown unchanged. */
function brokenOff(error: unknown, { sent, size, slug, path }: Upload, { target }: Session): unknown {
  const failure = error === undefined ? undefined : describeFailure(error, target.url)
  if (sent === 0 || (failure && failure.status !== undefined)) return error
  const how = `Start it again: gatehouse import ${slug} ${path}`
  return new CliError(
    `The import was cut off after ${showBytes(sent)} of ${showBytes(size)}. ${how}`,
    exitCodes.unreachable,
  )
}

function countsOf(counts: Readonly<Record<string, unknown>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${typeof count === 'number' ? showCount(count) : String(count)} ${name}`)
    .join(', ')
}

function showResult(session: Session, { path, size }: Upload, { counts = {}, notes = [] }: ImportEvent): void {
  if (session.json) return
  const rows = Object.entries(counts).map(([name, count]) => [
    name,
    typeof count === 'number' ? showCount(count) : String(count),
  ])
  session.io.out(`${basename(path)} is imported (${showBytes(size)}).\n`)
  if (rows.length > 0) session.io.out(table([{ title: 'RECORDS' }, { title: 'COUNT', right: true }], rows, session))
  for (const note of notes) session.io.out(`${clean(note)}\n`)
}
