// The metadata at the end of an MMDB file (SOURCES 6.1), validated before the library uses it.
import { MmdbError } from './mmdb-error.ts'
import { readSmallRecord } from './record-guard.ts'

interface MmdbMetadata {
  readonly type: string
  /** `YYYY-MM-DD`. */
  readonly built: string
  readonly ipVersion: 4 | 6
  /** Offset of the data section, from which pointers count. */
  readonly dataStart: number
}

const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
/** The metadata begins within this many bytes of the end. */
const searchedBytes = 128 * 1024
const separatorBytes = 16

export function readMetadata(content: Buffer): MmdbMetadata {
  const tail = content.subarray(Math.max(0, content.length - searchedBytes))
  const at = tail.lastIndexOf(marker)
  if (at < 0) throw new MmdbError('this is not an MMDB file, or its end is missing')
  const start = content.length - tail.length + at + marker.length
  const fields = readSmallRecord(content, start)
  const number = (name: string) => {
    const value = fields.get(name)
    if (typeof value !== 'number' || value < 0) throw new MmdbError(`its metadata has no ${name}`)
    return value
  }
  const [version, nodeCount, recordSize] = [number('ip_version'), number('node_count'), number('record_size')]
  if (version !== 4 && version !== 6) throw new MmdbError(`ip_version is ${version}`)
  if (![24, 28, 32].includes(recordSize)) throw new MmdbError(`record_size is ${recordSize}`)
  const treeBytes = (nodeCount * recordSize) / 4
  if (treeBytes + separatorBytes > start) throw new MmdbError('it is shorter than its search tree')
  const type = fields.get('database_type')
  return {
    type: typeof type === 'string' ? type.slice(0, 100) : 'unknown',
    built: dayOf(number('build_epoch')),
    ipVersion: version,
    dataStart: treeBytes + separatorBytes,
  }
}

function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString().slice(0, 10)
}
