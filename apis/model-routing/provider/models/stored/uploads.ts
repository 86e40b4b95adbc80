// Handlers of uploads in parts (SOURCES 3.8).
import type { Call, HandlersFor } from '#define'
import { OwnedChunks } from '#provider'
import { endpoints } from '../../../endpoints.ts'
import { checkBody } from '../../body-check.ts'
import { full, invalid, missing, refusalOf, refused } from '../../errors.ts'
import { isFilePart } from '../../file-part.ts'
import { formats } from '../../wire/formats.ts'
import { isJson } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { checkExtension, readExpiry, readPurpose, tidyName } from './file-rules.ts'
import { type FileRow, findFile, largestFile } from './file-store.ts'
import { writeFile } from './files.ts'
import type { StoredDeps } from './stored-deps.ts'
import {
  createUpload,
  endUpload,
  findUpload,
  type Joined,
  type JoinRequest,
  type NewPart,
  type Upload,
  uploadLimit,
  uploadMs,
} from './upload-store.ts'

type UploadHandlers = HandlersFor<
  typeof endpoints,
  'createUpload' | 'addUploadPart' | 'completeUpload' | 'cancelUpload'
>

export interface UploadDeps extends StoredDeps {
  /** Stores a part on the API's thread; undefined if the account lacks room for it. */
  readonly savePart: (part: NewPart, call: Call) => Promise<string | undefined>
  readonly joinParts: (request: JoinRequest, call: Call) => Promise<Joined>
}

const largestPart = 64 * 1024 * 1024
const mostParts = 1000

export function createUploadHandlers(deps: UploadDeps): UploadHandlers {
  async function find(account: string, id: string): Promise<Upload> {
    const upload = await findUpload(deps, account, id)
    if (!upload) throw missing('Upload', id)
    return upload
  }
  async function shown(account: string, id: string) {
    const upload = await find(account, id)
    const file = upload.file === null ? undefined : await findFile(deps, account, upload.file)
    return write(upload, file)
  }
  async function create(account: string, body: object) {
    const {
      filename: name,
      purpose,
      bytes,
      mime_type: mimeType,
      expires_after: kept,
    } = checkBody(endpoints.createUpload, body)
    const size = Number(bytes)
    if (size < 1 || size > largestFile) throw invalid('bytes', `bytes is 1 to ${largestFile}.`)
    const filename = tidyName(String(name))
    checkExtension(readPurpose(String(purpose)), filename)
    const facts = { filename, purpose: String(purpose), bytes: size, mimeType: String(mimeType), keptS: keptOf(kept) }
    const upload = await createUpload(deps, { account, facts, most: uploadLimit })
    if (!upload) throw full(`There were ${uploadLimit} uploads in the last day, which is the most.`)
    return write(upload)
  }
  async function complete(id: string, body: object, call: Call) {
    const { part_ids: ids, md5 } = checkBody(endpoints.completeUpload, body)
    const parts = [ids].flat().map(String)
    if (parts.length === 0 || parts.length > mostParts) throw invalid('part_ids', `There are 1 to ${mostParts} parts.`)
    const { account } = call
    await pending(account, id)
    const joined = await deps.joinParts({ account, id, parts, md5: md5 === undefined ? md5 : String(md5) }, call)
    if ('problem' in joined) throw problems[joined.problem]()
    return shown(account, id)
  }
  async function pending(account: string, id: string): Promise<void> {
    const { state } = await find(account, id)
    if (state !== 'pending') throw ended(state)
  }

  return {
    async createUpload({ body }, { account }) {
      return refusing(() => create(account, body))
    },
    async addUploadPart({ upload_id: id, body }, call) {
      const { account } = call
      await pending(account, id)
      const { data }: { readonly data?: unknown } = Object(body)
      if (!isFilePart(data)) throw invalid('data', 'data must be one file.')
      const { size } = data.blob
      if (size > largestPart) throw refused(new ModelError('large', 'A part has at most 64 MB.', { param: 'data' }))
      const chunks = new OwnedChunks(data.blob.stream())
      const part = await deps.savePart({ account, upload: id, size, body: chunks }, call)
      if (part === undefined) throw full('There is no room for this part. Remove files first.')
      return { id: part, object: 'upload.part' as const, created_at: inSeconds(deps.now()), upload_id: id }
    },
    async completeUpload({ upload_id: id, body }, call) {
      return refusing(() => complete(id, body, call))
    },
    async cancelUpload({ upload_id: id }, { account }) {
      await endUpload(deps, await find(account, id), 'cancelled', null)
      return shown(account, id)
    },
  }
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(formats.openai, error)
  }
}

const ended = (state: string) =>
  refused(new ModelError('invalid', `This upload is ${state}.`, { param: 'upload_id', code: 'invalid_upload_state' }))

const problems: Readonly<Record<Exclude<Joined, { file: unknown }>['problem'], () => unknown>> = {
  parts: () => invalid('part_ids', 'part_ids names a part twice, or one that this upload does not have.'),
  size: () => invalid('part_ids', 'The parts together do not have the size of the upload.'),
  md5: () => invalid('md5', 'The checksum is not that of the parts.'),
  room: () => full('There is no room for this file. Remove others first.'),
  state: () => ended('not pending any more'),
}

/** Returns the seconds that the file is kept; null for ever. Throws the refusal. */
function keptOf(value: unknown): number | null {
  if (!isJson(value)) return null
  const { anchor, seconds } = value
  const isWhole = typeof seconds === 'number' && Number.isInteger(seconds)
  const expiry = readExpiry(typeof anchor === 'string' ? anchor : '', isWhole ? seconds : undefined, 0)
  return expiry === undefined ? null : expiry / 1000
}

const inSeconds = (ms: number) => Math.floor(ms / 1000)

function write({ id, createdMs, facts, state }: Upload, file?: FileRow) {
  return {
    id,
    object: 'upload' as const,
    bytes: facts.bytes,
    created_at: inSeconds(createdMs),
    expires_at: inSeconds(createdMs + uploadMs),
    filename: facts.filename,
    purpose: facts.purpose,
    status: state,
    file: file ? writeFile(file) : null,
  }
}
