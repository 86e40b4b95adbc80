// The texts under which orders count until their hashes have been computed. They are stored with the order, so that
// neither a crash nor any number of orders loses one. What is kept of a text is its digest and the result of the first
// round of its hash, from which the others follow; that is enciphered, so that the table tells nothing by itself.
import { createHmac } from 'node:crypto'
import type { HashedKind } from '../order/traits.ts'
import type { Db } from './stored-order.ts'

export interface UnhashedText {
  readonly kind: HashedKind
  /** Digest of the text. */
  readonly digest: Buffer
  /** 40 hex digits (`firstRound`). */
  readonly first: string
}
/** Which texts of an account. */
export interface UnhashedQuery {
  readonly account: string
  readonly salt: string
  readonly order: 'oldest' | 'newest'
  readonly most: number
  readonly kinds?: readonly HashedKind[]
  readonly sinceMs?: number
  readonly digests?: readonly Buffer[]
}

export async function findUnhashed(db: Db, query: UnhashedQuery): Promise<UnhashedText[]> {
  const { account, salt, kinds, sinceMs, digests } = query
  let rows = db
    .selectFrom('fraud_screening_unhashed')
    .select(['text', 'kind', 'first_round'])
    .where('account', '=', account)
  if (kinds) rows = rows.where('kind', 'in', [...kinds])
  if (digests) rows = rows.where('text', 'in', [...digests])
  if (sinceMs !== undefined) rows = rows.where('made_at', '>=', sinceMs)
  const found = await rows
    .orderBy('made_at', query.order === 'oldest' ? 'asc' : 'desc')
    .limit(query.most)
    .execute()
  return found.map(({ text, kind, first_round }) => ({
    kind: kind === 'user' ? 'user' : 'email',
    digest: text,
    first: ciphered(salt, text, first_round).toString('hex'),
  }))
}

/** Some of the accounts that have such texts, with their keys. */
export function accountsWithUnhashed(db: Db, most: number): Promise<{ account: string; salt: string }[]> {
  return db
    .selectFrom('fraud_screening_unhashed')
    .innerJoin('fraud_screening_accounts', 'fraud_screening_accounts.account', 'fraud_screening_unhashed.account')
    .select(['fraud_screening_accounts.account', 'salt'])
    .distinct()
    .limit(most)
    .execute()
}

export interface UnhashedOf {
  readonly account: string
  readonly salt: string
  readonly madeAt: number
}

export async function keepUnhashed(db: Db, texts: readonly UnhashedText[], of: UnhashedOf): Promise<void> {
  if (texts.length === 0) return
  await db
    .insertInto('fraud_screening_unhashed')
    .values(
      texts.map((text) => ({
        ...{ text: text.digest, account: of.account, kind: text.kind, made_at: of.madeAt },
        first_round: sealedRound(of.salt, text),
      })),
    )
    .onConflict((conflict) => conflict.column('text').doUpdateSet({ made_at: of.madeAt }))
    .execute()
}

/** What is stored of the first round. */
export function sealedRound(salt: string, { digest, first }: UnhashedText): Buffer {
  return ciphered(salt, digest, Buffer.from(first, 'hex'))
}

/** Both ways. Each text has a key stream of its own. */
function ciphered(salt: string, digest: Buffer, bytes: Buffer): Buffer {
  const stream = createHmac('sha256', salt).update('first round:').update(digest).digest()
  return Buffer.from(bytes.map((byte, at) => byte ^ (stream[at] ?? 0)))
}
