// Licensees of a key: each has a separate key, which lookups name and which can have a daily limit.
import type { Call, HandlersFor, ProviderKit, Random } from '#define'
import { utcDay } from '#provider'
import { exclusively } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import type { Db, LicenseesTable } from '../../tables.ts'
import { success } from '../answer.ts'
import { addressError, invalidMember } from '../errors.ts'
import type { Access } from './access.ts'
import { textMember } from './configs.ts'
import { type ManagedKey, managedKey } from './management.ts'

const longestText = 500
const mostLicensees = 10_000
const mostListed = 100
const mostSites = 100
const mostDaily = 2_000_000_000

type LicenseeEndpoints = 'listLicensees' | 'createLicensee' | 'getLicensee' | 'updateLicensee' | 'deleteLicensee'
interface Deps {
  readonly db: Db
  readonly dialect: ProviderKit['dialect']
  readonly now: () => number
  readonly random: Random
  readonly access: Access
}
interface Input {
  readonly key: string
}

export function licenseeHandlers(deps: Deps): HandlersFor<typeof endpoints, LicenseeEndpoints> {
  const { db, dialect, now, access } = deps
  const managed = (input: Input, call: Call): ManagedKey => {
    const key = managedKey(access.keys, input, call)
    if (key.settings.licensees === 'none') throw addressError(4013)
    return key
  }
  const ofKey = ({ account, settings }: ManagedKey) =>
    db
      .selectFrom('address_lookup_licensees')
      .selectAll()
      .where('account', '=', account)
      .where('key', '=', settings.key)
      .where('cancelled', '=', 0)
  const find = async (key: ManagedKey, licensee: string): Promise<LicenseesTable> => {
    const row = await ofKey(key).where('licensee', '=', licensee).executeTakeFirst()
    if (!row) throw addressError(4045)
    return row
  }
  const change = ({ account, settings }: ManagedKey, licensee: string, set: Partial<LicenseesTable>) =>
    db
      .updateTable('address_lookup_licensees')
      .set({ ...set, updated_at: new Date(now()).toISOString() })
      .where('account', '=', account)
      .where('key', '=', settings.key)
      .where('licensee', '=', licensee)
      .execute()
  const view = (row: LicenseesTable) => wireLicensee(row, utcDay(now()))

  return {
    async listLicensees(input, call) {
      const key = managed(input, call)
      const limit = Math.min(mostListed, Math.max(1, Math.floor(Number(input.limit ?? '10')) || 10))
      let rows = ofKey(key)
        .orderBy('id')
        .limit(limit + 1)
      if (input.starting_after !== undefined) rows = rows.where('id', '>', String(input.starting_after))
      const words = input.query?.toLowerCase()
      if (words) rows = rows.where(({ eb, fn }) => eb(fn<string>('lower', ['name']), 'like', `%${escaped(words)}%`))
      const found = await rows.execute()
      return success({ licensees: found.slice(0, limit).map(view), hasMore: found.length > limit })
    },
    async createLicensee(input, call) {
      const key = managed(input, call)
      const row = newLicensee(key, readBody(input.body), deps)
      await exclusively({ db, dialect }, `address_lookup_licensees ${key.account}`, async (trx) => {
        const { made } = await trx
          .selectFrom('address_lookup_licensees')
          .select(({ fn }) => fn.countAll<number>().as('made'))
          .where('account', '=', key.account)
          .where('key', '=', key.settings.key)
          .executeTakeFirstOrThrow()
        if (Number(made) >= mostLicensees) throw addressError(4001, { message: 'The key has too many licensees' })
        await trx.insertInto('address_lookup_licensees').values(row).execute()
      })
      return success(view(row))
    },
    async getLicensee(input, call) {
      return success(view(await find(managed(input, call), input.licensee)))
    },
    async updateLicensee(input, call) {
      const key = managed(input, call)
      await find(key, input.licensee)
      await change(key, input.licensee, readBody(input.body))
      return success(view(await find(key, input.licensee)))
    },
    async deleteLicensee(input, call) {
      const key = managed(input, call)
      await find(key, input.licensee)
      await change(key, input.licensee, { cancelled: 1 })
      return success({ deleted: 1 })
    },
  }
}

interface LicenseeBody {
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly postcode?: string | undefined
  readonly whitelist?: readonly string[] | undefined
  readonly daily?: { readonly limit?: number | null | undefined } | undefined
}

/** Creates the row of a new licensee. Throws 4001 if a required member is missing. */
function newLicensee(
  key: ManagedKey,
  { name, address, postcode, ...rest }: ReturnType<typeof readBody>,
  { now, random }: Pick<Deps, 'now' | 'random'>,
): LicenseesTable {
  if (name === undefined || address === undefined || postcode === undefined)
    throw invalidMember('request/body', 'must have name, address and postcode', 4001)
  const at = new Date(now())
  // the seconds come first, so that ids sort in the order of creation
  const id =
    Math.floor(at.getTime() / 1000)
      .toString(16)
      .padStart(8, '0') + random.bytes(8).toString('hex')
  return {
    account: key.account,
    key: key.settings.key,
    id,
    licensee: `sl_${random.bytes(12).toString('hex')}`,
    created_at: at.toISOString(),
    name,
    address,
    postcode,
    whitelist: rest.whitelist ?? '[]',
    daily_limit: rest.daily_limit ?? null,
    day: '',
    day_used: 0,
    updated_at: at.toISOString(),
    cancelled: 0,
  }
}

/** Reads the columns that a body sets. Throws 4001 for an invalid value. */
function readBody({ whitelist, daily, ...texts }: LicenseeBody): Partial<LicenseesTable> {
  const members = (['name', 'address', 'postcode'] as const).flatMap((name) =>
    texts[name] === undefined ? [] : [[name, textMember(texts[name], { name, most: longestText })]],
  )
  if (whitelist && (whitelist.length > mostSites || whitelist.some((site) => site.length > longestText)))
    throw invalidMember('request/body/whitelist', `must have at most ${mostSites} sites`, 4001)
  const limit = daily?.limit
  if (typeof limit === 'number' && !(Number.isInteger(limit) && limit >= 0 && limit <= mostDaily))
    throw invalidMember('request/body/daily/limit', 'must be a whole number or null', 4001)
  return {
    ...Object.fromEntries(members),
    ...(whitelist && { whitelist: JSON.stringify(whitelist).replaceAll('\\u0000', '') }),
    ...(limit !== undefined && { daily_limit: limit }),
  }
}

function wireLicensee(row: LicenseesTable, today: string) {
  const { id, licensee, created_at, name, address, postcode, updated_at, daily_limit } = row
  const whitelist: unknown = JSON.parse(row.whitelist)
  return {
    id,
    key: licensee,
    createdAt: created_at,
    name,
    address,
    postcode,
    whitelist: Array.isArray(whitelist) ? whitelist.map(String) : [],
    daily: {
      limit: daily_limit === null ? null : Number(daily_limit),
      count: row.day === today ? Number(row.day_used) : 0,
      updatedAt: updated_at,
    },
  }
}

/** Removes the wildcards of LIKE from a text. */
const escaped = (text: string) => text.replace(/[%_\\]/g, '')
