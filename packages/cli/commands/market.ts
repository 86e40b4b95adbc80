// gatehouse market: prices, floats and trade-ups of the item market, and reading its sources.
import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { GatewayError } from '#client'
import { showCount } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { clean, table } from '../table.ts'

type Market = ReturnType<Session['market']>
type Price = Awaited<ReturnType<Market['markets']>>
type Float = Awaited<ReturnType<Market['float']>>
type Outcome = Awaited<ReturnType<Market['tradeup']>>
interface PriceOptions {
  readonly currency: string
  readonly game?: string
}
interface TradeupOptions {
  readonly item?: readonly string[]
  readonly file?: string
  readonly currency: string
}

const ingestMs = 2 * 3_600_000
const right = (title: string) => ({ title, right: true })

/** Adds the command with its subcommands. */
export function addMarket(program: Command, shell: Shell): void {
  const market = program.command('market').description('prices, floats and trade-ups of the item market')
  addPrice(market, shell)
  addFloat(market, shell)
  addTradeup(market, shell)
  addIngest(market, shell)
}

function addPrice(market: Command, shell: Shell): void {
  const price = market
    .command('price')
    .description('price of an item on every tracked marketplace')
    .argument('<name...>', 'item name, such as AK-47 | Redline (Field-Tested)')
    .option('--currency <code>', 'currency of the amounts', 'USD')
    .option('--game <game>', 'cs2 (default), dota2, rust or tf2')
  shell.action<PriceOptions>(withConnection(price), async (session, { currency, game }, words) => {
    const input = { name: words.join(' '), currency, ...(game !== undefined && { game }) }
    const prices = await session.market().markets(input).catch(nearestFor(session, input.name))
    session.show(prices, () => priceTable(prices, session))
  })
}

/** Names the most similar item if there is none of this name. */
const nearestFor = (session: Session, name: string) => async (error: unknown) => {
  if (!(error instanceof GatewayError) || error.code !== 'item.unknown') throw error
  const { results } = await session.market().itemsSearch({ q: name, limit: 1 })
  const nearest = results[0]?.market_hash_name
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  throw new CliError(`There is no item "${name}".${hint}`, exitCodes.notFound)
}

function priceTable(price: Price, session: Session): string {
  const columns = [{ title: 'MARKET' }, right(price.currency), right('OFFERS'), { title: 'AS OF' }, { title: '' }]
  const rows = price.markets.map((row) => [
    row.market,
    row.price?.toFixed(2) ?? '',
    row.quantity === null || row.quantity === undefined ? '' : showCount(row.quantity),
    row.updated_at.slice(0, 16).replace('T', ' '),
    [row.is_stale ? 'stale' : '', row.is_outlier ? 'outlier' : '', row.simulated ? 'simulated' : ''].join(' ').trim(),
  ])
  return `${price.market_hash_name}\n${table(columns, rows, session)}`
}

function addFloat(market: Command, shell: Shell): void {
  const float = market
    .command('float')
    .description('float, pattern and stickers behind an inspect link')
    .argument('<link>', 'inspect link, or the hexadecimal digits of an item certificate')
  shell.action(withConnection(float), async (session, _options, [url = '']) => {
    const item = await session.market().float({ url })
    session.show(item, () => floatTable(item, session))
  })
}

function floatTable(item: Float, session: Session): string {
  const fields: readonly (readonly [string, unknown])[] = [
    ['item', item.market_hash_name ?? item.item_name],
    ['float', item.float_value],
    ['wear', item.wear_name],
    ['seed', item.paint_seed],
    ['pattern', item.pattern?.class],
    ['rarity', item.rarity_name],
    ['StatTrak', item.is_stattrak ? (item.stattrak_kills ?? 0) : undefined],
    ['stickers', item.stickers.map(({ name }) => name ?? 'unknown').join(', ')],
    ['sticker value', item.sticker_value],
    ['read from', item.source],
  ]
  const rows = fields.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return table(
    [{ title: 'FACT' }, { title: 'VALUE' }],
    rows.map(([name, value]) => [name, String(value)]),
    session,
  )
}

function addTradeup(market: Command, shell: Shell): void {
  const tradeup = market
    .command('tradeup')
    .description('outcomes, probabilities and profit of a trade-up of ten items')
    .option('--item <name=float...>', 'one of the ten items; give it ten times')
    .addOption(new Option('--file <path>', 'JSON list of {"name","float"}').conflicts('item'))
    .option('--currency <code>', 'currency of the amounts', 'USD')
  shell.action<TradeupOptions>(withConnection(tradeup), async (session, { item = [], file, currency }) => {
    const items = file === undefined ? item.map(readItem) : readItems(file)
    const outcome = await session.market().tradeup({ body: { items, currency } })
    session.show(outcome, () => tradeupTable(outcome, session))
  })
}

interface Item {
  readonly name: string
  readonly float: number
}

function readItem(text: string): Item {
  const at = text.lastIndexOf('=')
  const float = Number(text.slice(at + 1))
  if (at < 1 || text.length === at + 1 || Number.isNaN(float))
    throw new CliError(`${text} is not an item. Write it like 'AK-47 | Redline (Field-Tested)=0.21'.`, exitCodes.usage)
  return { name: text.slice(0, at), float }
}

function readItems(path: string): Item[] {
  const items = parsed(path)
  const isItem = (one: unknown): one is Item =>
    typeof one === 'object' && one !== null && 'name' in one && 'float' in one && typeof one.float === 'number'
  if (!Array.isArray(items) || !items.every(isItem))
    throw new CliError(`${path} is not a JSON list of {"name","float"}.`, exitCodes.usage)
  return items.map(({ name, float }) => ({ name: String(name), float }))
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new CliError(`${path} cannot be read: ${cause instanceof Error ? cause.message : ''}`, exitCodes.usage)
  }
}

function tradeupTable(outcome: Outcome, session: Session): string {
  const amountOf = (amount: number | null | undefined) => amount?.toFixed(2) ?? 'unknown'
  const columns = [{ title: 'OUTCOME' }, right('CHANCE'), right('FLOAT'), right(outcome.currency)]
  const rows = outcome.outcomes.map((one) => [
    one.market_hash_name,
    `${(one.probability * 100).toFixed(2)} %`,
    one.float_value.toFixed(8),
    amountOf(one.price),
  ])
  const sums = [
    ['expected value', amountOf(outcome.expected_value)],
    ['cost of the items', amountOf(outcome.input_cost)],
    ['profit', amountOf(outcome.profit)],
  ]
  return `${table(columns, rows, session)}\n${table([{ title: `IN ${outcome.currency}` }, right('')], sums, session)}`
}

function addIngest(market: Command, shell: Shell): void {
  const ingest = market
    .command('ingest')
    .description('read the prices of one source, or of all enabled sources, now')
    .argument('[source]', 'source key, such as skinport')
    .option('--trusted', 'accept the prices even if they deviate from those of other sources')
  shell.action<{ trusted?: boolean }>(withConnection(ingest), async (session, { trusted = false }, [source]) => {
    const input = { trusted, ...(source !== undefined && { source }) }
    let failed = 0
    for await (const event of session.marketOperator().ingest(input, { timeoutMs: ingestMs, retries: 0 })) {
      if (session.json) session.io.out(`${JSON.stringify(event)}\n`)
      else if (event.phase === 'done') session.io.out(`${event.source}: ${showCount(event.stored)} prices\n`)
      else if (event.phase === 'failed') session.io.out(`${event.source}: ${clean(event.error?.message ?? 'failed')}\n`)
      if (event.phase === 'failed') failed++
    }
    if (failed > 0)
      throw new CliError(failed === 1 ? 'One source could not be read.' : `${failed} sources could not be read.`)
  })
}
