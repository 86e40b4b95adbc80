// Checks and charges lookups. One statement checks the balance and every limit, so that no interleaving of calls
// exceeds them.
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Call, ProviderKit } from '#define'
import { utcDay } from '#provider'
import type { Db, Tables } from '../../tables.ts'
import { addressError } from '../errors.ts'
import type { KeySettings } from '../settings.ts'
import { readCredentials } from './credentials.ts'

/** Keys of the provider's documentation that map to the account's first key (SOURCES 2.2). */
export const testKeys: readonly string[] = ['ak_test', 'iddqd']

/** The key that a call uses. */
interface Holder {
  readonly account: string
  readonly settings: KeySettings
  /** Licensee on whose behalf the call is made; empty if unspecified. */
  readonly licensee: string
  /** Address of the end user, as the caller reports it; empty if unspecified. */
  readonly ip: string
  readonly url: string
  readonly tags: readonly string[]
}
interface Lookup {
  /** Kind of the lookup in the log. */
  readonly kind: string
  readonly term: string
  /** Data set or service that the key must cover. */
  readonly data?: string
}
export type Access = ReturnType<typeof createAccess>

const longestTerm = 200
const mostTags = 20

export function createAccess(
  { db, now, random }: Pick<ProviderKit<Tables>, 'db' | 'now' | 'random'>,
  keys: readonly KeySettings[],
) {
  const settingsOf = (key: string) => keys.find((one) => one.key === key)

  /** Returns the key of a lookup. Throws 4010, 4011, 4013, 4014 and 40010. */
  async function holderOf(input: object, call: Call): Promise<Holder> {
    const { apiKey, licensee = '' } = readCredentials(input, call)
    const settings = apiKey === undefined || testKeys.includes(apiKey) ? keys[0] : settingsOf(apiKey)
    if (!settings) throw addressError(4010)
    const { account, request } = call
    const url = request.headers.referer ?? request.headers.origin ?? ''
    if (!isAllowed(url, settings.allowedUrls)) throw addressError(4011, { message: 'Requesting URL not on whitelist' })
    const { 'idpc-source-ip': ip = '' } = request.headers
    if (settings.individualLimit !== null && ip !== '' && isIP(ip) === 0) throw addressError(40010)
    const holder = { account, settings, licensee, ip: isIP(ip) > 0 ? ip : '', url: url.slice(0, longestTerm) }
    await checkLicensee(holder, url)
    const tags = ('tags' in input ? String(input.tags ?? '') : '').split(',').map((tag) => tag.trim().slice(0, 50))
    return { ...holder, tags: [...new Set(tags.filter(Boolean))].slice(0, mostTags) }
  }

  async function checkLicensee({ account, settings, licensee }: Omit<Holder, 'tags'>, url: string): Promise<void> {
    if (licensee === '') {
      if (settings.licensees === 'required') throw addressError(4013)
      return
    }
    const known = await db
      .selectFrom('address_lookup_licensees')
      .select(['whitelist', 'cancelled'])
      .where('account', '=', account)
      .where('key', '=', settings.key)
      .where('licensee', '=', licensee)
      .executeTakeFirst()
    if (!known || Number(known.cancelled) === 1) throw addressError(4014)
    const allowed: unknown = JSON.parse(known.whitelist)
    if (Array.isArray(allowed) && !isAllowed(url, allowed.map(String))) throw addressError(4011)
  }

  /** Charges one lookup and logs it. Throws 4020 and 4021 if none is left. */
  async function charge(holder: Holder, { kind, term }: Lookup): Promise<void> {
    const { account, settings, licensee, ip, url, tags } = holder
    const at = now()
    const day = utcDay(at)
    await ensureKey(db, account, settings)
    await db.transaction().execute(async (tx) => {
      await takeLookup(tx, holder, day)
      if (ip !== '') await checkIndividual(tx, holder, day)
      if (licensee !== '') await takeOfLicensee(tx, holder, { day, at })
      const nonce = random.bytes(6).toString('base64url')
      const tagged = tags.length > 0 ? `,${tags.join(',')},` : ''
      const filed = { term: term.slice(0, longestTerm).replaceAll('\0', ''), url, tags: tagged, licensee }
      await tx
        .insertInto('address_lookup_lookups')
        .values({ account, key: settings.key, at, nonce, day, kind, ip, ...filed })
        .execute()
    })
  }

  return {
    keys,
    settingsOf,
    holderOf,
    charge,
    /** Runs a lookup; `find` reports whether to charge it. */
    async lookup<T>(
      { input, call, lookup }: { input: object; call: Call; lookup: Lookup },
      find: (settings: KeySettings) => Promise<{ readonly body: T; readonly isCharged: boolean }>,
    ): Promise<T> {
      const holder = await holderOf(input, call)
      if (lookup.data !== undefined) requireData(holder.settings, lookup.data)
      const { body, isCharged } = await find(holder.settings)
      if (isCharged) await charge(holder, lookup)
      return body
    },
  }
}

/** Throws 4015 if the key does not cover the data set or service. */
export function requireData({ datasets }: KeySettings, name: string): void {
  if (datasets !== null && !datasets.includes(name)) throw addressError(4015)
}

/** Creates the initial row of a key, if it is missing. */
export async function ensureKey(db: Db, account: string, { key, lookups }: KeySettings): Promise<void> {
  await db
    .insertInto('address_lookup_keys')
    .values({ account, key, remaining: lookups, day: '', day_used: 0, month: '', month_used: 0 })
    .onConflict((conflict) => conflict.columns(['account', 'key']).doNothing())
    .execute()
}

async function takeLookup(tx: Db, { account, settings }: Holder, day: string): Promise<void> {
  const month = day.slice(0, 7)
  const { key, dailyLimit, monthlyLimit } = settings
  const most = (limit: number | null) => limit ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql`update address_lookup_keys set remaining = remaining - 1,
      day_used = case when day = ${day} then day_used + 1 else 1 end, day = ${day},
      month_used = case when month = ${month} then month_used + 1 else 1 end, month = ${month}
    where account = ${account} and key = ${key} and remaining > 0
      and (case when day = ${day} then day_used else 0 end) < cast(${most(dailyLimit)} as bigint)
      and (case when month = ${month} then month_used else 0 end) < cast(${most(monthlyLimit)} as bigint)
    returning remaining`.execute(tx)
  if (rows.length > 0) return
  const row = await tx
    .selectFrom('address_lookup_keys')
    .select('remaining')
    .where('account', '=', account)
    .where('key', '=', key)
    .executeTakeFirst()
  throw addressError(Number(row?.remaining ?? 0) > 0 ? 4021 : 4020)
}

/**
 * Checks the daily limit of one network address. The row of the key is locked by now, so lookups of one key are counted
 * one after the other.
 */
async function checkIndividual(tx: Db, { account, settings, ip }: Holder, day: string): Promise<void> {
  const { key, individualLimit } = settings
  if (individualLimit === null) return
  const { made } = await tx
    .selectFrom('address_lookup_lookups')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('account', '=', account)
    .where('key', '=', key)
    .where('at', '>=', Date.parse(day))
    .where('ip', '=', ip)
    .executeTakeFirstOrThrow()
  if (Number(made) >= individualLimit) throw addressError(4021)
}

async function takeOfLicensee(
  tx: Db,
  { account, settings, licensee }: Holder,
  { day, at }: { readonly day: string; readonly at: number },
): Promise<void> {
  const { rows } = await sql`update address_lookup_licensees set
      day_used = case when day = ${day} then day_used + 1 else 1 end, day = ${day},
      updated_at = ${new Date(at).toISOString()}
    where account = ${account} and key = ${settings.key} and licensee = ${licensee} and cancelled = 0
      and (daily_limit is null or (case when day = ${day} then day_used else 0 end) < daily_limit)
    returning id`.execute(tx)
  if (rows.length === 0) throw addressError(4021)
}

/** True if the page's origin is on the list; an empty list allows all. */
function isAllowed(url: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((one) => url === one || url.startsWith(`${one.replace(/\/$/, '')}/`))
}
