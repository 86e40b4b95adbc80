// Stored voice streams: the request, and tokens, each of which opens one connection. Only hashes of tokens are stored.
// The newest token reconnects; an older one ends the stream (SOURCES 6.4).
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Call, type ProviderKit, refuse } from '#define'
import { exclusively } from '#provider/sql'
import type { Tables, VoiceStreamsTable } from '../../tables.ts'
import { forbidden, notFound } from '../errors.ts'
import { newUuid } from '../ids.ts'
import type { AudioFormat } from './audio.ts'
import type { CompressedFormat } from './compressed-format.ts'
import type { MessageFormat } from './messages.ts'
import type { Voice } from './speech.ts'

export interface SpokenRequest {
  /** The code of one of the targets. */
  readonly language: string
  readonly contentType: string
  readonly voice: Voice
}
/** The caller's request as it is stored. */
export interface StreamRequest {
  readonly format: MessageFormat
  readonly audio: AudioFormat | CompressedFormat
  readonly source: string
  readonly targets: readonly string[]
  /** The spoken target; undefined without one. */
  readonly spoken?: SpokenRequest | undefined
  readonly formality: 'formal' | 'informal' | undefined
  readonly glossary: string | undefined
  readonly terms: readonly string[]
}
export interface Stream extends Pick<VoiceStreamsTable, 'account' | 'id' | 'key'> {
  readonly request: StreamRequest
  /** Milliseconds of audio in earlier connections. */
  readonly heardMs: number
}
export interface IssuedToken {
  readonly id: string
  readonly token: string
}
export interface StreamStore {
  /** Creates a stream; throws 429 if the account has too many. */
  create(request: StreamRequest, call: Pick<Call, 'account' | 'key'>): Promise<IssuedToken>
  /**
   * Exchanges the newest token for a new one; an outdated token ends the stream. Throws 404 for outdated and unknown
   * tokens.
   */
  renew(token: string, call: Pick<Call, 'account' | 'key'>): Promise<IssuedToken>
  /** Takes the token for a connection; throws 403 unless it is unused and the newest of a running stream. */
  claim(token: string, call: Pick<Call, 'account'>): Promise<Stream>
  /** Adds the audio of a connection. */
  addHeard(id: string, ms: number): Promise<void>
  end(id: string): Promise<void>
  removeOlderThan(before: number): Promise<void>
}

/** Time in which a token must be used. */
const tokenMs = 120_000
/** Limit of the duration of a stream. */
export const streamMs = 3_600_000
/** Limit of an account's running streams of the past hour. */
const mostStreams = 100
/** Limit of connections per stream. */
const mostTokens = 1000

export function createStreamStore({
  db,
  dialect,
  now,
  random,
  issuePass,
}: Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random' | 'issuePass'>): StreamStore {
  const streams = () => db.selectFrom('translation_voice_streams')
  const change = (id: string, values: Partial<VoiceStreamsTable>, on: Kysely<Tables> = db) =>
    on.updateTable('translation_voice_streams').set(values).where('id', '=', id)

  async function issue(key: string): Promise<{ token: string; hash: string }> {
    const token = await issuePass(key, tokenMs)
    return { token, hash: hashOf(token) }
  }
  async function find(token: string, account: string): Promise<VoiceStreamsTable | undefined> {
    return streams()
      .innerJoin('translation_voice_tokens', 'stream_id', 'id')
      .selectAll('translation_voice_streams')
      .where('hash', '=', hashOf(token))
      .where('account', '=', account)
      .where('created_at', '>', now() - streamMs)
      .executeTakeFirst()
  }
  const end: StreamStore['end'] = async (id) => void (await change(id, { is_ended: 1 }).execute())

  return {
    end,
    async create(request, { account, key }) {
      const id = newUuid(random)
      const { token, hash } = await issue(key)
      await exclusively({ db, dialect }, `translation_voice_streams ${account}`, async (trx) => {
        if ((await countRunning(trx, account, now())) >= mostStreams)
          throw refuse(429, { message: 'Too many voice sessions. End some, or wait.' })
        await trx
          .insertInto('translation_voice_streams')
          .values({
            account,
            id,
            key,
            request: JSON.stringify(request),
            token_hash: hash,
            is_used: 0,
            is_ended: 0,
            heard_ms: 0,
            created_at: now(),
          })
          .execute()
        await trx.insertInto('translation_voice_tokens').values({ hash, stream_id: id }).execute()
      })
      return { id, token }
    },
    async renew(token, { account, key }) {
      const stream = await find(token, account)
      if (!stream || stream.is_ended === 1) throw notFound('No voice session has this token.')
      const isOutdated = hashOf(token) !== stream.token_hash
      if (isOutdated || (await countTokens(db, stream.id)) >= mostTokens) {
        await end(stream.id)
        throw notFound('The token is outdated, and the voice session has ended. Request a new one.')
      }
      const { token: next, hash } = await issue(key)
      await db.transaction().execute(async (trx) => {
        // of several requests with one token only one gets the next, so that tokens are counted in order
        const { numUpdatedRows } = await change(stream.id, { token_hash: hash, is_used: 0 }, trx)
          .where('token_hash', '=', stream.token_hash)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw notFound('The token is outdated. Request a new session.')
        await trx.insertInto('translation_voice_tokens').values({ hash, stream_id: stream.id }).execute()
      })
      return { id: stream.id, token: next }
    },
    async claim(token, { account }) {
      const stream = await find(token, account)
      const { numUpdatedRows = 0n } = stream
        ? await change(stream.id, { is_used: 1 })
            .where('token_hash', '=', hashOf(token))
            .where('is_used', '=', 0)
            .where('is_ended', '=', 0)
            .executeTakeFirst()
        : {}
      if (!stream || numUpdatedRows === 0n) throw forbidden('The token is not valid, or it has been used.')
      const { id, key, request, heard_ms } = stream
      return { account, id, key, request: JSON.parse(request), heardMs: Number(heard_ms) }
    },
    async addHeard(id, ms) {
      await db
        .updateTable('translation_voice_streams')
        .set(({ eb }) => ({ heard_ms: eb('heard_ms', '+', Math.round(ms)) }))
        .where('id', '=', id)
        .execute()
    },
    async removeOlderThan(before) {
      const old = streams().select('id').where('created_at', '<', before)
      await db.deleteFrom('translation_voice_tokens').where('stream_id', 'in', old).execute()
      await db.deleteFrom('translation_voice_streams').where('created_at', '<', before).execute()
    },
  }
}

async function countRunning(db: Kysely<Tables>, account: string, now: number): Promise<number> {
  const { running } = await db
    .selectFrom('translation_voice_streams')
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .where('account', '=', account)
    .where('is_ended', '=', 0)
    .where('created_at', '>', now - streamMs)
    .executeTakeFirstOrThrow()
  return Number(running)
}

async function countTokens(db: Kysely<Tables>, stream: string): Promise<number> {
  const { tokens } = await db
    .selectFrom('translation_voice_tokens')
    .select(({ fn }) => fn.countAll<number>().as('tokens'))
    .where('stream_id', '=', stream)
    .executeTakeFirstOrThrow()
  return Number(tokens)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
