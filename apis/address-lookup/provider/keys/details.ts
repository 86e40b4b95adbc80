// Availability of a key, and its settings with the remaining limits.
import { type Call, type HandlersFor, Refusal } from '#define'
import { utcDay } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Db, KeysTable } from '../../tables.ts'
import { success } from '../answer.ts'
import { addressError } from '../errors.ts'
import type { KeySettings } from '../settings.ts'
import { type Access, ensureKey } from './access.ts'
import { readCredentials } from './credentials.ts'
import { managedKey, publicKey } from './management.ts'

const contexts = [
  { iso_3: 'GBR', iso_2: 'GB', description: 'United Kingdom', emoji: '🇬🇧', rgeo: true },
  { iso_3: 'USA', iso_2: 'US', description: 'United States', emoji: '🇺🇸', rgeo: false },
]
/** All data sets and services of the provider, imported or not (SOURCES 1.4). */
const datasets = (
  'paf mr nyb pafa pafw ab nip ecad ecaf usps herewe hereap hereee herehk herei herem heremea heremeas herena hereo ' +
  'heresa heret email phone gnaf kadaster kartverket sdfi cannar fodbosa mois upujp bev gbrcleanse uspscleanse'
).split(' ')
/** A key of the provider's documentation that is never available (SOURCES 2.2). */
const unavailableKey = 'idkfa'

interface Deps {
  readonly db: Db
  readonly now: () => number
  readonly access: Access
}

export function detailHandlers({
  db,
  now,
  access,
}: Deps): HandlersFor<typeof endpoints, 'keyAvailability' | 'keyDetails'> {
  async function rowOf(account: string, settings: KeySettings) {
    await ensureKey(db, account, settings)
    return db
      .selectFrom('address_lookup_keys')
      .selectAll()
      .where('account', '=', account)
      .where('key', '=', settings.key)
      .executeTakeFirstOrThrow()
  }

  function hasLookups(row: KeysTable, { dailyLimit, monthlyLimit }: KeySettings): boolean {
    const day = utcDay(now())
    const isBelow = (limit: number | null, used: number, isCurrent: boolean) =>
      limit === null || (isCurrent ? Number(used) : 0) < limit
    const month = day.slice(0, 7)
    const isWithin =
      isBelow(dailyLimit, row.day_used, row.day === day) && isBelow(monthlyLimit, row.month_used, row.month === month)
    return isWithin && Number(row.remaining) > 0
  }
  /** True if the page, the address and the licensee of the call are allowed to use the key. */
  async function mayLookUp(settings: KeySettings, call: Call): Promise<boolean> {
    try {
      await access.holderOf({ api_key: settings.key }, call)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  return {
    async keyAvailability(input, call) {
      const { key } = input
      const { account } = call
      if (key === unavailableKey) return success({ available: false, context: '', contexts: [] })
      const settings = publicKey(access.keys, key)
      const { userToken } = readCredentials(input, call)
      if (userToken !== undefined && userToken !== settings.userToken) throw addressError(4012)
      const available = hasLookups(await rowOf(account, settings), settings) && (await mayLookUp(settings, call))
      return success({ available, context: 'GBR', contexts })
    },
    async keyDetails(input, call) {
      const { account, settings } = managedKey(access.keys, input, call)
      const row = await rowOf(account, settings)
      const day = utcDay(now())
      const remaining = Number(row.remaining)
      return success({
        name: settings.name,
        contexts,
        lookups_remaining: remaining,
        daily_limit: { limit: settings.dailyLimit, consumed: row.day === day ? Number(row.day_used) : 0 },
        monthly_limit: {
          limit: settings.monthlyLimit,
          consumed: row.month === day.slice(0, 7) ? Number(row.month_used) : 0,
        },
        individual_limit: { limit: settings.individualLimit },
        allowed_urls: [...settings.allowedUrls],
        redact_days: settings.redactDays,
        notifications: { emails: [], enabled: false, balance_threshold: null, no_balance: false, limit_reached: false },
        datasets: Object.fromEntries(datasets.map((name) => [name, settings.datasets?.includes(name) ?? true])),
        automated_topups: { enabled: false },
        current_purchases: [{ expires: null, purchased: settings.lookups, consumed: settings.lookups - remaining }],
        ip_forwarding: true,
      })
    },
  }
}
