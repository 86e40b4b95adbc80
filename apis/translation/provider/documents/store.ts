// Documents in the database: the file until it is translated, then the result until it is downloaded.
import { createHash } from 'node:crypto'
import type { ProviderKit } from '#define'
import { exclusively } from '#provider/sql'
import type { DocumentsTable, Tables } from '../../tables.ts'
import { notFound } from '../errors.ts'

export interface DocumentStore {
  /** Stores a document; resolves with false if `most` already await their download, whichever processes added them. */
  add(document: DocumentsTable, most: number): Promise<boolean>
  /** Returns the document without its bytes; throws 404 unless the key is the document's. */
  find(account: string, id: string, key: string): Promise<DocumentState>
  /** The whole row, or undefined. */
  load(account: string, id: string): Promise<DocumentsTable | undefined>
  /** Changes the document; with `from`, only if it has that status. Resolves with true if it was changed. */
  change(document: Named, values: Partial<DocumentsTable>, from?: string): Promise<boolean>
  /** Returns the result once: the statement that marks it as downloaded also removes it. */
  take(document: DocumentState): Promise<Buffer | undefined>
  removeOlderThan(time: number): Promise<void>
}
/** Numbers of a document's sentences by outcome, so that none stays untranslated unnoticed. */
export interface Segments {
  readonly translated: number
  /** Names, addresses, code, excluded texts, and words that the engine does not know. */
  readonly kept: number
  /** Parts of the file whose texts were not read. */
  readonly unreadable: number
}
export type DocumentState = Omit<DocumentsTable, 'source' | 'result'>
type Named = Pick<DocumentsTable, 'account' | 'id'>

const state = [
  ...(['account', 'id', 'key_hash', 'paid_by', 'status', 'name', 'request'] as const),
  ...(['billed', 'error', 'evaluation', 'segments', 'created_at', 'updated_at'] as const),
]

export const hashOf = (key: string) => createHash('sha256').update(key.toUpperCase()).digest('hex')

type DocumentDeps = Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now'>

export function createDocumentStore({ db, dialect, now }: DocumentDeps): DocumentStore {
  return {
    add: (document, most) =>
      exclusively({ db, dialect }, `translation_documents ${document.account}`, async (trx) => {
        const { count } = await trx
          .selectFrom('translation_documents')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('account', '=', document.account)
          .where('status', '!=', 'downloaded')
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return false
        await trx.insertInto('translation_documents').values(document).execute()
        return true
      }),
    async find(account, id, key) {
      const row = await db
        .selectFrom('translation_documents')
        .select(state)
        .where('account', '=', account)
        .where('id', '=', id.toUpperCase())
        .executeTakeFirst()
      if (!row || row.key_hash !== hashOf(key)) throw notFound('Document not found')
      return row
    },
    load: (account, id) =>
      db
        .selectFrom('translation_documents')
        .selectAll()
        .where('account', '=', account)
        .where('id', '=', id)
        .executeTakeFirst(),
    async change({ account, id }, values, from) {
      const query = db
        .updateTable('translation_documents')
        .set({ ...values, updated_at: now() })
        .where('account', '=', account)
        .where('id', '=', id)
      const { numUpdatedRows } = await (from ? query.where('status', '=', from) : query).executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async take({ account, id }) {
      const row = await db
        .selectFrom('translation_documents')
        .select('result')
        .where('account', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      const { numUpdatedRows } = await db
        .updateTable('translation_documents')
        .set({ status: 'downloaded', result: null, updated_at: now() })
        .where('account', '=', account)
        .where('id', '=', id)
        .where('status', '=', 'done')
        .executeTakeFirst()
      return numUpdatedRows === 0n ? undefined : (row?.result ?? undefined)
    },
    async removeOlderThan(time) {
      await db.deleteFrom('translation_documents').where('updated_at', '<', time).execute()
    },
  }
}
