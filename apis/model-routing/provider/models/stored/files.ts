// Handlers of files: upload, list, details, content, removal.
import { type Call, type FilePart, reply } from '#define'
import { OwnedChunks } from '#provider'
import { full, invalid, missing, refused } from '../../errors.ts'
import { isFilePart } from '../../file-part.ts'
import { ModelError } from '../../wire/model-error.ts'
import { checkExtension, readExpiry, readPurpose, tidyName } from './file-rules.ts'
import { contentOf, type FileRow, findFile, largestFile, listFiles, type NewFile, removeFile } from './file-store.ts'
import type { StoredDeps } from './stored-deps.ts'

interface Named {
  readonly id: string
}
interface Listed {
  readonly purpose?: string | undefined
  readonly limit?: number | undefined
  readonly order?: string | undefined
  readonly after?: string | undefined
}
interface Uploaded {
  readonly body: unknown
}
/** A file to be stored, its bytes as the body. */
export type StoredUpload = Omit<NewFile, 'content'> & { readonly body: NewFile['content'] }

interface Form {
  readonly file: FilePart
  readonly purpose: string
  readonly anchor: string | undefined
  readonly seconds: number | undefined
}
const longestPage = 10_000

export interface FileDeps extends StoredDeps {
  /** Stores a file on the API's thread; undefined if the account lacks room for it. */
  readonly saveFile: (file: StoredUpload, call: Call) => Promise<FileRow | undefined>
}

export const createFileHandlers = (deps: FileDeps) => ({
  async listFiles({ purpose, limit = longestPage, order = 'desc', after }: Listed, { account }: Call) {
    if (limit < 1 || limit > longestPage) throw invalid('limit', `limit is 1 to ${longestPage}.`)
    if (order !== 'asc' && order !== 'desc') throw invalid('order', 'order is asc or desc.')
    const last = after === undefined ? undefined : await fileOf(deps, account, after)
    const files = await listFiles(deps, account, { purpose, limit: limit + 1, order, after: last })
    const data = files.slice(0, limit).map(writeFile)
    return {
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: files.length > limit,
    }
  },
  async uploadFile({ body }: Uploaded, call: Call) {
    const { account } = call
    const upload = readUpload(body)
    const purpose = readPurpose(upload.purpose)
    const { blob: content, fileName } = upload.file
    if (content.size > largestFile)
      throw refused(new ModelError('large', 'A file has at most 512 MB.', { param: 'file' }))
    const filename = tidyName(fileName)
    checkExtension(purpose, filename)
    const expiresMs = readExpiry(upload.anchor, upload.seconds, deps.now())
    const { size } = content
    const chunks = new OwnedChunks(content.stream())
    const file = await deps.saveFile({ account, filename, purpose, size, body: chunks, expiresMs }, call)
    if (!file) throw full('There is no room for this file. Remove others first.')
    return writeFile(file)
  },
  async getFile({ id }: Named, { account }: Call) {
    return writeFile(await fileOf(deps, account, id))
  },
  async deleteFile({ id }: Named, { account }: Call) {
    if (!(await removeFile(deps, account, id))) throw missing('File', id)
    return { id, object: 'file', deleted: true }
  },
  async getFileContent({ id }: Named, { account }: Call) {
    const file = await fileOf(deps, account, id)
    return reply(contentOf(deps.db, file), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${headerName(file.filename)}`,
        'x-content-type-options': 'nosniff',
      },
    })
  },
})

async function fileOf(deps: StoredDeps, account: string, id: string): Promise<FileRow> {
  const file = await findFile(deps, account, id)
  if (!file) throw missing('File', id)
  return file
}

/** RFC 8187: percent-encoded; everything that encodeURIComponent leaves is allowed there, except these. */
const headerName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Writes a file as answers show it. */
export function writeFile({ id, bytes, created_ms, expires_ms, filename, purpose }: FileRow) {
  return {
    id,
    object: 'file' as const,
    bytes: Number(bytes),
    created_at: Math.floor(Number(created_ms) / 1000),
    ...(expires_ms === null ? {} : { expires_at: Math.floor(Number(expires_ms) / 1000) }),
    filename,
    purpose,
    status: 'processed',
    status_details: null,
  }
}

/** Reads the parts of a form, whatever they are. Throws the refusal. */
function readUpload(body: unknown): Form {
  const parts: Readonly<Record<string, unknown>> = Object(body)
  const { file, purpose } = parts
  if (file === undefined || purpose === undefined)
    throw refused(
      new ModelError('invalid', `Missing required parameter: '${file === undefined ? 'file' : 'purpose'}'.`, {
        param: file === undefined ? 'file' : 'purpose',
        code: 'missing_required_parameter',
      }),
    )
  if (!isFilePart(file)) throw invalid('file', 'file must be one file.')
  const text = (name: string) => {
    const value = parts[name]
    if (value === undefined || typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
    throw invalid(name, `${name} must be a single string.`)
  }
  const seconds = text('expires_after[seconds]')
  if (seconds !== undefined && !/^\d{1,9}$/.test(seconds))
    throw invalid('expires_after[seconds]', 'expires_after[seconds] must be a whole number.')
  return {
    file,
    purpose: text('purpose') ?? '',
    anchor: text('expires_after[anchor]'),
    seconds: seconds === undefined ? undefined : Number(seconds),
  }
}
