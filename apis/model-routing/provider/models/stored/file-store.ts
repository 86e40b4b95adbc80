// Files of accounts: their details in one row, their bytes in chunks of one mebibyte, in the database, so that every
// process has them.
import type { Selectable } from 'kysely'
import { releaseBuffer } from '#provider'
import { checkLines } from './file-rules.ts'
import { isStorable } from './storable.ts'
import type { StoredDeps } from './stored-deps.ts'
import type { StoredDb, StoredTables } from './tables.ts'

export type FileRow = Selectable<StoredTables['model_routing_files']>

/** Largest file (SOURCES 3.8). */
export const largestFile = 512 * 1024 * 1024
/** Limits on the total size and number of an account's files. */
const accountBytes = 2 * 1024 * 1024 * 1024
const accountFiles = 10_000
const partBytes = 1024 * 1024
/** The time after which an incomplete upload counts as interrupted. */
const uploadMs = 3_600_000

export interface NewFile {
  readonly account: string
  readonly filename: string
  readonly purpose: string
  /** Size in bytes. */
  readonly size: number
  /** Content, whose chunks are freed once they have been stored. */
  readonly content: AsyncIterable<Uint8Array>
  /** Time at which the file becomes available; now by default. */
  readonly createdMs?: number | undefined
  readonly expiresMs?: number | undefined
}

/**
 * Stores a file; undefined if the account lacks room for it. A file is available once all of it is stored. Throws the
 * refusal for lines that do not fit the purpose.
 */
export async function saveFile(deps: StoredDeps, file: NewFile): Promise<FileRow | undefined> {
  const { db } = deps
  const row = await saveContent(deps, file)
  if (!row) return undefined
  try {
    await checkLines(file.purpose, contentOf(db, row))
  } catch (error) {
    await dropFiles(db, [row.id])
    throw error
  }
  await db.updateTable('model_routing_files').set({ is_whole: 1 }).where('id', '=', row.id).execute()
  return { ...row, is_whole: 1 }
}

/** Stores a file that is not whole yet. It is removed after an hour, like an interrupted upload. */
export async function saveContent(deps: StoredDeps, file: NewFile): Promise<FileRow | undefined> {
  const { db } = deps
  const { account, filename, purpose, size, content } = file
  await dropGone(deps, account)
  const row: FileRow = {
    id: newFileId(deps),
    account,
    filename,
    purpose,
    bytes: size,
    is_whole: 0,
    created_ms: file.createdMs ?? deps.now(),
    expires_ms: file.expiresMs ?? null,
  }
  // room is reserved before it is checked: two concurrent uploads can both be refused, but never both exceed it
  await db.insertInto('model_routing_files').values(row).execute()
  if (!(await hasRoom(db, account))) {
    await dropFiles(db, [row.id])
    return undefined
  }
  try {
    await writeParts(db, row.id, content)
  } catch (error) {
    await dropFiles(db, [row.id])
    throw error
  }
  return row
}

interface ResultFile {
  readonly id: string
  readonly account: string
  readonly filename: string
  readonly purpose: string
  readonly expiresMs: number
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Stores a result that the gateway has made for an account; it was paid for, so it needs no room. It stays invisible
 * until its maker marks it as whole, and is removed after an hour without that, like an interrupted upload.
 */
export async function saveResult(deps: StoredDeps, file: ResultFile): Promise<void> {
  const { db } = deps
  const { id, account, filename, purpose, expiresMs } = file
  await db
    .insertInto('model_routing_files')
    .values({
      id,
      account,
      filename,
      purpose,
      bytes: 0,
      is_whole: 0,
      created_ms: deps.now(),
      expires_ms: expiresMs,
    })
    .execute()
  const bytes = await writeParts(db, id, file.content)
  await db.updateTable('model_routing_files').set({ bytes }).where('id', '=', id).execute()
}

const newFileId = ({ random }: Pick<StoredDeps, 'random'>): string => `file-${random.bytes(12).toString('hex')}`

/** Returns the number of bytes. */
async function writeParts(db: StoredDb, file: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  let place = 0
  for await (const part of partsOf(content)) {
    await db.insertInto('model_routing_file_parts').values({ file, place, content: part }).execute()
    bytes += part.length
    place += 1
  }
  return bytes
}

/** True if the account keeps no more than it may. */
export async function hasRoom(db: StoredDb, account: string): Promise<boolean> {
  const used = await usedBy(db, account)
  return used.bytes <= accountBytes && used.files <= accountFiles
}

/** Yields parts of one length, the last one shorter. Each is overwritten by the next. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(partBytes)
  let filled = 0
  for await (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      const next = piece.subarray(at, at + partBytes - filled)
      part.set(next, filled)
      filled += next.length
      at += next.length
      if (filled < partBytes) continue
      yield part
      filled = 0
    }
    releaseBuffer(piece)
  }
  if (filled > 0) yield part.subarray(0, filled)
}

async function usedBy(db: StoredDb, account: string): Promise<{ bytes: number; files: number }> {
  const used = await db
    .selectFrom('model_routing_files')
    .select(({ fn }) => [fn.sum('bytes').as('bytes'), fn.countAll().as('files')])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return { bytes: Number(used.bytes ?? 0), files: Number(used.files) }
}

/** Selects the files that are available now. */
const present = (deps: StoredDeps, account: string) =>
  deps.db
    .selectFrom('model_routing_files')
    .selectAll()
    .where('account', '=', account)
    .where('is_whole', '=', 1)
    .where('created_ms', '<=', deps.now())
    .where((file) => file.or([file('expires_ms', 'is', null), file('expires_ms', '>', deps.now())]))

export async function findFile(deps: StoredDeps, account: string, id: string): Promise<FileRow | undefined> {
  if (!isStorable(id)) return undefined
  return present(deps, account).where('id', '=', id).executeTakeFirst()
}

interface FileQuery {
  readonly purpose?: string | undefined
  readonly limit: number
  readonly order: 'asc' | 'desc'
  /** File before the page. */
  readonly after?: FileRow | undefined
}
/** Lists files by time of creation, then id. */
export async function listFiles(deps: StoredDeps, account: string, query: FileQuery): Promise<readonly FileRow[]> {
  const { purpose, limit, order, after } = query
  let files = present(deps, account)
  if (purpose !== undefined && !isStorable(purpose)) return []
  if (purpose !== undefined) files = files.where('purpose', '=', purpose)
  if (after) {
    const beyond = order === 'asc' ? '>' : '<'
    files = files.where((file) =>
      file.or([
        file('created_ms', beyond, after.created_ms),
        file.and([file('created_ms', '=', after.created_ms), file('id', beyond, after.id)]),
      ]),
    )
  }
  return files.orderBy('created_ms', order).orderBy('id', order).limit(limit).execute()
}

/** Yields the bytes of a file, chunk by chunk. */
export async function* contentOf(db: StoredDb, { id, bytes }: Pick<FileRow, 'id' | 'bytes'>): AsyncGenerator<Buffer> {
  for (let index = 0; index * partBytes < bytes; index++) {
    const part = await db
      .selectFrom('model_routing_file_parts')
      .select('content')
      .where('file', '=', id)
      .where('place', '=', index)
      .executeTakeFirst()
    // removed while being read: the answer is cut off rather than ended
    if (!part) throw new Error('a file was removed while it was read')
    yield Buffer.from(part.content)
  }
}

/** Removes a file. Returns true if it existed. */
export async function removeFile(deps: StoredDeps, account: string, id: string): Promise<boolean> {
  const file = await findFile(deps, account, id)
  if (file) await dropFiles(deps.db, [id])
  return file !== undefined
}

/** Removes files whatever their state; the row goes first, so that no reader starts on one. */
export async function dropFiles(db: StoredDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('model_routing_files')
      .where('id', 'in', [...ids])
      .execute()
    await trx
      .deleteFrom('model_routing_file_parts')
      .where('file', 'in', [...ids])
      .execute()
  })
}

/** Removes expired files and interrupted uploads of one account, or of all; a hundred at a time. */
export async function dropGone(deps: StoredDeps, account?: string): Promise<number> {
  const now = deps.now()
  let dropped = 0
  for (;;) {
    let gone = deps.db
      .selectFrom('model_routing_files')
      .select('id')
      .where((file) =>
        file.or([
          file('expires_ms', '<=', now),
          file.and([file('is_whole', '=', 0), file('created_ms', '<', now - uploadMs)]),
        ]),
      )
    if (account !== undefined) gone = gone.where('account', '=', account)
    const ids = (await gone.limit(100).execute()).map(({ id }) => id)
    await dropFiles(deps.db, ids)
    dropped += ids.length
    if (ids.length < 100) return dropped
  }
}
