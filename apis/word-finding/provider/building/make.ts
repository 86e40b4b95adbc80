// The process that makes the lexicon: writes the bytes of its file to its output, and ends. A process of its own, not a thread, since
// what a thread took stays with the process that had it.
import { writeSync } from 'node:fs'
import { filePieces } from '../lexicon/file.ts'
import { findSources } from '../lexicon/sources.ts'
import { buildTables } from './build.ts'

const output = 1
for (const piece of filePieces(buildTables(findSources()))) write(piece)

/** Waits until everything is taken; throws, and so ends the process, when nobody is there to take it. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at)
}
