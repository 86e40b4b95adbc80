// gatehouse prices: what a call of a listing costs.
import type { Command } from 'commander'
import { showTime } from '../amounts.ts'
import { allPages } from '../pages.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { pairs, table } from '../table.ts'

type Price = Awaited<ReturnType<ReturnType<Session['operator']>['setPrice']>>
interface EndpointOption {
  readonly endpoint: string
}

/** Limit of prices that are listed: those of a few large APIs. */
const mostPrices = 100_000
const everyEndpoint = '*'
const endpointOption = ['--endpoint <id>', 'operation id; default: all endpoints without a price of their own'] as const

/** Adds the commands. */
export function addPrices(program: Command, shell: Shell): void {
  const group = program.command('prices').description('prices: what a call costs, counted against budgets and keys')

  const list = group.command('list').description('list the prices')
  shell.action(withConnection(list), async (session) => {
    const prices = await allPages<Price>(session, mostPrices, async ({ after }) => {
      const { prices: rows, next } = await session.operator().listPrices({ ...(after !== undefined && { after }) })
      return { rows, ...(next !== undefined && { next }) }
    })
    session.show({ prices }, () => (prices.length === 0 ? 'No call has a price.\n' : priceTable(prices, session)))
  })

  const set = group
    .command('set')
    .description('set what a call costs')
    .argument('<listing>', 'slug of the listing')
    .argument('<usd>', 'US dollars of a call, such as 0.025; 0 for a free endpoint of a listing with a price')
    .option(...endpointOption, everyEndpoint)
    .option('--embedded', 'answers of the embedded provider cost as much; otherwise they are free', false)
    .addHelpText(
      'after',
      `
Examples:
  gatehouse prices set address-lookup 0.025
  gatehouse prices set translation 0.002 --endpoint translateText`,
    )
  shell.action<EndpointOption & { embedded: boolean }>(
    withConnection(set),
    async (session, { endpoint, embedded }, [listing = '', usd = '']) => {
      const price = await session.operator().setPrice({ listing, endpoint, body: { usd, embedded } })
      session.show(price, () =>
        pairs([
          ['listing', price.listing],
          ['endpoint', price.endpoint],
          ['price', `$${price.usd}`],
          ['charged for', providersOf(price)],
        ]),
      )
    },
  )

  const remove = group
    .command('remove')
    .description('remove a price')
    .argument('<listing>', 'slug of the listing')
    .option(...endpointOption, everyEndpoint)
  shell.action<EndpointOption>(withConnection(remove), async (session, { endpoint }, [listing = '']) => {
    await session.operator().removePrice({ listing, endpoint })
    session.show({ listing, endpoint, removed: true }, () => `The price of ${listing}, ${endpoint} is removed.\n`)
  })
}

const providersOf = ({ embedded }: Price) => (embedded ? 'live and embedded answers' : 'live answers')

function priceTable(prices: readonly Price[], session: Session): string {
  const columns = [
    { title: 'LISTING' },
    { title: 'ENDPOINT' },
    { title: 'USD', right: true },
    { title: 'CHARGED FOR' },
    { title: 'SET' },
    { title: '' },
  ]
  const rows = prices.map((price) => [
    price.listing,
    price.endpoint,
    price.usd,
    providersOf(price),
    showTime(price.updatedAt),
    price.served ? '' : 'not served',
  ])
  return table(columns, rows, session)
}
