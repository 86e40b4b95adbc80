// Counts the usage of accounts by month and key, and refuses calls beyond the operator's limit.
import { sql } from 'kysely'
import type { HandlersFor, ProviderKit } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import { forbidden, quotaExceeded } from '../errors.ts'
import { isoTime } from '../ids.ts'
import { type Settings, unlimited } from '../settings.ts'

type Product = 'translate' | 'document' | 'write'
interface Payer {
  readonly account: string
  readonly key: string
}
export interface Usage {
  /** Throws 456 if the characters exceed the rest of the month's allowance. */
  require(payer: Payer, characters: number): Promise<void>
  add(payer: Payer, product: Product, characters: number): Promise<void>
  /** Throws 403 on a free plan. */
  requirePro(): void
  readonly handlers: HandlersFor<typeof endpoints, 'usage'>
}

export function createUsage({
  db,
  now,
  settings,
}: Pick<ProviderKit<Tables>, 'db' | 'now'> & { readonly settings: Settings }): Usage {
  const month = () => isoTime(now()).slice(0, 7)

  async function usedBy(account: string) {
    const { rows } = await sql<{ key: string; product: string; characters: number }>`
      select "key", product, characters from translation_usage where account = ${account} and month = ${month()}
      order by product, "key"`.execute(db)
    return rows
  }

  return {
    async require({ account }, characters) {
      if (settings.charactersPerMonth === unlimited) return
      const used = sum((await usedBy(account)).map((row) => row.characters))
      if (used + characters > settings.charactersPerMonth) throw quotaExceeded()
    },
    async add({ account, key }, product, characters) {
      await sql`insert into translation_usage (account, month, "key", product, characters)
        values (${account}, ${month()}, ${key}, ${product}, ${characters})
        on conflict (account, month, "key", product)
        do update set characters = translation_usage.characters + excluded.characters`.execute(db)
    },
    requirePro() {
      if (settings.plan === 'free') throw forbidden('This feature is not available on a free plan.')
    },
    handlers: {
      async usage(_input, { account, key }) {
        const rows = await usedBy(account)
        const total = sum(rows.map(({ characters }) => characters))
        const limit = settings.charactersPerMonth
        if (settings.plan === 'free') return { character_count: total, character_limit: limit }
        const products = ['translate', 'document', 'write'].map((product) => {
          const of = rows.filter((row) => row.product === product)
          const mine = sum(of.filter((row) => row.key === key).map(({ characters }) => characters))
          const all = sum(of.map(({ characters }) => characters))
          return {
            product_type: product,
            billing_unit: 'characters',
            api_key_unit_count: mine,
            account_unit_count: all,
            api_key_character_count: mine,
            character_count: all,
          }
        })
        return {
          character_count: total,
          character_limit: limit,
          products: products.filter(({ character_count }) => character_count > 0),
          api_key_character_count: sum(products.map(({ api_key_character_count }) => api_key_character_count)),
          api_key_character_limit: limit,
          speech_to_text_minutes_count: 0,
          speech_to_text_minutes_limit: 0,
          speech_to_text_milliseconds_count: 0,
          speech_to_text_milliseconds_limit: 0,
          ...periodOf(month()),
        }
      },
    },
  }
}

function periodOf(month: string) {
  const start = new Date(`${month}-01T00:00:00Z`)
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return { start_time: start.toISOString(), end_time: end.toISOString() }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + Number(number), 0)

/** The number of billed characters: code points. */
export function charactersIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (isPair) at += 1
    count += 1
  }
  return count
}
