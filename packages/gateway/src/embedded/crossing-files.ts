// Uploaded files that are on disk cannot be sent to a thread, but their paths can. They are sent beside the input: a
// path inside it could come from a caller.
import type { CrossingFile } from '../threads/messages.ts'
import { StoredFile } from './uploads.ts'

type Input = Readonly<Record<string, unknown>>

/** The input without its files on disk, and those. */
export function withoutStoredFiles(input: Input): { readonly input: Input; readonly files: readonly CrossingFile[] } {
  const { body } = input
  if (!isFields(body)) return { input, files: [] }
  const files: CrossingFile[] = []
  const rest = Object.entries(body).map(([field, value]) => {
    const replaced = (one: unknown, index: number): unknown => {
      if (!(one instanceof StoredFile)) return one
      const { fileName, contentType, path } = one
      files.push({ field, index, fileName, contentType, path })
      return undefined
    }
    return [field, Array.isArray(value) ? value.map(replaced) : replaced(value, 0)]
  })
  return files.length === 0 ? { input, files } : { input: { ...input, body: Object.fromEntries(rest) }, files }
}

/** Puts the files back where they were. */
export async function withStoredFiles(input: Input, files: readonly CrossingFile[]): Promise<Input> {
  const { body } = input
  if (!isFields(body)) return input
  const fields: Record<string, unknown> = { ...body }
  for (const { field, index, path, ...details } of files) {
    const file = await StoredFile.open(details, path)
    const value = fields[field]
    fields[field] = Array.isArray(value) ? value.with(index, file) : file
  }
  return { ...input, body: fields }
}

function isFields(body: unknown): body is Input {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !Array.isArray(body)
}
