// gatehouse sandbox: embedded states of an account that tests can reset, keep and break on purpose.
import type { Command } from 'commander'
import { readLimit, showTime } from '../amounts.ts'
import { readDocument } from '../document-input.ts'
import { CliError, exitCodes } from '../failure.ts'
import { confirm } from '../question.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'

type Self = ReturnType<Session['self']>
type Sandbox = Awaited<ReturnType<Self['getSandbox']>>
type FaultRules = Parameters<Self['setFaults']>[0]['body']['rules']
type Scripts = Parameters<Self['setScripts']>[0]['body']

/** Adds the commands. */
export function addSandbox(program: Command, shell: Shell): void {
  const group = program
    .command('sandbox')
    .description('embedded states for tests: reset, snapshots, a clock, faults, scripts')
    .addHelpText(
      'after',
      `
Calls with the header x-gateway-sandbox: <name>, or with a key that belongs to it, are answered there.

Example:
  gatehouse sandbox create ci --now 2027-01-01T00:00:00Z
  gatehouse call cat-facts fact --header x-gateway-sandbox=ci
  gatehouse keys create ci --sandbox ci
  gatehouse sandbox reset ci`,
    )
  addCreate(group, shell)
  addLooks(group, shell)
  addStates(group, shell)
  addClock(group, shell)
  addFaults(group, shell)
  addScripts(group, shell)
}

interface CreateOptions {
  readonly from?: string
  readonly snapshot?: string
  readonly seed?: string
  readonly now?: string
}

function addCreate(group: Command, shell: Shell): void {
  const create = group
    .command('create')
    .description('make a sandbox')
    .argument('<name>', 'lower-case letters, digits and hyphens')
    .option('--from <sandbox>', 'copy another sandbox')
    .option('--snapshot <name>', 'copy a snapshot of it in place of its current state')
    .option('--seed <seed>', 'seed of the random values (default: 1)')
    .option('--now <time>', 'time at which its clock stands, such as 2027-01-01T00:00:00Z')
  shell.action<CreateOptions>(withConnection(create), async (session, options, [name = '']) => {
    const { from, snapshot, seed, now } = options
    const order = { name, from, snapshot, seed, now }
    const given = Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined))
    const sandbox = await session.self().createSandbox({ body: { ...given, name } })
    session.show(sandbox, () => lines(sandbox))
  })
}

function addLooks(group: Command, shell: Shell): void {
  const list = group.command('list').description('list the sandboxes of the account')
  shell.action(withConnection(list), async (session) => {
    const { sandboxes } = await session.self().listSandboxes()
    session.show({ sandboxes }, () => listTable(sandboxes, session))
  })

  const show = group.command('show').description('show a sandbox').argument('<name>', 'name of the sandbox')
  shell.action(withConnection(show), async (session, _options, [name = '']) => {
    const sandbox = await session.self().getSandbox({ name })
    session.show(sandbox, () => lines(sandbox))
  })

  const journal = group
    .command('journal')
    .description('print the last requests as the providers got them')
    .argument('<name>', 'name of the sandbox')
    .option('--limit <count>', 'maximum number of requests', readLimit, 100)
  shell.action<{ limit: number }>(withConnection(journal), async (session, { limit }, [name = '']) => {
    const self = session.self()
    const requests: Awaited<ReturnType<Self['readJournal']>>['requests'] = []
    for (let after: number | undefined = 0; after !== undefined && requests.length < limit; ) {
      const page: Awaited<ReturnType<Self['readJournal']>> = await self.readJournal({
        name,
        sort: 'newest',
        after,
        limit: Math.min(limit - requests.length, 1000),
      })
      requests.push(...page.requests)
      after = page.next
    }
    requests.reverse()
    session.show({ requests }, () => requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
  })
}

function addStates(group: Command, shell: Shell): void {
  const reset = group
    .command('reset')
    .description('take a sandbox back to its beginning: data, clock, faults and journal')
    .argument('<name>', 'name of the sandbox')
  shell.action(withConnection(reset), async (session, _options, [name = '']) => {
    const sandbox = await session.self().resetSandbox({ name })
    session.show(sandbox, () => `${name} is reset.\n`)
  })

  const snapshot = group
    .command('snapshot')
    .description('keep the current state under a name')
    .argument('<name>', 'name of the sandbox')
    .argument('<snapshot>', 'name of the snapshot; one of this name is replaced')
  shell.action(withConnection(snapshot), async (session, _options, [name = '', kept = '']) => {
    const taken = await session.self().takeSnapshot({ name, body: { snapshot: kept } })
    session.show(taken, () => `${kept} keeps ${name} as it is.\n`)
  })

  const restore = group
    .command('restore')
    .description('go back to a snapshot, with its clock')
    .argument('<name>', 'name of the sandbox')
    .argument('<snapshot>', 'name of the snapshot')
  shell.action(withConnection(restore), async (session, _options, [name = '', kept = '']) => {
    const sandbox = await session.self().restoreSnapshot({ name, body: { snapshot: kept } })
    session.show(sandbox, () => `${name} is as ${kept} has it.\n`)
  })

  const remove = group
    .command('delete')
    .description('remove a sandbox, or with --snapshot one of its snapshots')
    .argument('<name>', 'name of the sandbox')
    .option('--snapshot <name>', 'remove this snapshot only')
    .option('--yes', 'do not ask')
  type Options = { snapshot?: string; yes?: boolean }
  shell.action<Options>(withConnection(remove), async (session, { snapshot: kept, yes }, [name = '']) => {
    const what = kept === undefined ? name : `${kept} of ${name}`
    await confirm(`${what} cannot be restored. Remove it?`, session.io, yes)
    if (kept === undefined) await session.self().deleteSandbox({ name })
    else await session.self().deleteSnapshot({ name, snapshot: kept })
    session.show({ name, ...(kept !== undefined && { snapshot: kept }), removed: true }, () => `${what} is removed.\n`)
  })
}

interface ClockOptions {
  readonly now?: string
  readonly advance?: string
  readonly run?: boolean
  readonly stop?: boolean
}

function addClock(group: Command, shell: Shell): void {
  const clock = group
    .command('clock')
    .description('set, move, stop or start the clock; scheduled work on the way ahead runs in order')
    .argument('<name>', 'name of the sandbox')
    .option('--now <time>', 'set it, such as 2027-01-01T00:00:00Z')
    .option('--advance <duration>', 'move it ahead, such as P1DT12H')
    .option('--run', 'let the time pass')
    .option('--stop', 'let it stand')
  shell.action<ClockOptions>(withConnection(clock), async (session, { now, advance, run, stop }, [name = '']) => {
    const changes = [
      now !== undefined && { now },
      advance !== undefined && { advance },
      run === true && { running: true },
      stop === true && { running: false },
    ].filter((change) => change !== false)
    const [change] = changes
    if (!change || changes.length > 1)
      throw new CliError('Give one of --now, --advance, --run and --stop.', exitCodes.usage)
    const sandbox = await session.self().setSandboxClock({ name, body: change })
    session.show(sandbox, () => lines(sandbox))
  })
}

function addFaults(group: Command, shell: Shell): void {
  const faults = group
    .command('faults')
    .description('show the rules of faults, or set them from a file')
    .argument('<name>', 'name of the sandbox')
    .option('--set <file>', 'JSON with the rules, {"rules": [...]} or the list; - is the standard input')
    .option('--clear', 'remove all rules')
    .addHelpText(
      'after',
      `
A rule says which calls it meets and what it does to them:
  {"match": {"endpoint": "chatCompletions", "nth": [1, 2]}, "do": {"status": 429, "retryAfter": 2}}`,
    )
  type Options = { set?: string; clear?: boolean }
  shell.action<Options>(withConnection(faults), async (session, { set, clear }, [name = '']) => {
    const rules = clear ? [] : set === undefined ? undefined : await readRules(set, session)
    const self = session.self()
    const result =
      rules === undefined ? await self.getFaults({ name }) : await self.setFaults({ name, body: { rules } })
    session.show(result, () =>
      result.rules.length === 0
        ? 'No rules.\n'
        : table(
            [{ title: 'rule' }, { title: 'matched', right: true }, { title: 'applied', right: true }],
            result.rules.map(({ matched, applied, ...rule }) => [
              JSON.stringify(rule),
              String(matched),
              String(applied),
            ]),
            session,
          ),
    )
  })
}

function addScripts(group: Command, shell: Shell): void {
  const scripts = group
    .command('scripts')
    .description('show the scripts of models, or set them from a file')
    .argument('<name>', 'name of the sandbox')
    .option('--set <file>', 'JSON, {"rules": [...], "pace": {...}}; - is the standard input')
    .option('--clear', 'remove all rules')
    .addHelpText(
      'after',
      `
A rule says which calls it matches and what the model answers:
  {"match": {"text": {"contains": "weather"}}, "answer": {"text": "Sunny."}}`,
    )
  type Options = { set?: string; clear?: boolean }
  shell.action<Options>(withConnection(scripts), async (session, { set, clear }, [name = '']) => {
    const body = clear ? { rules: [] } : set === undefined ? undefined : await readJson<Scripts>(set, session)
    const self = session.self()
    const result = body === undefined ? await self.getScripts({ name }) : await self.setScripts({ name, body })
    session.show(result, () =>
      result.rules.length === 0
        ? 'No rules.\n'
        : table(
            [{ title: 'rule' }, { title: 'matched', right: true }],
            result.rules.map(({ matched, ...rule }) => [JSON.stringify(rule), String(matched)]),
            session,
          ),
    )
  })
}

async function readRules(source: string, session: Session): Promise<FaultRules> {
  const read = await readJson<{ rules?: FaultRules } | FaultRules>(source, session)
  return Array.isArray(read) ? read : (read.rules ?? [])
}

/** Reads a body, whose form the gateway checks. */
async function readJson<T>(source: string, session: Session): Promise<T> {
  const text = Buffer.from(await readDocument(source, session.io)).toString()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CliError(`${source} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

function listTable(sandboxes: readonly Sandbox[], session: Session): string {
  const rows = sandboxes.map(({ name, clock, faults, snapshots, usedAt }) => [
    name,
    `${clock.now}${clock.running ? ' (running)' : ''}`,
    String(snapshots.length),
    String(faults),
    showTime(usedAt),
  ])
  const columns = [
    { title: 'name' },
    { title: 'clock' },
    { title: 'snapshots', right: true },
    { title: 'faults', right: true },
    { title: 'last used (UTC)' },
  ]
  return table(columns, rows, session)
}

function lines({ name, seed, clock, faults, snapshots, createdAt, usedAt }: Sandbox): string {
  return pairs([
    ['name', name],
    ['seed', seed],
    ['clock', `${clock.now}, ${clock.running ? 'running' : 'standing'}`],
    ['faults', String(faults)],
    ['snapshots', snapshots.map((one) => one.name).join(', ') || '-'],
    ['created', showTime(createdAt)],
    ['last used', showTime(usedAt)],
  ])
}
