// One MMDB file (SOURCES 6.1) in memory. `mmdb-lib` reads it; this file refuses what would make reading crash or take
// unlimited time, because an operator's file may be cut off, damaged or made to harm.
import { Reader } from 'mmdb-lib'
import { MmdbError } from './mmdb-error.ts'
import { readMetadata } from './mmdb-metadata.ts'
import { checkRecord } from './record-guard.ts'

export interface MmdbFile {
  /** File name without folder. */
  readonly name: string
  /** What the file says it is, such as `GeoLite2-City`. */
  readonly type: string
  /** `YYYY-MM-DD` on which it was built. */
  readonly built: string
  readonly bytes: number
  /** The record of an address; undefined without one. Throws `MmdbError` when it is damaged. */
  get(ip: string): unknown
}

/** Opens the content of a file. Throws `MmdbError`. */
export function openMmdb(name: string, content: Buffer): MmdbFile {
  const metadata = guarded(name, () => readMetadata(content))
  // the reader asks its cache for every record before it decodes it
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

/** Whatever reading throws names the file. */
function guarded<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new MmdbError(`${name}: ${cause instanceof Error ? cause.message : 'unreadable'}`, { cause })
  }
}
