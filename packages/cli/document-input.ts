// Reads a document from a file, an address or the standard input. Addresses are fetched here, on the operator's
// machine: the gateway fetches none.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CliError, exitCodes } from './failure.ts'
import type { Io } from './io.ts'

const longest = 32 * 1024 * 1024
const fetchMs = 60_000

/** Returns the bytes of the document. Throws CliError if it cannot be read, or is longer than the gateway takes. */
export async function readDocument(source: string, io: Io, most = longest): Promise<Uint8Array<ArrayBuffer>> {
  if (source === '-') return collect(io.stdin, { source: 'The standard input', most })
  return /^https?:\/\//.test(source) ? fetchDocument(source, most) : readFile(source, io.cwd, most)
}

function readFile(source: string, cwd: string, most: number): Uint8Array<ArrayBuffer> {
  const path = resolve(cwd, source)
  try {
    if (statSync(path).size > most) throw tooLong(source, most)
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`There is no file ${source} that can be read.`, exitCodes.usage)
  }
}

async function fetchDocument(address: string, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const unreadable = (why: string) => new CliError(`${address} cannot be fetched: ${why}. Save it as a file first.`)
  const response = await fetch(address, { signal: AbortSignal.timeout(fetchMs) }).catch((error: unknown) => {
    throw unreadable(error instanceof Error && error.name === 'TimeoutError' ? 'it takes too long' : 'nobody answers')
  })
  if (!response.ok) throw unreadable(`the answer is ${response.status}`)
  return response.body ? collect(response.body, { source: address, most }) : new Uint8Array()
}

/** Returns all bytes of `source`. Throws CliError if there are more than the gateway takes. */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  { source, most }: { readonly source: string; readonly most: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of chunks) {
    length += piece.length
    if (length > most) throw tooLong(source, most)
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

const tooLong = (source: string, most: number) =>
  new CliError(`${source} is longer than ${most / 1024 / 1024} MiB, which the gateway does not take.`)
