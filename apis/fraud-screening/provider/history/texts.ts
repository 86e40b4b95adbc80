// Which texts have which hashes, as digests. Orders count under the digest of their hash; one whose text nobody has
// hashed yet counts under that of its text until `nameHashes`.
import { sql } from 'kysely'
import { createWriteSlices } from '#provider'
import type { HashedKind, Traits } from '../order/traits.ts'
import type { Db, StoredOrder } from './stored-order.ts'

/** A hash is looked for in the orders of the last day; an hour more for clocks that differ. */
export const lookedForMs = 25 * 3_600_000
/** When the hash of a blacklisted order was last seen. */
const endOfTime = Number.MAX_SAFE_INTEGER

const hashedKinds: readonly HashedKind[] = ['email', 'user']

export interface HashedText {
  readonly account: string
  readonly kind: HashedKind
  /** Digests of both. */
  readonly text: Buffer
  readonly hash: Buffer
}

/** The digests of the hashes that are known, by those of the texts, as hex. */
export async function knownHashes(db: Db, texts: readonly Buffer[]): Promise<ReadonlyMap<string, Buffer>> {
  const known = new Map<string, Buffer>()
  for (let at = 0; at < texts.length; at += 500) {
    const part = texts.slice(at, at + 500)
    const rows = await db
      .selectFrom('fraud_screening_texts')
      .select(['text', 'hash'])
      .where('text', 'in', part)
      .execute()
    for (const { text, hash } of rows) known.set(text.toString('hex'), hash)
  }
  return known
}

/** Which of the texts orders count under or counted under, as hex, with the digests of the hashes that are known. */
export async function textStates(
  db: Db,
  texts: readonly Buffer[],
): Promise<ReadonlyMap<string, { readonly hash: Buffer | undefined }>> {
  const { rows } = await sql<{ text: Buffer; hash: Buffer | null }>`select text, hash from fraud_screening_texts
    where text in (${sql.join(texts)}) union all select text, null from fraud_screening_unhashed
    where text in (${sql.join(texts)})`.execute(db)
  const states = new Map<string, { readonly hash: Buffer | undefined }>()
  for (const { text, hash } of rows) {
    const key = text.toString('hex')
    states.set(key, { hash: hash ?? states.get(key)?.hash })
  }
  return states
}

/** Of which kinds a text that was never hashed may have the hash of an order that counts or is blacklisted. */
export async function openKinds(db: Db, account: string, nowMs: number): Promise<ReadonlySet<string>> {
  const isOpen = (kind: HashedKind) =>
    db
      .selectFrom('fraud_screening_hashes')
      .select('kind')
      .where('account', '=', account)
      .where('kind', '=', kind)
      .where('seen_at', '>=', nowMs - lookedForMs)
      .limit(1)
      .as(kind)
  const { rows } = await sql<{
    kind: string
  }>`select kind from ${isOpen('email')} union all select kind from ${isOpen('user')}`.execute(db)
  return new Set(rows.map(({ kind }) => kind))
}

/** Whether orders of the account came with texts alone. */
export async function hasTexts(db: Db, account: string): Promise<boolean> {
  for (const table of ['fraud_screening_texts', 'fraud_screening_unhashed'] as const) {
    const row = await db.selectFrom(table).select('account').where('account', '=', account).limit(1).executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Whether each of the hashes is that of a known text, which no other text can have. */
export async function areExplained(db: Db, hashes: readonly SentHash[]): Promise<boolean> {
  const digests = hashes.map(({ digest }) => digest)
  const known = await db.selectFrom('fraud_screening_texts').select('hash').where('hash', 'in', digests).execute()
  return digests.every((digest) => known.some(({ hash }) => digest.equals(hash)))
}

/** Keeps the hashes of texts, and counts under them what was counted under the texts. Of one account. */
export async function nameHashes(db: Db, named: readonly HashedText[], nowMs: number): Promise<void> {
  const texts = named.map(({ text }) => text)
  await db.transaction().execute(async (within) => {
    await keepHashes(within, named, nowMs)
    for (const table of ['fraud_screening_traits', 'fraud_screening_blacklist'] as const)
      await sql`update ${sql.table(table)} set digest = (select hash from fraud_screening_texts
        where text = ${sql.table(table)}.digest) where digest in (${sql.join(texts)})`.execute(within)
    await within.deleteFrom('fraud_screening_unhashed').where('text', 'in', texts).execute()
  })
}

/** Remembers hashes of texts; those that came without their texts are open no longer. Of one account. */
export async function keepHashes(db: Db, named: readonly HashedText[], nowMs: number): Promise<void> {
  const [first] = named
  if (!first) return
  await db
    .insertInto('fraud_screening_texts')
    .values(named.map(({ text, hash, account }) => ({ text, hash, account, used_at: nowMs })))
    .onConflict((conflict) => conflict.column('text').doUpdateSet({ used_at: nowMs }))
    .execute()
  await db
    .deleteFrom('fraud_screening_hashes')
    .where('account', '=', first.account)
    .where(
      'digest',
      'in',
      named.flatMap(({ text, hash }) => [text, hash]),
    )
    .execute()
}

/** The orders with the digests under which they count now. */
export async function withHashes(db: Db, orders: readonly StoredOrder[]): Promise<StoredOrder[]> {
  const digests = orders.flatMap(({ traits }) => hashedKinds.flatMap((kind) => traits.get(kind) ?? []))
  const known = await knownHashes(db, digests)
  if (known.size === 0) return [...orders]
  return orders.map((order) => {
    const traits = [...order.traits].map(
      ([kind, digest]) => [kind, known.get(digest.toString('hex')) ?? digest] as const,
    )
    return { ...order, traits: new Map(traits) }
  })
}

/** A hash that a caller sent. */
export interface SentHash {
  readonly kind: HashedKind
  readonly digest: Buffer
}

/** The hashes of a blacklisted order are remembered for as long as it is. */
export async function keepOpen(db: Db, account: string, traits: Traits): Promise<void> {
  const hashes: SentHash[] = []
  for (const kind of hashedKinds) {
    const digest = traits.get(kind)
    if (digest) hashes.push({ kind, digest })
  }
  await openHashes(db, hashes, { account, seenAt: endOfTime })
}

/** Remembers those of the hashes whose texts are not known. */
export async function openHashes(
  db: Db,
  hashes: readonly SentHash[],
  { account, seenAt }: { account: string; seenAt: number },
): Promise<void> {
  if (hashes.length === 0) return
  const digests = hashes.map(({ digest }) => digest)
  const known = await db.selectFrom('fraud_screening_texts').select('hash').where('hash', 'in', digests).execute()
  const open = hashes.filter(({ digest }) => !known.some(({ hash }) => digest.equals(hash)))
  if (open.length === 0) return
  await db
    .insertInto('fraud_screening_hashes')
    .values(open.map((one) => ({ ...one, account, seen_at: seenAt })))
    .onConflict((conflict) =>
      conflict.columns(['account', 'kind', 'digest']).doUpdateSet({
        seen_at: sql<number>`case when fraud_screening_hashes.seen_at > excluded.seen_at
          then fraud_screening_hashes.seen_at else excluded.seen_at end`,
      }),
    )
    .execute()
}

/** Removes what no stored order needs any more. `oldestMs` is the time of the account's oldest order. */
export async function pruneTexts(db: Db, account: string, at: { nowMs: number; oldestMs: number }): Promise<void> {
  const { nowMs, oldestMs } = at
  await sql`update fraud_screening_hashes set seen_at = ${nowMs} where account = ${account} and seen_at = ${sql.lit(endOfTime)}
    and not exists (select 1 from fraud_screening_blacklist where fraud_screening_blacklist.account = ${account}
      and (length(fraud_screening_hashes.digest) = 0 or fraud_screening_blacklist.digest = fraud_screening_hashes.digest))`.execute(
    db,
  )
  await inSlices(
    (size) => sql`delete from fraud_screening_hashes where (kind, digest) in (select kind, digest
      from fraud_screening_hashes where account = ${account} and seen_at < ${nowMs - lookedForMs} limit ${size})
      and account = ${account}`,
  )
  const before = Math.min(oldestMs, nowMs - lookedForMs)
  await inSlices(
    (size) => sql`delete from fraud_screening_unhashed where text in (select text from fraud_screening_unhashed
      where account = ${account} and made_at < ${before} limit ${size})`,
  )
  await inSlices(
    (size) => sql`delete from fraud_screening_texts where text in (select text from fraud_screening_texts
      where account = ${account} and used_at < ${before}
      and not exists (select 1 from fraud_screening_traits where digest = fraud_screening_texts.hash
        and made_at >= ${nowMs - lookedForMs})
      and not exists (select 1 from fraud_screening_blacklist where digest = fraud_screening_texts.hash) limit ${size})`,
  )

  async function inSlices(statement: (size: number) => ReturnType<typeof sql>): Promise<void> {
    const slices = createWriteSlices({ first: 50, most: 500 })
    for (let removed = 1; removed > 0; )
      removed = await slices.run(slices.size, async () => {
        const { numAffectedRows } = await statement(slices.size).execute(db)
        return Number(numAffectedRows ?? 0)
      })
  }
}
