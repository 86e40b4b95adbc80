// Uploads in parts: an upload is a row, and the bytes of each part are stored as those of files are, so that they count
// as what the account stores. Parts that are never put together are removed as interrupted uploads are.
import { createHash } from 'node:crypto'
import { exclusively } from '#provider/sql'
import { contentOf, dropFiles, type FileRow, largestFile, saveContent, saveFile } from './file-store.ts'
import { isStorable } from './storable.ts'
import type { StoredDeps } from './stored-deps.ts'

type UploadState = 'pending' | 'completed' | 'cancelled' | 'expired'
interface UploadFacts {
  readonly filename: string
  readonly purpose: string
  /** Size of the whole file. */
  readonly bytes: number
  readonly mimeType: string
  /** Lifetime of the file. */
  readonly keptS: number | null
}
export interface Upload {
  readonly id: string
  readonly account: string
  readonly createdMs: number
  readonly facts: UploadFacts
  readonly state: UploadState
  /** Id of the file that it has become. */
  readonly file: string | null
}
/** The bytes of a part. */
export interface NewPart {
  readonly account: string
  readonly upload: string
  readonly size: number
  readonly body: AsyncIterable<Uint8Array>
}
export interface JoinRequest {
  readonly account: string
  readonly id: string
  readonly parts: readonly string[]
  /** Digest in hexadecimal digits. */
  readonly md5: string | undefined
}
/** The file, or the reason for its absence. */
export type Joined = { readonly file: FileRow } | { readonly problem: 'parts' | 'size' | 'md5' | 'room' | 'state' }

/** The time during which parts may be added. */
export const uploadMs = 3_600_000
/** Uploads of an account in the last day. */
export const uploadLimit = 1000
const keptMs = 86_400_000

/** Stores an upload; undefined if the account has `most` already, whichever process began them. */
export async function createUpload(
  deps: StoredDeps,
  { account, facts, most }: { readonly account: string; readonly facts: UploadFacts; readonly most: number },
): Promise<Upload | undefined> {
  const id = `upload_${deps.random.bytes(12).toString('hex')}`
  const createdMs = deps.now()
  const row = { id, account, created_ms: createdMs, facts: JSON.stringify(facts), state: 'pending', file: null }
  const isMade = await exclusively(deps, `model_routing_uploads ${account}`, async (db) => {
    if ((await countUploads({ db }, account)) >= most) return false
    await db.insertInto('model_routing_uploads').values(row).execute()
    return true
  })
  if (!isMade) return undefined
  return { id, account, createdMs, facts, state: 'pending', file: null }
}

async function countUploads({ db }: Pick<StoredDeps, 'db'>, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('model_routing_uploads')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findUpload(deps: StoredDeps, account: string, id: string): Promise<Upload | undefined> {
  if (!isStorable(id)) return undefined
  const row = await deps.db
    .selectFrom('model_routing_uploads')
    .selectAll()
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const createdMs = Number(row.created_ms)
  const isExpired = row.state === 'pending' && createdMs + uploadMs <= deps.now()
  // rows are written here alone
  const state = isExpired ? 'expired' : (row.state as UploadState)
  return { id, account, createdMs, facts: JSON.parse(row.facts) as UploadFacts, state, file: row.file }
}

/** Returns the id of the part; undefined if the account lacks room for it. */
export async function savePart(deps: StoredDeps, part: NewPart): Promise<string | undefined> {
  const { account, upload, size, body: content } = part
  const stored = await saveContent(deps, { account, filename: upload, purpose: 'upload', size, content })
  if (!stored) return undefined
  const id = stored.id.replace(/^file-/, 'part_')
  await deps.db.insertInto('model_routing_upload_parts').values({ id, upload, bytes: size }).execute()
  return id
}
/** Returns the id under which the bytes of a part are stored. */
const contentId = (part: string): string => part.replace(/^part_/, 'file-')

/** Makes a file of the parts in their order. Throws the refusal for lines that do not fit its purpose. */
export async function joinParts(deps: StoredDeps, { account, id, parts, md5 }: JoinRequest): Promise<Joined> {
  const { db } = deps
  const upload = await findUpload(deps, account, id)
  if (upload?.state !== 'pending') return { problem: 'state' }
  const stored = await partsOf(deps, id)
  const sizes = parts.map((part) => stored.get(part))
  if (new Set(parts).size !== parts.length || sizes.includes(undefined)) return { problem: 'parts' }
  const size = sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0)
  const { filename, purpose, bytes, keptS } = upload.facts
  if (size !== bytes || size > largestFile) return { problem: 'size' }
  const hash = createHash('md5')
  async function* content() {
    for (const part of parts)
      for await (const chunk of contentOf(db, { id: contentId(part), bytes: stored.get(part) ?? 0 })) {
        hash.update(chunk)
        yield chunk
      }
  }
  const expiresMs = keptS === null ? undefined : deps.now() + keptS * 1000
  const file = await saveFile(deps, { account, filename, purpose, size, expiresMs, content: content() })
  if (!file) return { problem: 'room' }
  const isRight = md5 === undefined || hash.digest('hex') === md5.toLowerCase()
  if (isRight && (await endUpload(deps, upload, 'completed', file.id))) return { file }
  await dropFiles(db, [file.id])
  return { problem: isRight ? 'state' : 'md5' }
}

/** Cancels an upload and removes its parts. Returns false if it had ended. */
export async function endUpload(
  deps: StoredDeps,
  { id }: Upload,
  state: 'completed' | 'cancelled',
  file: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await deps.db
    .updateTable('model_routing_uploads')
    .set({ state, file })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await dropParts(deps, [id])
  return true
}

async function partsOf({ db }: StoredDeps, upload: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('model_routing_upload_parts')
    .select(['id', 'bytes'])
    .where('upload', '=', upload)
    .execute()
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]))
}

async function dropParts(deps: StoredDeps, uploads: readonly string[]): Promise<void> {
  for (const upload of uploads) {
    const parts = [...(await partsOf(deps, upload)).keys()]
    await dropFiles(deps.db, parts.map(contentId))
    await deps.db.deleteFrom('model_routing_upload_parts').where('upload', '=', upload).execute()
  }
}

/** Removes uploads of more than a day ago; their files stay. */
export async function dropOldUploads(deps: StoredDeps): Promise<void> {
  for (;;) {
    const rows = await deps.db
      .selectFrom('model_routing_uploads')
      .select('id')
      .where('created_ms', '<', deps.now() - keptMs)
      .limit(100)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    await dropParts(deps, ids)
    await deps.db.deleteFrom('model_routing_uploads').where('id', 'in', ids).execute()
  }
}
