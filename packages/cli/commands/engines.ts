// gatehouse engines: optional parts of embedded providers that are too large to ship, such as neural networks.
import { rmSync } from 'node:fs'
import { arch, platform } from 'node:process'
import type { Command } from 'commander'
import { type Engine, folderOf, isAdded, listEngines } from '../engines/catalog.ts'
import { installEngine } from '../engines/install.ts'
import { type CheckedEngine, loadReports } from '../engines/reports.ts'
import { CliError, exitCodes } from '../failure.ts'
import { createProgressLine } from '../progress-line.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { table } from '../table.ts'

/** Adds the commands. */
export function addEngines(program: Command, shell: Shell): void {
  const group = program
    .command('engines')
    .description('optional engines of embedded providers, in the data folder of this machine')

  const list = group
    .command('list', { isDefault: true })
    .description('list what can be added, and which engines answer here')
  shell.action(withConnection(list), (session) => printEngines(session))

  const add = group
    .command('add')
    .description('install engines with npm, from pinned versions whose hashes are checked')
    .argument('<names...>', 'names of engines')
    .addHelpText('after', '\nA running gateway uses them from its next call on.')
  shell.action(withConnection(add), async (session, _options, names) => {
    const added: string[] = []
    for (const engine of withNeeds(names, session.target.dataDir)) {
      session.note(`Adding ${engine.name} …`)
      const { dataDir } = session.target
      const line = createProgressLine(session.io, session.json)
      const onProgress = (phase: string, note: string) => line.show({ phase: `${engine.name}: ${phase}`, note })
      try {
        await installEngine(engine, { dataDir, env: session.io.env, platform, arch, onProgress })
      } finally {
        line.end()
      }
      added.push(engine.name)
    }
    session.show({ added }, () => `Added to ${session.target.dataDir}: ${added.join(', ')}.\n`)
  })

  const check = group
    .command('check')
    .description('measure the engines on fixed examples')
    .argument('[apis...]', 'slugs of APIs; all by default')
    .addHelpText('after', '\nIt runs on this machine, without the gateway, and takes as long as the engines do.')
  shell.action(withConnection(check), (session, _options, slugs) => checkEngines(session, slugs))

  const remove = group
    .command('remove')
    .description('remove an engine from the data folder')
    .argument('<name>', 'engine name')
  shell.action(withConnection(remove), (session, _options, [name = '']) => {
    const { dataDir } = session.target
    if (!isAdded(dataDir, engineOf(name))) throw new CliError(`${name} is not installed.`, exitCodes.notFound)
    rmSync(folderOf(dataDir, name), { recursive: true })
    session.show({ removed: name }, () => `Removed ${name}.\n`)
  })
}

interface PresentRow {
  readonly api: string
  readonly name: string
  readonly version: string | null
  readonly folder: string | null
  readonly serves: string
}

async function printEngines(session: Session): Promise<void> {
  const { dataDir } = session.target
  const present: PresentRow[] = []
  for (const report of await loadReports(dataDir))
    for (const { name, version, folder, serves } of await report.present())
      present.push({ api: report.slug, name, version: version ?? null, folder: folder ?? null, serves })
  const engines = listEngines().map(({ name, title, licence, for: slugs, ...engine }) => {
    const added = isAdded(dataDir, { name })
    return { name, added, for: slugs, licence, title, needs: engine.needs }
  })
  session.show({ engines, present }, () => {
    const columns = titles('ENGINE', 'ADDED', 'FOR', 'LICENCE', 'WHAT IT IS')
    const rows = engines.map((one) => [one.name, one.added ? 'yes' : '-', one.for.join(', '), one.licence, one.title])
    const answering = present.map((one) => [one.api, one.name, one.version ?? '-', one.serves, one.folder ?? '-'])
    const presentColumns = titles('ANSWERS FOR', 'ENGINE', 'VERSION', 'SERVES', 'FOLDER')
    return `${table(columns, rows, session)}\n${table(presentColumns, answering, session)}`
  })
}

async function checkEngines(session: Session, slugs: readonly string[]): Promise<void> {
  const reports = (await loadReports(session.target.dataDir)).filter(({ check }) => check)
  const known = reports.map(({ slug }) => slug)
  const unknown = slugs.find((slug) => !known.includes(slug))
  if (unknown !== undefined)
    throw new CliError(`No engines of ${unknown} can be checked. There are: ${known.join(', ')}.`, exitCodes.notFound)
  const line = createProgressLine(session.io, session.json)
  const results: (CheckedEngine & { readonly api: string })[] = []
  try {
    for (const { slug, check } of reports)
      if (check && (slugs.length === 0 || slugs.includes(slug)))
        for await (const result of check()) {
          line.show({ phase: 'checking', note: `${result.name}, ${result.serves}` })
          results.push({ api: slug, ...result })
        }
  } finally {
    line.end()
  }
  session.show({ results }, () => {
    const figures = [...new Set(results.flatMap((result) => Object.keys(result.figures)))]
    const columns = [
      ...titles('API', 'ENGINE', 'SERVES'),
      ...figures.map((name) => ({ title: name.toUpperCase(), right: true })),
    ]
    const rows = results.map((result) => [
      ...[result.api, result.name, result.serves],
      ...figures.map((name) => result.figures[name]?.toFixed(1) ?? missing(result)),
    ])
    return table(columns, rows, session)
  })
}

/** Placeholder for missing figures: an engine that failed has none; others have those of their kind. */
const missing = ({ figures }: CheckedEngine) => (Object.keys(figures).length === 0 ? 'failed' : '-')

const titles = (...names: readonly string[]) => names.map((title) => ({ title }))

function engineOf(name: string): Engine {
  const engines = listEngines()
  const engine = engines.find((one) => one.name === name)
  if (engine) return engine
  const known = engines.map((one) => one.name).join(', ')
  throw new CliError(`There is no engine ${name}. There are: ${known}.`, exitCodes.notFound)
}

/** Returns the named engines, each after the engine that it runs on if none is installed. */
function withNeeds(names: readonly string[], dataDir: string): Engine[] {
  const wanted = new Set<string>()
  for (const name of names) {
    const { needs } = engineOf(name)
    const [first] = needs
    const isServed = needs.some((one) => names.includes(one) || isAdded(dataDir, { name: one }))
    if (first !== undefined && !isServed) wanted.add(first)
    wanted.add(name)
  }
  return [...wanted].map(engineOf)
}
