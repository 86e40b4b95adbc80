// One MMDB file (SOURCES 6.1) in memory. `mmdb-lib` reads it; this file refuses content that would crash the reader or
// take unlimited time, because an operator's file can be truncated, damaged or malicious.
import { Reader } from 'mmdb-lib'
import { MmdbError } from './mmdb-error.ts'
import { readMetadata } from './mmdb-metadata.ts'
import { checkRecord } from './record-guard.ts'

export interface MmdbFile {
  /** File name without the folder. */
  readonly name: string
  /** Type according to the file, such as `GeoLite2-City`. */
  readonly type: string
  /** Build date, `YYYY-MM-DD`. */
  readonly built: string
  readonly bytes: number
  /** Returns the record of an address; undefined if it has no record. Throws `MmdbError` for a damaged one. */
  get(ip: string): unknown
}

/** Opens the content of a file. Throws `MmdbError`. */
export function openMmdb(name: string, content: Buffer): MmdbFile {
  const metadata = guarded(name, () => readMetadata(content))
  // the reader queries its cache for every record before decoding it
  let isChecked = false
  const cache = {
    get(offset: number | string) {
      if (!isChecked) checkRecord(content, Number(offset), metadata.dataStart)
      isChecked = true
      return undefined
    },
    set: () => undefined,
  }
  const reader = guarded(name, () => new Reader<never>(content, { cache }))
  return {
    name,
    type: metadata.type,
    built: metadata.built,
    bytes: content.length,
    get(ip) {
      if (ip.includes(':') && metadata.ipVersion === 4) return undefined
      isChecked = false
      return guarded(name, () => reader.get(ip) ?? undefined)
    },
  }
}

/** Adds the name of the file to any error of reading. */
function guarded<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new MmdbError(`${name}: ${cause instanceof Error ? cause.message : 'unreadable'}`, { cause })
  }
}
