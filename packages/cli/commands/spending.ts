// gatehouse spending: what calls have cost, and what is left of budgets.
import { type Command, Option } from 'commander'
import { showCount, showTime } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { table } from '../table.ts'

type Spending = Awaited<ReturnType<ReturnType<Session['operator']>['spending']>>
interface Options {
  readonly account?: string
  readonly all?: boolean
  readonly by: Spending['by']
  readonly from?: string
  readonly to?: string
}

const kinds = ['day', 'model', 'key', 'account'] as const
const titles = { day: 'DAY (UTC)', model: 'MODEL OR ENDPOINT', key: 'KEY', account: 'ACCOUNT' } as const

/** Adds the command. */
export function addSpending(program: Command, shell: Shell): void {
  const spending = program
    .command('spending')
    .description('what calls cost, by models and by prices, and what is left of budgets')
    .option('--account <id>', 'of this account (needs the operator key); default: your own')
    .option('--all', 'of all accounts, by the operator key')
    .addOption(new Option('--by <what>', 'what is summed').choices(kinds).default('model'))
    .option('--from <day>', 'first day, such as 2026-11-01; default 30 days')
    .option('--to <day>', 'last day; default today')
    .addHelpText(
      'after',
      `
Examples:
  gatehouse spending
  gatehouse spending --all --by account --from 2026-11-01`,
    )
  shell.action<Options>(withConnection(spending), async (session, { account, all, by, from, to }) => {
    if (account !== undefined && all) throw new CliError('Use either --account or --all, not both.', exitCodes.usage)
    const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    const report: Spending =
      account !== undefined || all
        ? await session.operator().spending({ ...days, by, ...(account !== undefined && { account }) })
        : await session.self().spending({ ...days, by: ofOneAccount(by) })
    session.show(report, () => spendingText(report, session))
  })
}

function ofOneAccount(by: Spending['by']) {
  if (by !== 'account') return by
  throw new CliError('Use --all with --by account.', exitCodes.usage)
}

function spendingText({ by, from, to, total, rows, budgets }: Spending, session: Session): string {
  if (rows.length === 0 && budgets.length === 0) return `Nothing was spent from ${from} to ${to}.\n`
  const right = { right: true }
  const costs = table(
    [{ title: titles[by] }, { title: 'LISTING' }, { title: 'CALLS', ...right }, { title: 'USD', ...right }],
    [...rows.map((row) => [row.by, row.listing, showCount(row.calls), row.cost]), ['total', '', '', total]],
    session,
  )
  if (budgets.length === 0) return costs
  const columns = ['BUDGET', 'FOR', 'ACCOUNT OR KEY', 'USD', 'SPENT', 'HELD', 'ENDS (UTC)']
  return `${costs}\n${table(
    columns.map((title) => ({ title, right: ['USD', 'SPENT', 'HELD'].includes(title) })),
    budgets.map(({ id, model, account, key, period, amount, spent, held, endsAt }) => [
      ...[id === 'key' ? 'limit of the key' : `${id}, ${period}`, model ?? 'every call', key ?? account ?? 'all'],
      ...[amount, spent, held, showTime(endsAt)],
    ]),
    session,
  )}`
}
