// gatehouse plans: the call limits of accounts.
import type { Command } from 'commander'
import { readCount, showCount } from '../amounts.ts'
import { allPages, usualLimit } from '../pages.ts'
import { type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'

/** Adds the commands. */
export function addPlans(program: Command, shell: Shell): void {
  const group = program.command('plans').description('plans: calls per minute and per UTC day')

  const list = group.command('list').description('list the plans')
  shell.action(withConnection(list), async (session) => {
    const operator = session.operator()
    const plans = await allPages(session, usualLimit, async (page) => {
      const { plans: rows, next } = await operator.listPlans(page)
      return { rows, ...(next !== undefined && { next }) }
    })
    session.show({ plans }, () => {
      const columns = [{ title: 'ID' }, { title: 'PER MINUTE', right: true }, { title: 'PER DAY', right: true }]
      const rows = plans.map(({ id, perMinute, perDay }) => [id, showCount(perMinute), showCount(perDay)])
      return table(columns, rows, session)
    })
  })

  const set = group
    .command('set')
    .description('create a plan, or change the quotas of all accounts on it')
    .argument('<id>', 'plan id, such as team')
    .requiredOption('--per-minute <calls>', 'calls per minute', readCount)
    .requiredOption('--per-day <calls>', 'calls per UTC day', readCount)
  shell.action<{ perMinute: number; perDay: number }>(withConnection(set), async (session, options, [plan = '']) => {
    const { perMinute, perDay } = options
    const stored = await session.operator().putPlan({ plan, body: { perMinute, perDay } })
    session.show(stored, () =>
      pairs([
        ['id', stored.id],
        ['per minute', showCount(stored.perMinute)],
        ['per day', showCount(stored.perDay)],
      ]),
    )
  })
}
