// The thread that reads documents. It may need seconds and hundreds of megabytes, and ends when it needs more.
import { DescriptionRefused, type ReadOptions, readDescription } from '#descriptions'
import { serveTasks } from '#provider/run'
import { type Difference, differences } from './differences.ts'
import { pack, unpack } from './packed.ts'

export interface ReadingTask {
  /** The document, UTF-8. */
  readonly document: Uint8Array
  readonly options: ReadOptions
  /** The packed description that the document replaces. */
  readonly previous: Uint8Array | undefined
}
export type ReadingResult =
  | { readonly packed: Uint8Array; readonly changes: readonly Difference[] }
  | { readonly refused: { readonly pointer: string; readonly reason: string } }

serveTasks(async ({ document, options, previous }: ReadingTask): Promise<ReadingResult> => {
  try {
    const description = await readDescription(textOf(document), options)
    const changes = previous ? differences(await unpack(previous), description) : []
    return { packed: pack(description), changes }
  } catch (error) {
    if (!(error instanceof DescriptionRefused)) throw error
    return { refused: { pointer: error.pointer, reason: error.reason } }
  }
})

function textOf(document: Uint8Array): string {
  try {
    // removes a byte order mark
    return new TextDecoder('utf-8', { fatal: true }).decode(document)
  } catch {
    throw new DescriptionRefused('', 'The document is not UTF-8. Save it as UTF-8.')
  }
}
