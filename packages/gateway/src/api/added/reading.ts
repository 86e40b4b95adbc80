// Reads documents on a thread of their own: a document that takes too long or too much memory ends that thread, and
// nothing else.
import { fail } from '#define'
import { present } from '#define/present'
import { createThread, TaskFailed, type Thread } from '#provider/run'
import { asBuffer } from '../../embedded/threads/streams.ts'
import type { AddedPages } from '../docs/pages.ts'
import type { Difference } from './differences.ts'
import { type Source, sourceOf } from './loaded-of.ts'
import type { AddedOptions } from './options.ts'
import type { ReadingResult, Task } from './reading-thread.ts'

export const maxDocumentBytes = 32 * 1024 * 1024
const memoryMb = 512
/** Several times what the largest public documents take, since other work can hold the processor. */
const timeoutMs = 20_000

/** A document that was read: the packed description, and its differences from the previous one. */
interface Reading {
  readonly packed: Uint8Array
  readonly title: string
  readonly changes: readonly Difference[]
}
interface ReadingOrder {
  readonly document: Uint8Array
  readonly options: AddedOptions
  readonly previous?: Uint8Array | undefined
}
/** Reads a document. Fails with 'document.refused'. */
export type ReadDocument = (order: ReadingOrder) => Promise<Reading>

/** Makes the pages of added APIs, and their typed client. */
export interface AddedDocuments extends AddedPages {
  /** Makes the source of the typed client. Fails with 'input.invalid' if that is too much for one file. */
  client(sources: readonly Source[]): Promise<Buffer>
}
interface DocumentReader {
  readonly read: ReadDocument
  readonly documents: AddedDocuments
  close(): Promise<void>
}

/** Creates the reader; its thread starts with the first document. */
export function createDocumentReader(bounds: { memoryMb?: number; timeoutMs?: number } = {}): DocumentReader {
  const thread: Thread<Task, ReadingResult | Uint8Array> = createThread({
    entry: new URL('./reading-thread.ts', import.meta.url),
    name: 'descriptions',
    memoryMb,
    timeoutMs,
    ...bounds,
    // an order is often read twice: in a dry run, and when it is meant
    keepMs: 60_000,
    owners: {
      waiting: 8,
      waitingPerOwner: 8,
      makeBusyError: () => fail('gateway.busy', {}, { retryAfterS: 10, note: 'too many documents are being read' }),
    },
  })
  return {
    async read({ document, options: { servers, check: _, open: __, keys: ___, ...named }, previous }) {
      if (document.length > maxDocumentBytes) throw fail('body.too_large', { limit: maxDocumentBytes })
      const task = { kind: 'read', document, options: { ...named, server: servers }, previous } as const
      const result = await thread.run(task, { owner: 'operator' }).catch((error: unknown) => {
        throw refusalOf(error, { memoryMb, timeoutMs, ...bounds })
      })
      if (result instanceof Uint8Array) throw new TypeError('a document was read, and a document came')
      if ('packed' in result) return result
      const { pointer, reason } = result.refused
      throw fail(
        'document.refused',
        { reason: pointer === '' ? reason : `${pointer}: ${reason}` },
        { details: { pointer } },
      )
    },
    documents: {
      isAdded: (api) => sourceOf(api) !== undefined,
      document: async (api, served) =>
        bytesOf(await thread.run({ kind: 'document', source: present(sourceOf(api)), ...served }, reference)),
      reference: async (api, shown) =>
        bytesOf(await thread.run({ kind: 'reference', source: present(sourceOf(api)), ...shown }, reference)),
      withAll: async (builtIn, apis, served) => {
        const sources = apis.map((api) => present(sourceOf(api)))
        return bytesOf(await thread.run({ kind: 'all', builtIn, sources, ...served }, inAll))
      },
      client: async (sources) =>
        bytesOf(
          await thread.run({ kind: 'client', sources }, inAll).catch((error: unknown) => {
            throw isTooMuch(error) ? tooLargeClient() : error
          }),
        ),
    },
    close: () => thread.close(),
  }
}

const reference = { owner: 'reference' }
const inAll = { ...reference, timeoutMs: 60_000 }

function bytesOf(result: ReadingResult | Uint8Array): Buffer {
  if (result instanceof Uint8Array) return asBuffer(result)
  throw new TypeError('the thread made no document')
}

function refusalOf(error: unknown, bounds: { readonly memoryMb: number; readonly timeoutMs: number }): unknown {
  if (!isTooMuch(error)) return error
  const { memoryMb: mb, timeoutMs: ms } = bounds
  const reasons = {
    slow: `Reading it takes more than ${ms / 1000} s. Split it, or remove what you do not need.`,
    memory: `Reading it needs more than ${mb} MB of memory. Split it, or remove what you do not need.`,
  }
  return fail('document.refused', { reason: reasons[error.reason] }, { details: { pointer: '' } })
}

/** Reports whether a task needed too much time or memory. */
function isTooMuch(error: unknown): error is TaskFailed & { readonly reason: 'slow' | 'memory' } {
  return error instanceof TaskFailed && (error.reason === 'slow' || error.reason === 'memory')
}

function tooLargeClient() {
  const problem = 'must name fewer APIs: their client is too large for one file'
  return fail('input.invalid', { problems: `slug ${problem}` }, { details: { problems: [{ name: 'slug', problem }] } })
}
