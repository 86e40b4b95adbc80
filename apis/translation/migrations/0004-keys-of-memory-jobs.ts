// Adds the key that requested an import or export of a memory; empty for earlier jobs.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await sql`alter table translation_jobs add column "key" text not null default ''`.execute(db)
  },
}
