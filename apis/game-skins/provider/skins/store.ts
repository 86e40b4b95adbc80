// Skins and textures in the database. Every statement names the account.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProviderKit } from '#define'
import { insertMany } from '#provider/sql'
import type { SkinsTable, Tables } from '../../tables.ts'
import { generatorError } from '../errors.ts'
import type { Sample } from '../sample/sample.ts'

export type Kit = ProviderKit<Tables>
export type Db = Kysely<Tables> | Transaction<Tables>
export type SkinRow = Readonly<SkinsTable>

/** Copies the sample skins for the account, once. They are dated before any generated skin. */
export async function ensureAccount(kit: Kit, sample: Sample, account: string): Promise<void> {
  await kit.db.transaction().execute(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('game_skins_accounts')
      .values({ account, created_at: kit.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return
    const rows = sample.skins.map((skin, at) => ({
      ...unsigned,
      account,
      id: skin.id,
      uuid: skin.uuid,
      name: skin.name,
      search_name: skin.name.toLowerCase(),
      variant: skin.variant,
      visibility: 0,
      image_hash: skin.imageHash,
      texture_hash: skin.textureHash,
      ...installationProfile,
      created_at: sampleStart + at * sampleStepMs,
      duration_ms: 0,
      is_sample: 1,
    }))
    await insertMany(db, 'game_skins_skins', rows)
  })
}

const sampleStart = Date.parse('2026-01-01T00:00:00Z')
const sampleStepMs = 3_600_000

/** The invented profile that wears skins generated from pictures. */
export const installationProfile = {
  profile_id: '89749665b480393cba5932a03c3be4f6',
  profile_name: 'Gatehouse',
} as const

const unsigned = { signed_base: '', value: '', signature: '', duplicates: 0, views: 0 } as const

export function skinByUuid(db: Db, account: string, uuid: string): Promise<SkinRow | undefined> {
  return skinsOf(db, account).where('uuid', '=', uuid).executeTakeFirst()
}

export function skinById(db: Db, account: string, id: number): Promise<SkinRow | undefined> {
  return skinsOf(db, account).where('id', '=', id).executeTakeFirst()
}

/** A skin of the same picture, with the same arms if the caller chose them; the oldest if there are two. */
export function skinByImage(
  db: Db,
  account: string,
  { imageHash, variant }: { readonly imageHash: string; readonly variant: SkinRow['variant'] | undefined },
): Promise<SkinRow | undefined> {
  const rows = skinsOf(db, account).where('image_hash', '=', imageHash).orderBy('created_at').limit(1)
  return (variant ? rows.where('variant', '=', variant) : rows).executeTakeFirst()
}

export function skinByTexture(
  db: Db,
  account: string,
  { textureHash, variant }: { readonly textureHash: string; readonly variant: SkinRow['variant'] | undefined },
): Promise<SkinRow | undefined> {
  const rows = skinsOf(db, account).where('texture_hash', '=', textureHash).orderBy('created_at').limit(1)
  return (variant ? rows.where('variant', '=', variant) : rows).executeTakeFirst()
}

function skinsOf(db: Db, account: string) {
  return db.selectFrom('game_skins_skins').selectAll().where('account', '=', account)
}

export async function countUp(db: Db, { account, id }: SkinRow, counter: 'views' | 'duplicates'): Promise<void> {
  await db
    .updateTable('game_skins_skins')
    .set((row) => ({ [counter]: row(counter, '+', 1) }))
    .where('account', '=', account)
    .where('id', '=', id)
    .execute()
}

export interface SignedProperty {
  readonly signed_base: string
  readonly value: string
  readonly signature: string
}

export async function storeSignature(db: Db, { account, id }: SkinRow, signed: SignedProperty): Promise<void> {
  await db.updateTable('game_skins_skins').set(signed).where('account', '=', account).where('id', '=', id).execute()
}

const maxIdAttempts = 10

/**
 * Stores a new skin under a random id. Returns the stored one instead if another call has stored the same picture in
 * the meantime.
 */
export async function insertSkin(db: Db, random: Kit['random'], skin: Omit<SkinRow, 'id'>): Promise<SkinRow> {
  for (let attempt = 1; attempt <= maxIdAttempts; attempt++) {
    const row = { ...skin, id: random.int(1, 2 ** 31 - 1) }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('game_skins_skins')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) return row
    const { account, image_hash: imageHash, variant } = skin
    const existing = await skinByImage(db, account, { imageHash, variant })
    if (existing) return existing
  }
  throw generatorError('failed_to_create_id', `Failed to create unique skin ID after ${maxIdAttempts} tries!`, 500)
}

export async function insertTexture(db: Db, texture: Tables['game_skins_textures']): Promise<void> {
  await db
    .insertInto('game_skins_textures')
    .values(texture)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The PNG of a generated skin, for any caller: its hash cannot be guessed. */
export async function textureByHash(db: Db, hash: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('game_skins_textures').select('png').where('hash', '=', hash).executeTakeFirst()
  return row && Buffer.from(row.png)
}

/** The number of generated skins of the account. */
export async function countGenerated(db: Db, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('game_skins_skins')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .where('is_sample', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface ListQuery {
  readonly account: string
  /** Lower-case words, of which the name must contain one; empty for all skins. */
  readonly words: readonly string[]
}

/** The account's public skins, newest first, after `offset` of them. */
export function publicSkins(db: Db, query: ListQuery, page: { offset: number; limit: number }): Promise<SkinRow[]> {
  return newestFirst(db, query).limit(page.limit).offset(page.offset).execute()
}

/** The account's public skins that are older than the given one, newest first. */
export function publicSkinsAfter(
  db: Db,
  query: ListQuery,
  page: { after: SkinRow | undefined; limit: number },
): Promise<SkinRow[]> {
  const { after, limit } = page
  const rows = newestFirst(db, query).limit(limit)
  if (!after) return rows.execute()
  return rows
    .where((row) =>
      row.or([
        row('created_at', '<', after.created_at),
        row.and([row('created_at', '=', after.created_at), row('id', '<', after.id)]),
      ]),
    )
    .execute()
}

export async function countPublic(db: Db, query: ListQuery): Promise<number> {
  const { count } = await listed(db, query)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function newestFirst(db: Db, query: ListQuery) {
  return listed(db, query).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
}

function listed(db: Db, { account, words }: ListQuery) {
  const rows = db.selectFrom('game_skins_skins').where('account', '=', account).where('visibility', '=', 0)
  if (words.length === 0) return rows
  return rows.where((row) => row.or(words.map((word) => sql<boolean>`search_name like ${patternOf(word)} escape '!'`)))
}

const patternOf = (word: string) => `%${word.replace(/[!%_]/g, '!$&')}%`
