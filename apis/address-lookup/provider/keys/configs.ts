// Configurations of a key: named strings for a front end.
import type { HandlersFor, ProviderKit } from '#define'
import { exclusively } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import type { ConfigsTable, Db } from '../../tables.ts'
import { success } from '../answer.ts'
import { addressError, invalidMember } from '../errors.ts'
import type { Access } from './access.ts'
import { managedKey, publicKey } from './management.ts'

const longestName = 32
const longestPayload = 4096
const mostConfigs = 200

type ConfigEndpoints = 'listConfigs' | 'createConfig' | 'getConfig' | 'updateConfig' | 'deleteConfig'
interface Deps {
  readonly db: Db
  readonly dialect: ProviderKit['dialect']
  readonly now: () => number
  readonly access: Access
}

export function configHandlers({ db, dialect, now, access }: Deps): HandlersFor<typeof endpoints, ConfigEndpoints> {
  const ofKey = (account: string, key: string) =>
    db.selectFrom('address_lookup_configs').selectAll().where('account', '=', account).where('key', '=', key)
  const find = async (account: string, { key, name }: { key: string; name: string }) => {
    const row = await ofKey(account, key).where('name', '=', name).executeTakeFirst()
    if (!row) throw addressError(4047)
    return row
  }

  return {
    async listConfigs(input, call) {
      const { account, settings } = managedKey(access.keys, input, call)
      const rows = await ofKey(account, settings.key).orderBy('created_at').orderBy('name').execute()
      return success({ configs: rows.map(wireConfig) })
    },
    async createConfig(input, call) {
      const { account, settings } = managedKey(access.keys, input, call)
      const name = textMember(input.body.name, { name: 'name', most: longestName })
      const payload = textMember(input.body.payload, { name: 'payload', most: longestPayload })
      const at = new Date(now()).toISOString()
      const row = { account, key: settings.key, name, payload, created_at: at, updated_at: at }
      const inserted = await exclusively({ db, dialect }, `address_lookup_configs ${account}`, async (trx) => {
        const { made } = await trx
          .selectFrom('address_lookup_configs')
          .select(({ fn }) => fn.countAll<number>().as('made'))
          .where('account', '=', account)
          .where('key', '=', settings.key)
          .executeTakeFirstOrThrow()
        if (Number(made) >= mostConfigs)
          throw addressError(4001, { message: `A key has at most ${mostConfigs} configs` })
        return trx
          .insertInto('address_lookup_configs')
          .values(row)
          .onConflict((conflict) => conflict.columns(['account', 'key', 'name']).doNothing())
          .returning('name')
          .execute()
      })
      if (inserted.length === 0) throw addressError(4001, { message: 'A config of this name exists' })
      return success(wireConfig(row))
    },
    async getConfig({ key, config }, { account }) {
      return success(wireConfig(await find(account, { key: publicKey(access.keys, key).key, name: config })))
    },
    async updateConfig(input, call) {
      const { account, settings } = managedKey(access.keys, input, call)
      const payload = textMember(input.body.payload, { name: 'payload', most: longestPayload })
      await db
        .updateTable('address_lookup_configs')
        .set({ payload, updated_at: new Date(now()).toISOString() })
        .where('account', '=', account)
        .where('key', '=', settings.key)
        .where('name', '=', input.config)
        .execute()
      return success(wireConfig(await find(account, { key: settings.key, name: input.config })))
    },
    async deleteConfig(input, call) {
      const { account, settings } = managedKey(access.keys, input, call)
      await find(account, { key: settings.key, name: input.config })
      await db
        .deleteFrom('address_lookup_configs')
        .where('account', '=', account)
        .where('key', '=', settings.key)
        .where('name', '=', input.config)
        .execute()
      return success({ deleted: 1 })
    },
  }
}

function wireConfig({ name, payload, created_at, updated_at }: ConfigsTable) {
  return { name, payload, createdAt: created_at, updatedAt: updated_at }
}

/** Reads a member that must be a string of limited length. Throws 4001. */
export function textMember(value: unknown, { name, most }: { readonly name: string; readonly most: number }): string {
  if (typeof value !== 'string' || value === '' || value.length > most || value.includes('\0'))
    throw invalidMember(`request/body/${name}`, `must be a string of 1 to ${most} characters`, 4001)
  return value.toWellFormed()
}
