// Moves from texts to hashes. E-mail addresses and user names are now hashed with the order, so orders no longer count
// under their texts: pending texts are hashed, stored orders get the digests of the hashes, and the tables of texts are
// dropped.
import { createHmac, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  prepare: hashSome,
  async up(db: Db): Promise<void> {
    await renameDigests(db)
    for (const table of ['texts', 'unhashed', 'hashes']) await db.schema.dropTable(`fraud_screening_${table}`).execute()
  },
}

/** A hash takes 20 ms, so a part takes about a second. */
const hashedAtOnce = 50

interface Unhashed {
  readonly text: Buffer
  readonly account: string
  readonly kind: string
  readonly first_round: Buffer
  readonly made_at: number | string
  readonly salt: string
}

/** Computes the hashes of some texts, like the previous version after its responses. */
async function hashSome(db: Db): Promise<boolean> {
  const { rows } = await sql<Unhashed>`select text, unhashed.account, kind, first_round, made_at, salt
    from fraud_screening_unhashed unhashed
    inner join fraud_screening_accounts accounts on accounts.account = unhashed.account
    limit ${sql.lit(hashedAtOnce)}`.execute(db)
  for (const { text, account, kind, first_round, made_at, salt } of rows) {
    const digest = createHmac('sha256', salt)
      .update(`${kind}:${hashFrom(firstRound(salt, text, first_round))}`)
      .digest()
    const named = digest.subarray(0, 16)
    await sql`insert into fraud_screening_texts (text, hash, account, used_at)
      values (${text}, ${named}, ${account}, ${made_at}) on conflict (text) do nothing`.execute(db)
    for (const table of ['fraud_screening_traits', 'fraud_screening_blacklist'])
      await sql`update ${sql.table(table)} set digest = ${named} where digest = ${text}`.execute(db)
    await sql`delete from fraud_screening_hashes where account = ${account} and kind = ${kind}
      and digest in (${text}, ${named})`.execute(db)
    await sql`delete from fraud_screening_unhashed where text = ${text}`.execute(db)
    await setImmediate()
  }
  return rows.length === hashedAtOnce
}

/** Decrypts the stored result of the first round with the key stream of its text. */
function firstRound(salt: string, text: Buffer, stored: Buffer): string {
  const stream = createHmac('sha256', salt).update('first round:').update(text).digest()
  return Buffer.from(stored.map((byte, at) => byte ^ stream.readUInt8(at))).toString('hex')
}

function hashFrom(first: string): string {
  let hex = first
  for (let round = 1; round < 65_536; round++) hex = hash('sha1', `fraudlabspro_${hex}`)
  return hash('sha256', hex)
}

const ordersAtOnce = 500

/** Renames the traits of stored orders, which feedback and pruning look up by digest. */
async function renameDigests(db: Db): Promise<void> {
  const { rows } = await sql<{ account: string }>`select distinct account from fraud_screening_texts`.execute(db)
  for (const { account } of rows)
    for (let after: string | undefined = ''; after !== undefined; ) after = await renameSome(db, account, after)
}

/** Returns the id of the last order examined; undefined at the end. */
async function renameSome(db: Db, account: string, after: string): Promise<string | undefined> {
  const { rows: orders } = await sql<{ id: string; traits: string }>`select id, traits from fraud_screening_orders
    where account = ${account} and id > ${after} order by id limit ${sql.lit(ordersAtOnce)}`.execute(db)
  const names = await hashesOf(
    db,
    orders.flatMap(({ traits }) => digestsIn(traits)),
  )
  const renamed = orders.flatMap(({ id, traits }) => {
    const members = Object.entries(Object(JSON.parse(traits)))
    const changed = members.map(([kind, digest]) => [kind, names.get(String(digest)) ?? digest])
    const own = JSON.stringify(Object.fromEntries(changed))
    return own === traits ? [] : [sql`(${id}, ${own})`]
  })
  if (renamed.length > 0)
    await sql`with renamed(id, traits) as (values ${sql.join(renamed)}) update fraud_screening_orders
      set traits = renamed.traits from renamed
      where fraud_screening_orders.account = ${account} and fraud_screening_orders.id = renamed.id`.execute(db)
  await setImmediate()
  return orders.length === ordersAtOnce ? orders.at(-1)?.id : undefined
}

function digestsIn(traits: string): string[] {
  const { email, user } = Object(JSON.parse(traits))
  return [email, user].filter((digest) => typeof digest === 'string')
}

/** Returns digests of hashes by digests of their texts, both in the form of orders. */
async function hashesOf(db: Db, digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (digests.length === 0) return new Map()
  const texts = digests.map((digest) => Buffer.from(digest, 'base64url'))
  const { rows } = await sql<{ text: Buffer; hash: Buffer }>`select text, hash from fraud_screening_texts
    where text in (${sql.join(texts)})`.execute(db)
  return new Map(rows.map(({ text, hash: own }) => [text.toString('base64url'), own.toString('base64url')]))
}
