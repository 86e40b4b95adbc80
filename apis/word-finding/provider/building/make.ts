// The process that builds the lexicon: writes the bytes of the file to stdout and exits. A process rather than a
// thread, because a thread's memory is not returned to the system.
import { writeSync } from 'node:fs'
import { filePieces } from '../lexicon/file.ts'
import { findSources } from '../lexicon/sources.ts'
import { buildTables } from './build.ts'

const output = 1
for (const piece of filePieces(buildTables(findSources()))) write(piece)

/** Blocks until everything is written; if the reader is gone, throws and so ends the process. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at)
}
