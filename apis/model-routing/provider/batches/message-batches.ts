// Handlers of batches of messages, in the contract of that format (SOURCES 3.22).
import { type Call, type CalledTasks, type HandlersFor, reply } from '#define'
import { endpoints } from '../../endpoints.ts'
import { checkBody } from '../body-check.ts'
import { refusalOf } from '../errors.ts'
import { contentOf, dropFiles, findFile } from '../models/stored/file-store.ts'
import { formats } from '../wire/formats.ts'
import { ModelError } from '../wire/model-error.ts'
import type { Batch } from './batch.ts'
import type { BatchTasks } from './batch-tasks.ts'
import { messagesPath } from './line-calls.ts'
import { type BatchDeps, createBatch, passedHeaders } from './new-batch.ts'

type MessageBatchHandlers = HandlersFor<
  typeof endpoints,
  | 'createMessageBatch'
  | 'listMessageBatches'
  | 'getMessageBatch'
  | 'getMessageBatchResults'
  | 'cancelMessageBatch'
  | 'deleteMessageBatch'
>

interface MessageBatchDeps extends BatchDeps {
  readonly tasks: CalledTasks<Pick<BatchTasks, 'loadMessages'>>
}

type PageQuery = Parameters<MessageBatchHandlers['listMessageBatches']>[0]

const longestPage = 1000
/** Lifetime of results in seconds. */
const keptS = 29 * 86_400

export function createMessageBatchHandlers(deps: MessageBatchDeps): MessageBatchHandlers {
  const { store, runner, now } = deps

  async function find(account: string, id: string): Promise<Batch> {
    const batch = await store.find(account, 'anthropic', id)
    // one whose messages are still being stored is not there yet
    if (!batch || batch.state === 'validating') throw notFound(id)
    if (batch.endedMs === null && batch.leaseMs <= now()) runner.wake()
    return batch
  }
  async function create(call: Call, body: object) {
    const { account, key, request } = call
    checkBody(endpoints.createMessageBatch, body)
    const headers = passedHeaders(request.headers)
    const facts = { endpoint: messagesPath, inputFile: null, metadata: null, keptS, key, headers }
    const id = `msgbatch_${deps.newId()}`
    await createBatch(deps, { id, account, wire: 'anthropic', facts, runner: runner.id })
    try {
      const text = request.jsonBytes ?? Buffer.from(JSON.stringify(body))
      const loaded = await deps.tasks.loadMessages({ id, text }, call)
      if ('problems' in loaded)
        throw new ModelError('invalid', loaded.problems[0]?.message ?? '', { param: loaded.problems[0]?.param ?? '' })
      await store.start(id, runner.id, loaded.total)
    } catch (error) {
      await store.remove([id])
      throw error
    }
    // the vendor answers with a batch that has not ended, and a short one ends at once
    const created = await find(account, id)
    await store.release(id, runner.id, 0)
    runner.wake()
    return write(created, call)
  }
  async function list(call: Call, { limit = 20, after_id: after, before_id: before }: PageQuery) {
    const { account } = call
    if (limit < 1 || limit > longestPage) throw new ModelError('invalid', `limit is 1 to ${longestPage}.`)
    const page = {
      limit: limit + 1,
      after: after === undefined ? undefined : await find(account, after),
      before: before === undefined ? undefined : await find(account, before),
    }
    const batches = await store.list(account, 'anthropic', page)
    const isBackwards = page.before !== undefined && page.after === undefined
    return writePage(batches, { limit, isBackwards }, call)
  }
  async function results(account: string, id: string) {
    const batch = await find(account, id)
    if (batch.endedMs === null) throw new ModelError('invalid', 'The results are available once the batch has ended.')
    const file = batch.outputFile === null ? undefined : await findFile(deps, account, batch.outputFile)
    if (!file) throw new ModelError('missing', 'The results of this batch are not there any more.')
    return reply(contentOf(deps.db, file), { headers: { 'content-type': 'application/x-jsonl' } })
  }

  return {
    createMessageBatch: ({ body }, call) => refusing(() => create(call, body)),
    listMessageBatches: (query, call) => refusing(() => list(call, query)),
    getMessageBatch: ({ message_batch_id: id }, call) =>
      refusing(async () => write(await find(call.account, id), call)),
    getMessageBatchResults: ({ message_batch_id: id }, { account }) => refusing(() => results(account, id)),
    cancelMessageBatch: ({ message_batch_id: id }, call) =>
      refusing(async () => {
        await find(call.account, id)
        await store.cancel(id)
        runner.stop(id)
        return write(await find(call.account, id), call)
      }),
    deleteMessageBatch: ({ message_batch_id: id }, { account }) =>
      refusing(async () => {
        const { endedMs, outputFile } = await find(account, id)
        if (endedMs === null)
          throw new ModelError('invalid', 'A batch can be removed once it has ended. Cancel it first.')
        await store.remove([id])
        if (outputFile !== null) await dropFiles(deps.db, [outputFile])
        return { id, type: 'message_batch_deleted' as const }
      }),
  }
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(formats.anthropic, error)
  }
}

const notFound = (id: string) => new ModelError('missing', `Message batch '${id.slice(0, 100)}' not found.`)

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

interface Page {
  readonly limit: number
  /** True for a page that ends before a batch: the surplus batch is the first, not the last. */
  readonly isBackwards: boolean
}
function writePage(batches: readonly Batch[], { limit, isBackwards }: Page, call: Call) {
  const shown = isBackwards ? batches.slice(-limit) : batches.slice(0, limit)
  const data = shown.filter(({ state }) => state !== 'validating').map((batch) => write(batch, call))
  return {
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: batches.length > limit,
  }
}

/** Writes a batch as answers show it. */
function write(batch: Batch, { request }: Call) {
  const { id, endedMs, cancellingMs, total, succeeded, failed, state } = batch
  const left = total - succeeded - failed
  const isEnded = endedMs !== null
  return {
    id,
    type: 'message_batch' as const,
    processing_status: isEnded ? 'ended' : cancellingMs === null ? 'in_progress' : 'canceling',
    request_counts: {
      processing: isEnded ? 0 : left,
      succeeded,
      errored: failed,
      canceled: state === 'cancelled' ? left : 0,
      expired: state === 'expired' ? left : 0,
    },
    ended_at: timeOf(endedMs),
    created_at: new Date(batch.createdMs).toISOString(),
    expires_at: new Date(batch.expiresMs).toISOString(),
    archived_at: null,
    cancel_initiated_at: timeOf(cancellingMs),
    results_url: isEnded ? `${request.baseUrl}/v1/messages/batches/${id}/results` : null,
  }
}
