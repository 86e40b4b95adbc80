// Long work of a batch, as tasks of the API's thread: reading its calls, and writing the files of their results.
import type { ProviderKit } from '#define'
import { Refusal } from '#define'
import type { Tables } from '../../tables.ts'
import { contentOf, findFile, saveResult } from '../models/stored/file-store.ts'
import { isJson } from '../wire/json.ts'
import { type Batch, type BatchEnd, type BatchFiles, type BatchProblem, batchLimits } from './batch.ts'
import { endedLines, insertLines, type NewLine, resultOf } from './batch-lines.ts'
import { createBatchStore } from './batch-store.ts'
import { fileLines, messageLines, UnreadableBatch } from './read-lines.ts'
import { lineForms } from './result-lines.ts'

export type LoadedLines = { readonly total: number } | { readonly problems: readonly BatchProblem[] }
interface FinishedBatch extends BatchFiles {
  readonly id: string
  readonly end: BatchEnd
}
export type BatchTasks = ReturnType<typeof createBatchTasks>

export function createBatchTasks(kit: Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random'>) {
  const { db, now } = kit
  const store = createBatchStore(kit)
  const known = async (id: string): Promise<Batch> => {
    const batch = await store.read(id)
    if (!batch) throw new Error('a batch was removed while it ran')
    return batch
  }
  async function load(id: string, lines: AsyncIterable<NewLine>): Promise<LoadedLines> {
    try {
      return { total: await insertLines(db, id, lines) }
    } catch (error) {
      if (error instanceof UnreadableBatch) return { problems: error.problems }
      if (error instanceof Refusal) return { problems: [{ ...ofFile, message: messageOf(error) }] }
      throw error
    }
  }
  return {
    /** Reads the calls in the input file of a batch. */
    async loadBatchFile({ id }: { readonly id: string }): Promise<LoadedLines> {
      const { account, facts } = await known(id)
      const file = await findFile(kit, account, facts.inputFile ?? '')
      if (!file) return { problems: [{ ...ofFile, message: 'The input file is not there any more.' }] }
      if (Number(file.bytes) > batchLimits.fileBytes)
        return { problems: [{ ...ofFile, message: 'The input file has more than 200 MB.' }] }
      const loaded = await load(id, fileLines(contentOf(db, file), facts.endpoint))
      return 'total' in loaded && loaded.total === 0
        ? { problems: [{ ...ofFile, code: 'empty_file', message: 'The input file has no lines.' }] }
        : loaded
    },
    /** `text`: a body with the requests of a batch of messages. */
    async loadMessages({ id, text }: { readonly id: string; readonly text: Uint8Array }): Promise<LoadedLines> {
      return load(id, messageLines(Buffer.from(text.buffer, text.byteOffset, text.byteLength)))
    },
    /** Writes the files of results, which become visible when the batch ends. */
    async finishBatch({ id, end, outputFile, errorFile }: FinishedBatch): Promise<void> {
      const batch = await known(id)
      const { account, facts } = batch
      const expiresMs = (batch.finalizingMs ?? now()) + facts.keptS * 1000
      const about = { account, purpose: 'batch_output', expiresMs }
      const separate = errorFile !== null || batch.wire === 'openai'
      const content = (isOutput: boolean) => linesOf(batch, end, separate ? isOutput : undefined)
      if (outputFile !== null)
        await saveResult(kit, { ...about, id: outputFile, filename: `${id}_output.jsonl`, content: content(true) })
      if (errorFile !== null)
        await saveResult(kit, { ...about, id: errorFile, filename: `${id}_error.jsonl`, content: content(false) })
    },
  }

  /** Yields the result lines of the calls that succeeded, of the others, or of all. */
  async function* linesOf({ id, wire }: Batch, end: BatchEnd, succeeded?: boolean): AsyncGenerator<Buffer> {
    const form = lineForms[wire]
    for await (const { place, customId, outcome } of endedLines(db, id)) {
      if (succeeded !== undefined && (outcome === 'succeeded') !== succeeded) continue
      const lineId = () => kit.random.bytes(12).toString('hex')
      const line = outcome === null ? form.unmade(customId, end, lineId()) : await resultOf(db, id, place)
      yield Buffer.from(`${line}\n`)
    }
  }
}

const ofFile = { code: 'invalid_file', param: 'input_file_id', line: null } as const

function messageOf({ body }: Refusal): string {
  const error = isJson(body) ? body.error : undefined
  return isJson(error) && typeof error.message === 'string' ? error.message : 'The input file cannot be read.'
}
