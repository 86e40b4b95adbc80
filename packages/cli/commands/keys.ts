// gatehouse keys: gateway keys and market keys.
import { Argument, type Command, Option } from 'commander'
import { readCount, readDuration, readFuture, readLimit, showCount, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages, usualLimit } from '../pages.ts'
import { confirm } from '../question.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'
import { onlyAccount } from './accounts.ts'

type Key = Awaited<ReturnType<ReturnType<Session['operator']>['getKey']>>

/** Adds the commands. */
export function addKeys(program: Command, shell: Shell): void {
  const group = program.command('keys').description('gateway keys and market keys')
  addCreate(group, shell)
  addList(group, shell)

  addAgent(group, shell)
  addLimit(group, shell)

  const rotate = group
    .command('rotate')
    .description('replace a key, keeping its id')
    .argument('<id>', 'key id (key_…)')
    .option('--grace <duration>', 'how long the old key still works, such as 24h', readDuration, 0)
  shell.action<{ grace: number }>(withConnection(rotate), async (session, { grace }, [id = '']) => {
    const newKey = await session.operator().rotateKey({ key: id, graceMs: grace })
    session.show(newKey, () => keyLines(newKey))
    const end = grace === 0 ? 'has stopped working' : `works until ${showTime(session.io.now() + grace)} UTC`
    session.note(`This key is shown only once. The previous key ${end}.`)
  })

  const revoke = group
    .command('revoke')
    .description('revoke a key for good; when the command returns, no process accepts it')
    .argument('<id>', 'key id (key_…)')
    .option('--with-made', 'also revoke the keys that were created with it')
    .option('--yes', 'skip the confirmation')
  type Options = { withMade?: boolean; yes?: boolean }
  shell.action<Options>(withConnection(revoke), async (session, { withMade = false, yes }, [id = '']) => {
    const operator = session.operator()
    const what = withMade ? `${id} and the keys that were created with it cannot be restored. Revoke them?` : undefined
    await confirm(what ?? `${id} cannot be restored. Revoke it?`, session.io, yes)
    const done = await operator.revokeKey({ key: id, withMade })
    session.show({ id, ...done, revoked: true, alsoRevoked: done.revoked.filter((one) => one !== id) }, () =>
      revokedLines(id, done, session),
    )
  })
}

type Revoked = Awaited<ReturnType<ReturnType<Session['operator']>['revokeKey']>>

function revokedLines(id: string, { revoked, remaining }: Revoked, session: Session): string {
  const others = revoked.filter((one) => one !== id)
  const lines = [`${id} is revoked.`, ...others.map((one) => `${one}, created with it, is revoked.`)].join('\n')
  if (remaining.length === 0) return `${lines}\n`
  const command = `gatehouse keys revoke ${id} --with-made`
  return `${lines}\n\nKeys that were created with it still work. To revoke them as well: ${command}\n\n${keyTable(remaining, session)}`
}

interface CreateOptions {
  readonly account?: string
  readonly market?: boolean
  readonly agent?: 'off' | 'read' | 'write'
  readonly scope: string[]
  readonly address: string[]
  readonly expires?: string
  readonly perMinute?: number
  readonly perDay?: number
  readonly usdPerDay?: string
  readonly sandbox?: string
}

function addCreate(group: Command, shell: Shell): void {
  const collect = (value: string, before: string[]) => [...before, value]
  const create = group
    .command('create')
    .description('create a key, which is shown only once')
    .argument('<name>', 'display name')
    .option('--account <id>', 'account; optional while there is only one')
    .option('--market', 'a key of the item-market API (default: a gateway key)')
    .addOption(
      new Option('--agent <access>', 'what agents may do with it (default: read)').choices(['off', 'read', 'write']),
    )
    .option('--scope <scope>', 'restricts it to slug[:METHOD,…[:/path]]; may be repeated', collect, [])
    .option('--address <block>', 'IP address or CIDR block it may be used from; may be repeated', collect, [])
    .option('--expires <when>', 'when it stops working, such as 90d or 2027-01-31')
    .option('--per-minute <calls>', 'maximum calls per minute, on top of the plan of its account', readCount)
    .option('--per-day <calls>', 'maximum calls per UTC day', readCount)
    .option('--usd-per-day <amount>', 'US dollars that its calls may cost per UTC day')
    .option('--sandbox <name>', 'sandbox of the account that answers all its calls')
    .addHelpText(
      'after',
      `
Examples:
  gatehouse keys create dashboard
  gatehouse keys create assistant --agent write
  gatehouse keys create reader --scope exchange-rates:GET --scope 'weather:GET:/current/*' --expires 90d
  gatehouse keys create ci --sandbox ci`,
    )
  shell.action<CreateOptions>(withConnection(create), async (session, options, [name = '']) => {
    const operator = session.operator()
    const { agent, scope, address, expires, sandbox } = options
    const order = {
      account: options.account ?? (await onlyAccount(session)),
      surface: options.market ? 'market' : 'hosted',
      name,
      ...(agent !== undefined && { agent }),
      ...(sandbox !== undefined && { sandbox }),
      ...(scope.length > 0 && { scopes: scope.map(readScope) }),
      ...(address.length > 0 && { addresses: address }),
      ...(expires !== undefined && { expiresAt: readFuture(expires, session.io.now()) }),
      ...(hasLimits(options) && { limits: limitsOf(options) }),
    } as const
    const newKey = await operator.createKey({ body: order })
    session.show(newKey, () => keyLines(newKey))
    session.note('This key is shown only once. Store it with your other secrets.')
  })
}

function addAgent(group: Command, shell: Shell): void {
  const agent = group
    .command('agent')
    .description('change what agents may do with a key')
    .argument('<id>', 'key id (key_…)')
    .addArgument(new Argument('<access>', 'off, read or write').choices(['off', 'read', 'write']))
  shell.action<object>(withConnection(agent), async (session, _options, [id = '', access = '']) => {
    if (access !== 'off' && access !== 'read' && access !== 'write') return
    const key = await session.operator().updateKey({ key: id, body: { agent: access } })
    session.show(key, () => `${id} is now ${access} for agents.\n`)
  })
}

interface Limits {
  readonly perMinute?: number
  readonly perDay?: number
  readonly usdPerDay?: string
}

const hasLimits = ({ perMinute, perDay, usdPerDay }: Limits) =>
  perMinute !== undefined || perDay !== undefined || usdPerDay !== undefined
const limitsOf = ({ perMinute, perDay, usdPerDay }: Limits) => ({
  perMinute: perMinute ?? null,
  perDay: perDay ?? null,
  usdPerDay: usdPerDay ?? null,
})

function addLimit(group: Command, shell: Shell): void {
  const limit = group
    .command('limit')
    .description('set limits for one key, on top of the plan of its account')
    .argument('<id>', 'key id (key_…)')
    .option('--per-minute <calls>', 'calls per minute', readCount)
    .option('--per-day <calls>', 'calls per UTC day', readCount)
    .option('--usd-per-day <amount>', 'US dollars that its calls may cost per UTC day')
    .option('--none', 'lift its limits')
    .addHelpText('after', '\nA limit that is left out is lifted.')
  shell.action<Limits & { none?: boolean }>(withConnection(limit), async (session, options, [id = '']) => {
    if (hasLimits(options) === (options.none === true))
      throw new CliError(
        'Use --per-minute, --per-day, --usd-per-day or several of them, or else --none.',
        exitCodes.usage,
      )
    const limits = options.none ? null : limitsOf(options)
    const key = await session.operator().updateKey({ key: id, body: { limits } })
    session.show(key, () => `${id} ${limitText(key)}.\n`)
  })
}

function limitText({ limits }: Pick<Key, 'limits'>): string {
  const parts = [
    ...(limits?.perMinute == null ? [] : [`${showCount(limits.perMinute)} calls per minute`]),
    ...(limits?.perDay == null ? [] : [`${showCount(limits.perDay)} calls per day`]),
  ]
  const calls = parts.length === 0 ? [] : [`may make ${parts.join(' and ')}`]
  const all = [...calls, ...(limits?.usdPerDay == null ? [] : [`may spend $${limits.usdPerDay} per day`])]
  return all.length === 0 ? 'has no limit of its own' : all.join(', and ')
}

function addList(group: Command, shell: Shell): void {
  const list = group
    .command('list')
    .description('list the keys')
    .option('--account <id>', 'only keys of this account')
    .option('--all', 'revoked keys too')
    .option('--limit <count>', 'maximum number of keys', readLimit, usualLimit)
  type Options = { account?: string; all?: boolean; limit: number }
  shell.action<Options>(withConnection(list), async (session, { account, all, limit }) => {
    const operator = session.operator()
    const allKeys = await allPages(session, limit, async (page) => {
      const { keys: rows, next } = await operator.listKeys({ ...page, ...(account !== undefined && { account }) })
      return { rows, ...(next !== undefined && { next }) }
    })
    const keys = all ? allKeys : allKeys.filter(({ revokedAt }) => revokedAt === null)
    session.show({ keys }, () => keyTable(keys, session))
  })
}

/** Reads `slug[:METHOD,…[:/path]]`. */
function readScope(text: string): { slug: string; methods?: string[]; path?: string } {
  const [, slug, methods, path] = /^([a-z0-9-]+|\*)(?::([A-Za-z,]*))?(?::(\/.*))?$/.exec(text) ?? []
  if (slug === undefined)
    throw new CliError(
      `${text} is not a scope. Write it like exchange-rates, exchange-rates:GET or exchange-rates:GET:/latest.`,
      exitCodes.usage,
    )
  return { slug, ...(methods && { methods: methods.split(',') }), ...(path !== undefined && { path }) }
}

function keyLines({ id, key }: { id: string; key: string }): string {
  return pairs([
    ['id', id],
    ['key', key],
  ])
}

function keyTable(keys: readonly Key[], session: Session): string {
  if (keys.length === 0) return 'There are no keys. Create one with: gatehouse keys create <name>\n'
  const titles = [
    'ID',
    'NAME',
    'KIND',
    'ACCOUNT',
    'STATE',
    'AGENTS',
    'RESTRICTED TO',
    'LAST USED (UTC)',
    'EXPIRES (UTC)',
  ]
  const rows = keys.map((key) => [
    ...[key.id, key.name, key.surface === 'market' ? 'market' : 'gateway', key.account, stateOf(key, session.io.now())],
    ...[key.agent, restrictionsOf(key), showTime(key.lastUsedAt), showTime(key.expiresAt)],
  ])
  return table(
    titles.map((title) => ({ title })),
    rows,
    session,
  )
}

function stateOf({ revokedAt, enabled, expiresAt, previousUntil }: Key, nowMs: number): string {
  if (revokedAt !== null) return 'revoked'
  if (!enabled) return 'disabled'
  if (expiresAt !== null && expiresAt <= nowMs) return 'expired'
  return previousUntil !== null && previousUntil > nowMs ? 'rotating' : 'works'
}

function restrictionsOf({ scopes, addresses, limits, sandbox }: Key): string {
  const restrictions = (scopes ?? []).map(({ slug, methods, path }) =>
    [slug, ...(methods || path ? [methods?.join(',') ?? ''] : []), ...(path ? [path] : [])].join(':'),
  )
  const calls = limits
    ? [
        ...(limits.perMinute === null && limits.perDay === null
          ? []
          : [`${limits.perMinute ?? '∞'}/min`, `${limits.perDay ?? '∞'}/day`]),
        ...(limits.usdPerDay == null ? [] : [`$${limits.usdPerDay}/day`]),
      ]
    : []
  const inSandbox = sandbox === null ? [] : [`sandbox=${sandbox}`]
  return [...inSandbox, ...restrictions, ...(addresses ?? []), ...calls].join(' ') || '-'
}
