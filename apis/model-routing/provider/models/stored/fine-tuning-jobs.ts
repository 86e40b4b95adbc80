// Fine-tunes as jobs, which is how newer clients name them (SOURCES 3.20): the same fine-tunes in another shape.
import type { Call } from '#define'
import { fineTuningJobs as declared } from '../../../endpoints/fine-tuning-jobs.ts'
import { invalid } from '../../errors.ts'
import { isJson } from '../../wire/json.ts'
import { courseOf, type FineTuneEvent, isOver } from './fine-tune-course.ts'
import { listTunes, type Tune } from './fine-tune-store.ts'
import { checkDeclared, type FineTunes } from './fine-tunes.ts'
import type { StoredDeps } from './stored-deps.ts'

interface Named {
  readonly job_id: string
}
interface PageRequest {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}
interface JobRequest {
  readonly model: string
  readonly training_file: string
  readonly validation_file?: string | null | undefined
  readonly suffix?: string | null | undefined
  readonly hyperparameters?: Readonly<Record<string, unknown>> | null | undefined
  readonly method?: Readonly<Record<string, unknown>> | null | undefined
}

export const createJobHandlers = (deps: StoredDeps, fineTunes: FineTunes) => ({
  async listFineTuningJobs(page: PageRequest, { account }: Call) {
    const jobs = (await listTunes(deps, account)).map((tune) => writeJob(tune, deps.now()))
    return { object: 'list' as const, ...pageOf(jobs, page) }
  },
  async createFineTuningJob({ body }: { readonly body: JobRequest }, { account }: Call) {
    checkDeclared(declared.createFineTuningJob, body)
    const { model, training_file, validation_file, suffix } = body
    const numbers = numbersOf(body)
    const request = { model, training_file, validation_file, suffix, ...numbers }
    return writeJob(await fineTunes.begin(account, request, { anyBase: true }), deps.now())
  },
  async getFineTuningJob({ job_id }: Named, { account }: Call) {
    return writeJob(await fineTunes.find(account, job_id), deps.now())
  },
  async cancelFineTuningJob({ job_id }: Named, { account }: Call) {
    await fineTunes.cancel(account, job_id)
    return writeJob(await fineTunes.find(account, job_id), deps.now())
  },
  async listFineTuningEvents({ job_id, ...page }: Named & PageRequest, { account }: Call) {
    const { events } = courseOf(await fineTunes.find(account, job_id), deps.now())
    const written = events.map((event, index) => writeEvent(event, `${job_id}-event-${index}`)).reverse()
    return { object: 'list' as const, ...pageOf(written, page) }
  },
  /** Returns an empty page: nothing is trained, so no checkpoint exists. */
  async listFineTuningCheckpoints({ job_id, ...page }: Named & PageRequest, { account }: Call) {
    await fineTunes.find(account, job_id)
    return { object: 'list' as const, ...pageOf<{ readonly id: string }>([], page) }
  },
})

/** Returns the hyperparameters from wherever clients of different ages put them, without `auto`. */
function numbersOf({ hyperparameters, method }: JobRequest) {
  const supervised = isJson(method?.supervised) ? method.supervised.hyperparameters : undefined
  if (isJson(method) && method.type !== undefined && method.type !== 'supervised')
    throw invalid('method', 'The only method is supervised.')
  const given = isJson(supervised) ? supervised : (hyperparameters ?? {})
  const numberOf = (name: string) => {
    const value: unknown = given[name]
    return typeof value === 'number' ? value : undefined
  }
  return {
    n_epochs: numberOf('n_epochs'),
    batch_size: numberOf('batch_size'),
    learning_rate_multiplier: numberOf('learning_rate_multiplier'),
  }
}

const organization = 'org-gatehouse'
const states = {
  pending: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
}

function writeJob(tune: Tune, nowMs: number) {
  const { id, details, createdMs } = tune
  const { state, updatedAt } = courseOf(tune, nowMs)
  const hyperparameters = {
    n_epochs: details.epochs,
    batch_size: details.batchSize ?? ('auto' as const),
    learning_rate_multiplier: details.learningRate ?? ('auto' as const),
  }
  const isMade = state === 'succeeded'
  return {
    id,
    object: 'fine_tuning.job' as const,
    created_at: Math.floor(createdMs / 1000),
    model: details.base,
    finished_at: isOver(state) ? updatedAt : null,
    fine_tuned_model: isMade ? details.model : null,
    organization_id: organization,
    status: states[state],
    trained_tokens: isMade ? 0 : null,
    seed: 0,
    training_file: details.training.id,
    validation_file: details.validation?.id ?? null,
    result_files: isMade && details.resultFile !== null ? [details.resultFile] : [],
    error:
      details.problem === null
        ? null
        : { code: 'invalid_training_file', message: details.problem, param: 'training_file' },
    hyperparameters,
    method: { type: 'supervised', supervised: { hyperparameters } },
    estimated_finish: null,
    integrations: [],
    metadata: null,
  }
}

const writeEvent = ({ created_at, level, message }: FineTuneEvent, id: string) => ({
  id,
  object: 'fine_tuning.job.event' as const,
  created_at,
  level,
  message,
  type: 'message' as const,
  data: {},
})

const mostListed = 100

function pageOf<T extends { readonly id: string }>(all: readonly T[], { limit = 20, after }: PageRequest) {
  if (limit < 1 || limit > mostListed) throw invalid('limit', `limit is 1 to ${mostListed}.`)
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(from, from + limit)
  return { data, has_more: from + data.length < all.length }
}
