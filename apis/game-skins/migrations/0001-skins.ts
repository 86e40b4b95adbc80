// Creates the tables of accounts, skins, textures, jobs, traffic and public keys.
import { type CreateTableBuilder, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings, so that later changes of the types cannot change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const texts = (names: string) => names.split(' ').map((name) => [name, 'text'] as const)
const numbers = (names: string) => names.split(' ').map((name) => [name, 'bigint'] as const)

export default {
  async up(db: Db): Promise<void> {
    const bytes = (await isPostgres(db)) ? 'bytea' : 'blob'
    await table(db, 'accounts', [...texts('account'), ...numbers('created_at')], ['account'])
    const described = 'account uuid name variant image_hash texture_hash profile_id profile_name signed_base'
    await table(
      db,
      'skins',
      [
        ...texts(`${described} search_name value signature`),
        ...numbers('id visibility created_at duration_ms duplicates views is_sample'),
      ],
      ['account', 'id'],
    )
    await index(db, 'skins', ['account', 'uuid'], true)
    await index(db, 'skins', ['account', 'image_hash', 'variant'], true)
    await index(db, 'skins', ['account', 'texture_hash'], false)
    await index(db, 'skins', ['account', 'visibility', 'created_at', 'id'], false)
    await table(db, 'textures', [...texts('hash account'), ['png', bytes]], ['hash'])
    await table(db, 'jobs', [...texts(described), ...numbers('visibility is_sample created_at attempts')], ['uuid'])
    await db.schema.alterTable('game_skins_jobs').addColumn('png', sql.raw(bytes)).execute()
    await index(db, 'jobs', ['account'], false)
    await table(
      db,
      'traffic',
      [
        ...texts('account key purpose'),
        ...numbers('window_started_at window_calls minute_started_at minute_calls next_at last_at'),
      ],
      ['account', 'key', 'purpose'],
    )
    await table(db, 'keys', [...texts('secret public_key'), ...numbers('generation created_at')], ['generation'])
  },
}

async function table(
  db: Db,
  name: string,
  columns: readonly (readonly [name: string, type: string])[],
  key: readonly string[],
): Promise<void> {
  let created: CreateTableBuilder<string, string> = db.schema.createTable(`game_skins_${name}`)
  for (const [column, type] of columns) created = created.addColumn(column, sql.raw(type), (c) => c.notNull())
  await created.addPrimaryKeyConstraint(`game_skins_${name}_key`, [...key]).execute()
}

async function index(db: Db, name: string, columns: readonly string[], isUnique: boolean): Promise<void> {
  let created = db.schema
    .createIndex(`game_skins_${name}_${columns.slice(1).join('_') || columns.join('_')}`)
    .on(`game_skins_${name}`)
  for (const column of columns) created = created.column(column)
  await (isUnique ? created.unique() : created).execute()
}
