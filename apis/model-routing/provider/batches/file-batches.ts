// Handlers of batches of files, in the contract of chat completions (SOURCES 3.21).
import type { Call, HandlersFor } from '#define'
import { endpoints } from '../../endpoints.ts'
import { checkBody } from '../body-check.ts'
import { invalid, missing, refusalOf } from '../errors.ts'
import { readExpiry } from '../models/stored/file-rules.ts'
import { findFile } from '../models/stored/file-store.ts'
import { formats } from '../wire/formats.ts'
import { isJson } from '../wire/json.ts'
import { type Batch, keptMs } from './batch.ts'
import { batchedPaths } from './line-calls.ts'
import { type BatchDeps, createBatch, passedHeaders } from './new-batch.ts'

type FileBatchHandlers = HandlersFor<typeof endpoints, 'createBatch' | 'listBatches' | 'getBatch' | 'cancelBatch'>

const longestPage = 100

export function createFileBatchHandlers(deps: BatchDeps): FileBatchHandlers {
  const { store, runner, now } = deps

  async function find(account: string, id: string): Promise<Batch> {
    const batch = await store.find(account, 'openai', id)
    if (!batch) throw missing('Batch', id)
    // its lease has ended, such as after a restart
    if (batch.endedMs === null && batch.leaseMs <= now()) runner.wake()
    return batch
  }
  async function create(call: Call, body: object) {
    const { account, key, request } = call
    const checked = checkBody(endpoints.createBatch, body)
    const { endpoint, completion_window: window } = checked
    const inputFile = String(checked.input_file_id)
    if (window !== '24h') throw invalid('completion_window', 'completion_window is 24h.')
    if (!batchedPaths.includes(String(endpoint)))
      throw invalid('endpoint', `endpoint is one of ${batchedPaths.join(', ')}.`)
    const metadata = readMetadata(checked.metadata)
    const keptS = readKept(checked.output_expires_after)
    if (!(await findFile(deps, account, inputFile))) throw missing('File', inputFile)
    const headers = passedHeaders(request.headers)
    const facts = { endpoint: String(endpoint), inputFile, metadata, keptS, key, headers }
    const id = `batch_${deps.newId()}`
    const batch = await createBatch(deps, { id, account, wire: 'openai', facts, runner: null })
    runner.wake()
    return writeBatch(batch)
  }

  return {
    async createBatch({ body }, call) {
      try {
        return await create(call, body)
      } catch (error) {
        throw refusalOf(formats.openai, error)
      }
    },
    async listBatches({ limit = 20, after }, { account }) {
      if (limit < 1 || limit > longestPage) throw invalid('limit', `limit is 1 to ${longestPage}.`)
      const last = after === undefined ? undefined : await find(account, after)
      const batches = await store.list(account, 'openai', { limit: limit + 1, after: last })
      const data = batches.slice(0, limit).map(writeBatch)
      return {
        object: 'list',
        data,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: batches.length > limit,
      }
    },
    async getBatch({ batch_id: id }, { account }) {
      return writeBatch(await find(account, id))
    },
    async cancelBatch({ batch_id: id }, { account }) {
      await find(account, id)
      await store.cancel(id)
      runner.stop(id)
      return writeBatch(await find(account, id))
    },
  }
}

/** Throws the refusal. */
function readMetadata(value: unknown): Record<string, string> | null {
  if (value === undefined) return null
  const pairs = isJson(value) ? Object.entries(value) : []
  const isRight = ([name, text]: [string, unknown]) =>
    name.length <= 64 && typeof text === 'string' && text.length <= 512 && !`${name}${text}`.includes('\0')
  if (!isJson(value) || pairs.length > 16 || !pairs.every(isRight))
    throw invalid('metadata', 'metadata has up to 16 pairs; a name has up to 64 characters, a value up to 512.')
  return Object.fromEntries(pairs.map(([name, text]) => [name, String(text)]))
}

/** Returns the seconds that the files of results are kept. Throws the refusal. */
function readKept(value: unknown): number {
  if (!isJson(value)) return keptMs / 1000
  const { anchor, seconds } = value
  const expiry = readExpiry(
    typeof anchor === 'string' ? anchor : '',
    typeof seconds === 'number' && Number.isInteger(seconds) ? seconds : undefined,
    0,
  )
  return (expiry ?? keptMs) / 1000
}

const inSeconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000))

/** Writes a batch as answers show it. */
function writeBatch(batch: Batch) {
  const { facts, endedMs, state, problems } = batch
  const isCancelling = batch.cancellingMs !== null && endedMs === null
  const endedAs = (end: string) => (state === end ? inSeconds(endedMs) : null)
  return {
    id: batch.id,
    object: 'batch' as const,
    endpoint: facts.endpoint,
    errors: problems.length === 0 ? null : { object: 'list' as const, data: [...problems] },
    input_file_id: facts.inputFile ?? '',
    completion_window: '24h',
    status: isCancelling ? 'cancelling' : state,
    // files are named before they are written
    output_file_id: endedMs === null ? null : batch.outputFile,
    error_file_id: endedMs === null ? null : batch.errorFile,
    created_at: Math.floor(batch.createdMs / 1000),
    in_progress_at: inSeconds(batch.startedMs),
    expires_at: inSeconds(batch.expiresMs),
    finalizing_at: inSeconds(batch.finalizingMs),
    completed_at: endedAs('completed'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelling_at: inSeconds(batch.cancellingMs),
    cancelled_at: endedAs('cancelled'),
    request_counts: { total: batch.total, completed: batch.succeeded, failed: batch.failed },
    metadata: facts.metadata,
  }
}
