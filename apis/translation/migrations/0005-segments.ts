// Adds the numbers of translated, kept and unread segments of a document.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await sql`alter table translation_documents add column segments text`.execute(db)
  },
}
