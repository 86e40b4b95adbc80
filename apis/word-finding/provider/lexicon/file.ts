// The file format of a lexicon: a header with the layout, then the tables, each aligned to eight bytes. Files are read
// on the kind of machine that wrote them; any difference (byte order, truncation, a flipped bit) makes them unreadable.

import { crc32 } from 'node:zlib'
import { present } from '#define/present'
import { type TableName, type Tables, tableKinds, tableNames } from './tables.ts'

const magic = 0x574f5244
const headerWords = 4
const alignment = 8
const entryWords = 2
const headerBytes = aligned((headerWords + entryWords * tableNames.length) * 4)

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment
}

/** Yields the tables as the bytes of a file, piece by piece and without copying them. */
export function* filePieces(tables: Tables): Generator<Uint8Array> {
  let bytes = headerBytes
  const header = new Uint32Array(headerBytes / 4)
  for (const [at, name] of tableNames.entries()) {
    header.set([bytes, tables[name].length], headerWords + at * entryWords)
    bytes = aligned(bytes + tables[name].byteLength)
  }
  header.set([magic, tableNames.length, bytes, 0])
  let sum = crc32(bytesOf(header).subarray(headerWords * 4))
  for (const piece of tablePieces(tables)) sum = checksum(piece, sum)
  header[3] = sum
  yield bytesOf(header)
  yield* tablePieces(tables)
}

/** Yields the tables, each padded to the start of the next one. */
function* tablePieces(tables: Tables): Generator<Uint8Array> {
  for (const name of tableNames) {
    const piece = bytesOf(tables[name])
    yield piece
    yield new Uint8Array(aligned(piece.length) - piece.length)
  }
}

function bytesOf(table: Tables[TableName]): Uint8Array {
  return new Uint8Array(table.buffer, table.byteOffset, table.byteLength)
}

/** Returns the tables as the bytes of a file, in one piece. */
export function encodeTables(tables: Tables): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([...filePieces(tables)]))
}

/** Returns the length of a file, from its first bytes; undefined if it is not a lexicon. */
export function lengthOfFile(beginning: Uint8Array): number | undefined {
  if (beginning.length < headerWords * 4) return undefined
  const header = new Uint32Array(Uint8Array.from(beginning.subarray(0, headerWords * 4)).buffer)
  return header[0] === magic && header[1] === tableNames.length ? header[2] : undefined
}

const checkedAtOnceBytes = 4 * 1024 * 1024

function checksum(bytes: Uint8Array, before: number): number {
  let sum = before
  for (let at = 0; at < bytes.length; at += checkedAtOnceBytes)
    sum = crc32(bytes.subarray(at, at + checkedAtOnceBytes), sum)
  return sum
}

/** Returns views of the tables of a file, without copying; undefined unless `encodeTables` wrote exactly this file. */
export async function decodeTables(
  file: Uint8Array<ArrayBuffer>,
  breathe: () => Promise<void>,
): Promise<Tables | undefined> {
  if (file.byteOffset !== 0 || file.length < headerBytes) return undefined
  const header = new Uint32Array(file.buffer, 0, headerBytes / 4)
  if (header[0] !== magic || header[1] !== tableNames.length || header[2] !== file.length) return undefined
  let sum = 0
  for (let at = headerWords * 4; at < file.length; at += checkedAtOnceBytes) {
    sum = crc32(file.subarray(at, at + checkedAtOnceBytes), sum)
    await breathe()
  }
  if (sum !== header[3]) return undefined
  const tables: Partial<Record<TableName, unknown>> = {}
  for (const [at, name] of tableNames.entries()) {
    const offset = present(header[headerWords + at * entryWords])
    const length = present(header[headerWords + at * entryWords + 1])
    const Kind = tableKinds[name]
    if (offset % alignment !== 0 || offset + length * Kind.BYTES_PER_ELEMENT > file.length) return undefined
    tables[name] = new Kind(file.buffer, offset, length)
  }
  return tables as Tables // each name has its declared kind
}
