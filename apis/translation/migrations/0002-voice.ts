// Creates the tables of voice streams and their tokens.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await sql`create table translation_voice_streams (
      account text not null, id text not null primary key, "key" text not null, request text not null,
      token_hash text not null, is_used integer not null, is_ended integer not null, heard_ms bigint not null,
      created_at bigint not null)`.execute(db)
    await sql`create index translation_voice_streams_account on translation_voice_streams (account, created_at)`.execute(
      db,
    )
    await sql`create table translation_voice_tokens (hash text not null primary key, stream_id text not null)`.execute(
      db,
    )
    await sql`create index translation_voice_tokens_stream on translation_voice_tokens (stream_id)`.execute(db)
  },
}
