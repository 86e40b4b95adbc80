// Sends uploaded files to a thread. Files on disk cannot cross, but their paths can. The paths are sent beside the
// input, each with its position: a path inside the input could come from a caller.
import type { CrossingFile } from './threads/messages.ts'
import { StoredFile } from './uploads.ts'

type Input = Readonly<Record<string, unknown>>
type Place = CrossingFile['at']

/**
 * The depth limit of files: an input has them in the fields of its body, and a task's body can contain a handler's
 * whole input.
 */
const deepestFile = 5

/** Returns the input without its files on disk, and these files. */
export function withoutStoredFiles(input: Input): { readonly input: Input; readonly files: readonly CrossingFile[] } {
  const files: CrossingFile[] = []
  const rest = withoutFiles(input, [], files)
  return { input: files.length === 0 ? input : (rest as Input), files } // a copy of the same form
}

function withoutFiles(value: unknown, at: Place, files: CrossingFile[]): unknown {
  if (typeof value !== 'object' || value === null || at.length > deepestFile) return value
  if (value instanceof StoredFile) {
    const { fileName, contentType, path } = value
    files.push({ at, fileName, contentType, path })
    return undefined
  }
  const before = files.length
  if (Array.isArray(value)) {
    const copy: unknown[] = value.map((one: unknown, index) => inside(one, index))
    return files.length === before ? value : copy
  }
  if (!isPlain(value)) return value
  const copy = Object.entries(value).map(([name, one]) => [name, inside(one, name)])
  return files.length === before ? value : Object.fromEntries(copy)

  function inside(one: unknown, place: string | number): unknown {
    return typeof one === 'object' && one !== null ? withoutFiles(one, [...at, place], files) : one
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Puts the files back into the input, at their former positions. */
export async function restoreStoredFiles(input: Input, files: readonly CrossingFile[]): Promise<void> {
  for (const { at, path, ...details } of files) {
    const value = await StoredFile.open(details, path)
    const last = at.at(-1)
    const holder: unknown = at.slice(0, -1).reduce<unknown>((outer, name) => Object(outer)[name], input)
    if (last === undefined || typeof holder !== 'object' || holder === null)
      throw new Error('a file has lost its place')
    Object.defineProperty(holder, last, { value, enumerable: true, writable: true, configurable: true })
  }
}
