// Whether a key can be used, and its settings with what is left of them.
import type { HandlersFor } from '#define'
import { utcDay } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Db } from '../../tables.ts'
import { success } from '../answer.ts'
import type { KeySettings } from '../settings.ts'
import { type Access, ensureKey } from './access.ts'
import { managedKey, publicKey } from './management.ts'

const contexts = [
  { iso_3: 'GBR', iso_2: 'GB', description: 'United Kingdom', emoji: '🇬🇧', rgeo: true },
  { iso_3: 'USA', iso_2: 'US', description: 'United States', emoji: '🇺🇸', rgeo: false },
]
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

  return {
    async keyAvailability({ key }, { account }) {
      if (key === unavailableKey) return success({ available: false, context: '', contexts: [] })
      const settings = publicKey(access.keys, key)
      const { remaining } = await rowOf(account, settings)
      return success({ available: Number(remaining) > 0, context: 'GBR', contexts })
    },
    async keyDetails(input, call) {
      const { account, settings } = managedKey(access.keys, input, call)
      const row = await rowOf(account, settings)
      const day = utcDay(now())
      const remaining = Number(row.remaining)
      return success({
        ...{ name: settings.name, contexts, lookups_remaining: remaining },
        daily_limit: { limit: settings.dailyLimit, consumed: row.day === day ? Number(row.day_used) : 0 },
        monthly_limit: {
          limit: settings.monthlyLimit,
          consumed: row.month === day.slice(0, 7) ? Number(row.month_used) : 0,
        },
        individual_limit: { limit: settings.individualLimit },
        ...{ allowed_urls: [...settings.allowedUrls], redact_days: settings.redactDays },
        notifications: { emails: [], enabled: false, balance_threshold: null, no_balance: false, limit_reached: false },
        datasets: { paf: true, mr: true, usps: true, geonames: true },
        automated_topups: { enabled: false },
        current_purchases: [{ expires: null, purchased: settings.lookups, consumed: settings.lookups - remaining }],
        ip_forwarding: true,
      })
    },
  }
}
