// gatehouse engines: optional parts of embedded providers that are too heavy for everybody, such as neural networks.
import { rmSync } from 'node:fs'
import { arch, platform } from 'node:process'
import type { Command } from 'commander'
import { type Engine, folderOf, isAdded, listEngines } from '../engines/catalog.ts'
import { installEngine } from '../engines/install.ts'
import { CliError, exitCodes } from '../failure.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { table } from '../table.ts'

/** Adds the commands. */
export function addEngines(program: Command, shell: Shell): void {
  const group = program
    .command('engines')
    .description('optional engines of embedded providers, in the data folder of this machine')

  const list = group.command('list', { isDefault: true }).description('list what can be added')
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
      await installEngine(engine, { dataDir, env: session.io.env, platform, arch })
      added.push(engine.name)
    }
    session.show({ added }, () => `Added to ${session.target.dataDir}: ${added.join(', ')}.\n`)
  })

  const remove = group
    .command('remove')
    .description('remove an engine from the data folder')
    .argument('<name>', 'name of an engine')
  shell.action(withConnection(remove), (session, _options, [name = '']) => {
    const { dataDir } = session.target
    if (!isAdded(dataDir, engineOf(name))) throw new CliError(`${name} is not installed.`, exitCodes.notFound)
    rmSync(folderOf(dataDir, name), { recursive: true })
    session.show({ removed: name }, () => `Removed ${name}.\n`)
  })
}

function printEngines(session: Session): void {
  const engines = listEngines().map(({ name, title, licence, for: slugs, ...engine }) => {
    const added = isAdded(session.target.dataDir, { name })
    return { name, added, for: slugs, licence, title, needs: engine.needs }
  })
  session.show({ engines }, () => {
    const columns = ['ENGINE', 'ADDED', 'FOR', 'LICENCE', 'WHAT IT IS'].map((title) => ({ title }))
    const rows = engines.map((one) => [one.name, one.added ? 'yes' : '-', one.for.join(', '), one.licence, one.title])
    return table(columns, rows, session)
  })
}

function engineOf(name: string): Engine {
  const engines = listEngines()
  const engine = engines.find((one) => one.name === name)
  if (engine) return engine
  const known = engines.map((one) => one.name).join(', ')
  throw new CliError(`There is no engine ${name}. There are: ${known}.`, exitCodes.notFound)
}

/** The engines of these names, each after the one that it runs on where none is there. */
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
