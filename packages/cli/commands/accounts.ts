// gatehouse accounts: the accounts of a gateway.
import type { Command } from 'commander'
import { readLimit, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { allPages, usualLimit } from '../pages.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'

type Account = Awaited<ReturnType<ReturnType<Session['operator']>['getAccount']>>

/** Adds the commands. */
export function addAccounts(program: Command, shell: Shell): void {
  const group = program.command('accounts').description('accounts, which own keys, provider keys and usage')

  const list = group
    .command('list')
    .description('list the accounts')
    .option('--limit <count>', 'maximum number of accounts', readLimit, usualLimit)
  shell.action<{ limit: number }>(withConnection(list), async (session, { limit }) => {
    const operator = session.operator()
    const accounts = await allPages(session, limit, async (page) => {
      const { accounts: rows, next } = await operator.listAccounts(page)
      return { rows, ...(next !== undefined && { next }) }
    })
    session.show({ accounts }, () => accountTable(accounts, session))
  })

  const create = group
    .command('create')
    .description('create an account')
    .argument('<name>', 'display name')
    .option('--plan <id>', 'plan; optional while there is only one')
    .option('--embedded', 'answer its calls from the embedded providers')
    .option('--live', 'send its calls to the real providers (the default, unless the gateway is set otherwise)')
  shell.action<CreateOptions>(withConnection(create), async (session, options, [name = '']) => {
    const { plan } = options
    const provider = providerOf(options)
    const account = await session
      .operator()
      .createAccount({ body: { name, ...(plan !== undefined && { plan }), ...(provider && { provider }) } })
    session.show(account, () => accountLines(account))
    session.note(`Create its first key with: gatehouse keys create <name> --account ${account.id}`)
  })

  const show = group.command('show').description('show one account').argument('<id>', 'account id (acc_…)')
  shell.action(withConnection(show), async (session, _options, [id = '']) => {
    const account = await session.operator().getAccount({ account: id })
    session.show(account, () => accountLines(account))
  })

  const update = group
    .command('update')
    .description('change an account; the change applies from the next call')
    .argument('<id>', 'account id (acc_…)')
    .option('--name <name>', 'new name')
    .option('--plan <id>', 'new plan')
    .option('--enable', 'let its keys work again')
    .option('--disable', 'refuse its keys')
    .option('--embedded', 'answer the calls to all its APIs from the embedded providers')
    .option('--live', 'send the calls to all its APIs to the real providers')
  shell.action<UpdateOptions>(withConnection(update), async (session, options, [id = '']) => {
    const account = await session.operator().updateAccount({ account: id, body: changesOf(options) })
    session.show(account, () => accountLines(account))
  })
}

interface ProviderOptions {
  readonly embedded?: boolean
  readonly live?: boolean
}

interface CreateOptions extends ProviderOptions {
  readonly plan?: string
}

function providerOf({ embedded, live }: ProviderOptions): 'embedded' | 'live' | undefined {
  if (embedded && live) throw new CliError('Use either --embedded or --live, not both.', exitCodes.usage)
  return embedded ? 'embedded' : live ? 'live' : undefined
}

interface UpdateOptions extends ProviderOptions {
  readonly name?: string
  readonly plan?: string
  readonly enable?: boolean
  readonly disable?: boolean
}

function changesOf({ name, plan, enable, disable, ...choice }: UpdateOptions): {
  name?: string
  plan?: string
  enabled?: boolean
  provider?: 'embedded' | 'live'
} {
  const provider = providerOf(choice)
  if (enable && disable) throw new CliError('Use either --enable or --disable, not both.', exitCodes.usage)
  const enabled = enable ? true : disable ? false : undefined
  if (name === undefined && plan === undefined && enabled === undefined && provider === undefined)
    throw new CliError(
      'Nothing to change: use --name, --plan, --enable, --disable, --embedded or --live.',
      exitCodes.usage,
    )
  return {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(enabled !== undefined && { enabled }),
    ...(provider && { provider }),
  }
}

function stateOf({ enabled, isDemo }: Account): string {
  return enabled ? (isDemo ? 'demo' : 'enabled') : 'disabled'
}

function accountTable(accounts: readonly Account[], session: Session): string {
  if (accounts.length === 0) return 'There are no accounts yet. Create one with: gatehouse accounts create <name>\n'
  const columns = [
    { title: 'ID' },
    { title: 'NAME' },
    { title: 'PLAN' },
    { title: 'STATE' },
    { title: 'CREATED (UTC)' },
  ]
  const rows = accounts.map((one) => [one.id, one.name, one.plan, stateOf(one), showTime(one.createdAt)])
  return table(columns, rows, session)
}

function accountLines(account: Account): string {
  return pairs([
    ['id', account.id],
    ['name', account.name],
    ['plan', account.plan],
    ['state', stateOf(account)],
    ['answered by', account.provider ?? 'embedded where no key is needed, else live'],
    ['created', `${showTime(account.createdAt)} UTC`],
  ])
}

/** Returns the only account as the default. Throws CliError if there are several. */
export async function onlyAccount(session: Session): Promise<string> {
  const { accounts } = await session.operator().listAccounts({ limit: 2 })
  const [first, second] = accounts
  if (first && !second) return first.id
  const how = first
    ? 'There are several accounts. Choose one with --account; gatehouse accounts list shows them.'
    : 'There are no accounts yet. Create one with: gatehouse accounts create <name>'
  throw new CliError(how, exitCodes.usage)
}
