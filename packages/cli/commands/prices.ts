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
interface SetOptions extends EndpointOption {
  readonly embedded: boolean
  readonly per?: string
  readonly atMost?: string
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
    .option('--per <pointer>', 'a number of the call, each of which costs that much, such as /answer/usage/units')
    .option('--at-most <usd>', 'the most that one call costs; required with --per')
    .option('--embedded', 'answers of the embedded provider cost as much; otherwise they are free', false)
    .addHelpText(
      'after',
      `
Examples:
  gatehouse prices set address-lookup 0.025
  gatehouse prices set translation 0.002 --endpoint translateText
  gatehouse prices set speech 0.00002 --endpoint speak --per /answer/usage/units --at-most 0.50

A pointer leads to a parameter (/request/<name>), into the body (/request/body/…) or into the JSON answer (/answer/…).`,
    )
  shell.action<SetOptions>(
    withConnection(set),
    async (session, { endpoint, embedded, per, atMost }, [listing = '', usd = '']) => {
      const counted = { ...(per !== undefined && { per }), ...(atMost !== undefined && { atMost }) }
      const price = await session.operator().setPrice({ listing, endpoint, body: { usd, embedded, ...counted } })
      session.show(price, () =>
        pairs([
          ['listing', price.listing],
          ['endpoint', price.endpoint],
          ['price', `$${amountOf(price)}`],
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

/** Returns the price as text: of a call, or of each that a number of the call counts. */
function amountOf({ usd, per, atMost }: Price): string {
  return per === undefined ? usd : `${usd} × ${per}, at most ${atMost}`
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
    amountOf(price),
    providersOf(price),
    showTime(price.updatedAt),
    price.served ? '' : 'not served',
  ])
  return table(columns, rows, session)
}
