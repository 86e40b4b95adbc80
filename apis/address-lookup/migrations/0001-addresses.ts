// Creates the tables of addresses with their word index, of places, and of keys.
import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    // ranges of postcodes and names must be the same on both databases: by character, not by a server's locale
    const sortable = postgres ? sql`text collate "C"` : sql`text`
    await createAddresses(db, sortable)
    await createPlaces(db, sortable)
    await createWords(db, postgres)
    await createKeys(db)
    await createRecords(db)
  },
}

async function createAddresses(db: Db, sortable: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('address_lookup_addresses')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('postcode', sortable, (column) => column.notNull())
    .addColumn('lat', 'double precision')
    .addColumn('lon', 'double precision')
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  const table = 'address_lookup_addresses'
  await db.schema.createIndex(`${table}_postcode`).on(table).column('postcode').execute()
  await db.schema.createIndex(`${table}_position`).on(table).columns(['lat', 'lon']).execute()
  await db.schema
    .createTable('address_lookup_vocabulary')
    .addColumn('word', sortable, (column) => column.primaryKey())
    .addColumn('uses', 'bigint', (column) => column.notNull())
    .execute()
}

async function createPlaces(db: Db, sortable: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('address_lookup_places')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('name', sortable, (column) => column.notNull())
    .addColumn('country_iso', 'text', (column) => column.notNull())
    .addColumn('population', 'bigint', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('address_lookup_places_name')
    .on('address_lookup_places')
    .columns(['name', 'population'])
    .execute()
  await db.schema
    .createTable('address_lookup_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('sample', 'integer', (column) => column.notNull())
    .execute()
  await db.insertInto('address_lookup_state').values({ id: 1, revision: 0, sample: 0 }).execute()
}

/**
 * Creates the word index. It holds folded words and keys, so the tokenizer only has to split at spaces; positions are
 * not needed.
 */
async function createWords(db: Db, postgres: boolean): Promise<void> {
  const table = 'address_lookup_words'
  if (!postgres) {
    const options = `content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'"`
    await sql.raw(`create virtual table ${table} using fts5(words, ${options})`).execute(db)
    return
  }
  await sql.raw(`create table ${table} (id bigint primary key, words tsvector not null)`).execute(db)
  await sql.raw(`create index ${table}_gin on ${table} using gin (words)`).execute(db)
}

async function createKeys(db: Db): Promise<void> {
  await db.schema
    .createTable('address_lookup_keys')
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('remaining', 'integer', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('day_used', 'integer', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('month_used', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('address_lookup_keys_key', ['account', 'key'])
    .execute()
  let lookups = db.schema
    .createTable('address_lookup_lookups')
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
  for (const name of ['day', 'kind', 'ip', 'term', 'url', 'tags', 'licensee'])
    lookups = lookups.addColumn(name, 'text', (column) => column.notNull())
  await lookups.addPrimaryKeyConstraint('address_lookup_lookups_key', ['account', 'key', 'at', 'nonce']).execute()
}

async function createRecords(db: Db): Promise<void> {
  await withTexts(db, 'address_lookup_configs', ['account', 'key', 'name', 'payload', 'created_at', 'updated_at'])
    .addPrimaryKeyConstraint('address_lookup_configs_key', ['account', 'key', 'name'])
    .execute()
  const texts = ['account', 'key', 'id', 'licensee', 'created_at', 'name', 'address', 'postcode', 'whitelist']
  await withTexts(db, 'address_lookup_licensees', texts)
    .addColumn('daily_limit', 'integer')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('day_used', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('cancelled', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('address_lookup_licensees_key', ['account', 'key', 'id'])
    .addUniqueConstraint('address_lookup_licensees_licensee', ['account', 'key', 'licensee'])
    .execute()
}

function withTexts(db: Db, table: string, names: readonly string[]): CreateTableBuilder<string, string> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(table)
  for (const name of names) builder = builder.addColumn(name, 'text', (column) => column.notNull())
  return builder
}
