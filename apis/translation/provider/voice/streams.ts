// Voice streams as they are stored: what was asked for, and tokens, each of which opens one connection. Only hashes of
// tokens are kept. The newest token reconnects; an older one ends the stream (SOURCES 6.4).
import { createHash } from 'node:crypto'
import { type Call, type ProviderKit, refuse } from '#define'
import type { Tables, VoiceStreamsTable } from '../../tables.ts'
import { forbidden, notFound } from '../errors.ts'
import { newUuid } from '../ids.ts'
import type { AudioFormat } from './audio.ts'
import type { CompressedFormat } from './decoding/format.ts'
import type { MessageFormat } from './messages.ts'
import type { Voice } from './speech.ts'

export interface SpokenRequest {
  /** One of the targets. */
  readonly language: string
  readonly contentType: string
  readonly voice: Voice
}
/** What the caller asked for, as it is stored. */
export interface StreamRequest {
  readonly format: MessageFormat
  readonly audio: AudioFormat | CompressedFormat
  readonly source: string
  readonly targets: readonly string[]
  /** Undefined where nothing is spoken. */
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
  /** Throws 429 when the account has too many. */
  create(request: StreamRequest, call: Call): Promise<IssuedToken>
  /** A new token for the newest one; an outdated one ends the stream. Throws 404 for both that and an unknown one. */
  renew(token: string, call: Call): Promise<IssuedToken>
  /** Takes the token for a connection; throws 403 unless it is the newest of a stream that goes on, and unused. */
  claim(token: string, call: Call): Promise<Stream>
  /** Adds what a connection has heard. */
  addHeard(id: string, ms: number): Promise<void>
  end(id: string): Promise<void>
  removeOlderThan(before: number): Promise<void>
}

/** How long a token may wait for its connection. */
const tokenMs = 120_000
/** How long a stream may go on. */
export const streamMs = 3_600_000
/** Of an account within an hour that are not over. */
const mostStreams = 100
/** Connections of one stream. */
const mostTokens = 1000

export function createStreamStore({
  db,
  now,
  random,
  issuePass,
}: Pick<ProviderKit<Tables>, 'db' | 'now' | 'random' | 'issuePass'>): StreamStore {
  const streams = () => db.selectFrom('translation_voice_streams')
  const change = (id: string, values: Partial<VoiceStreamsTable>) =>
    db.updateTable('translation_voice_streams').set(values).where('id', '=', id)

  async function issue(id: string, key: string): Promise<{ token: string; hash: string }> {
    const token = await issuePass(key, tokenMs)
    const hash = hashOf(token)
    await db.insertInto('translation_voice_tokens').values({ hash, stream_id: id }).execute()
    return { token, hash }
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
      const { open } = await streams()
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('account', '=', account)
        .where('is_ended', '=', 0)
        .where('created_at', '>', now() - streamMs)
        .executeTakeFirstOrThrow()
      if (Number(open) >= mostStreams) throw refuse(429, { message: 'Too many voice sessions. End some, or wait.' })
      const id = newUuid(random)
      const { token, hash } = await issue(id, key)
      await db
        .insertInto('translation_voice_streams')
        .values({
          ...{ account, id, key, request: JSON.stringify(request), token_hash: hash },
          ...{ is_used: 0, is_ended: 0, heard_ms: 0, created_at: now() },
        })
        .execute()
      return { id, token }
    },
    async renew(token, { account, key }) {
      const stream = await find(token, account)
      if (!stream || stream.is_ended === 1) throw notFound('No voice session has this token.')
      const { count } = await db
        .selectFrom('translation_voice_tokens')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('stream_id', '=', stream.id)
        .executeTakeFirstOrThrow()
      const outdated = hashOf(token) !== stream.token_hash
      if (outdated || Number(count) >= mostTokens) {
        await end(stream.id)
        throw notFound('The token is outdated, and the voice session has ended. Request a new one.')
      }
      const issued = await issue(stream.id, key)
      // of several requests with one token, one gets the next
      const { numUpdatedRows } = await change(stream.id, { token_hash: issued.hash, is_used: 0 })
        .where('token_hash', '=', stream.token_hash)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw notFound('The token is outdated. Request a new session.')
      return { id: stream.id, token: issued.token }
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

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
