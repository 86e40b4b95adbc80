// Notes in the database: public ones, which are the sample until some are imported, and those of each account.
import type { Kysely } from 'kysely'
import { bumpRevision, insertMany } from '#provider/sql'
import type { Tables } from '../../tables.ts'

export interface Note {
  readonly id: number
  readonly text: string
  readonly isSample: boolean
}
export interface NoteStore {
  /** Returns the newest notes first; those of the account before the public ones. */
  newest(account: string, limit: number): Promise<Note[]>
  find(account: string, id: number): Promise<Note | undefined>
  add(account: string, text: string): Promise<Note>
  /** Replaces the public notes. */
  publish(texts: readonly string[]): Promise<void>
}

/** Highest id of public notes; ids of accounts' notes follow. */
export const mostPublic = 1000

export function createNoteStore(db: Kysely<Tables>, sample: readonly string[]): NoteStore {
  const samples = sample.map((text, index): Note => ({ id: index + 1, text, isSample: true }))
  const noteOf = ({ id, text }: { id: number; text: string }): Note => ({ id, text, isSample: false })
  const own = (account: string) =>
    db.selectFrom('sample_notes_notes').select(['id', 'text']).where('account', '=', account)

  async function publicNotes(): Promise<Note[]> {
    const rows = await db.selectFrom('sample_notes_public').select(['id', 'text']).orderBy('id').execute()
    return rows.length > 0 ? rows.map(noteOf) : samples
  }

  return {
    async newest(account, limit) {
      const rows = await own(account).orderBy('id', 'desc').limit(limit).execute()
      return [...rows.map(noteOf), ...(await publicNotes()).toReversed()].slice(0, limit)
    },
    async find(account, id) {
      if (id <= mostPublic) return (await publicNotes()).find((note) => note.id === id)
      const row = await own(account).where('id', '=', id).executeTakeFirst()
      return row && noteOf(row)
    },
    async add(account, text) {
      return db.transaction().execute(async (within) => {
        // locks the row, so that two writers never take the same id
        await bumpRevision(within, 'sample_notes_state')
        const last = await within
          .selectFrom('sample_notes_notes')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('account', '=', account)
          .executeTakeFirst()
        const id = Number(last?.id ?? mostPublic) + 1
        await within.insertInto('sample_notes_notes').values({ account, id, text }).execute()
        return noteOf({ id, text })
      })
    },
    async publish(texts) {
      await db.transaction().execute(async (within) => {
        await bumpRevision(within, 'sample_notes_state')
        await within.deleteFrom('sample_notes_public').execute()
        await insertMany(
          within,
          'sample_notes_public',
          texts.map((text, index) => ({ id: index + 1, text })),
        )
      })
    },
  }
}
