// Entries of a sandbox's journal: requests as the provider got them, without keys of the gateway.
import type { FilePart } from '#define'
import type { RoutedCall } from '../../call/call.ts'
import { visibleHeaders } from '../visible-headers.ts'

export interface JournalEntry {
  /** The sandbox's time, in milliseconds since the epoch. */
  readonly at: number
  readonly api: string
  readonly endpoint: string
  readonly method: string
  /** The path below the listing. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** The decoded body as text; null without one, or if it is longer than a megabyte or no text. */
  readonly body: string | null
  /** The fields of a form with files, in which a file is its name, type and length. */
  readonly form?: Record<string, unknown>
  /** The fault that the call met. */
  readonly fault?: string
}

const mostBytes = 1024 * 1024

/** Returns the entry of a call as JSON. */
export function entryOf(call: RoutedCall, at: number): string {
  const { listing, route, method, path, rawQuery, body, jsonBytes, bodyValue, fault } = call
  const text = textOf(jsonBytes ?? body)
  const form = text === null && call.files ? fieldsOf(bodyValue) : undefined
  const entry: JournalEntry = {
    at,
    api: listing.slug,
    endpoint: route.id,
    method,
    path,
    query: rawQuery,
    headers: visibleHeaders(call),
    body: text,
    ...(form !== undefined && { form }),
    ...(fault !== undefined && { fault }),
  }
  return JSON.stringify(entry).replace(ownKeys, '$1…')
}

/** Gateway keys, which SDKs send in queries and forms where the provider's key belongs. */
const ownKeys = /(gh_(?:live|market|admin)_)\w+/g

function textOf(bytes: Buffer | undefined): string | null {
  if (!bytes || bytes.length === 0 || bytes.length > mostBytes) return null
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') ? null : text
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, member]) => [name, fieldOf(member)]))
}

function fieldOf(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, mostBytes)
  if (Array.isArray(value)) return value.map(fieldOf)
  if (typeof value !== 'object' || value === null) return value
  if (!isFile(value)) return fieldsOf(value)
  const { fileName, contentType, blob } = value
  return { fileName, contentType, bytes: blob.size }
}

const isFile = (value: object): value is FilePart => 'blob' in value && value.blob instanceof Blob
