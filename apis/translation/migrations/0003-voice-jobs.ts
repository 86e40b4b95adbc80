// Creates the tables of voice jobs and their results.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await sql`create table translation_voice_jobs (
      account text not null, id text not null primary key, "key" text not null, secret text not null,
      status text not null, name text not null, content_type text not null, content_length bigint not null,
      source text not null, created_at bigint not null, updated_at bigint not null)`.execute(db)
    await sql`create index translation_voice_jobs_account on translation_voice_jobs (account, created_at)`.execute(db)
    await sql`create table translation_voice_results (
      job_id text not null, number integer not null, language text not null, type text not null, status text not null,
      error text, bytes bigint not null, primary key (job_id, number))`.execute(db)
  },
}
