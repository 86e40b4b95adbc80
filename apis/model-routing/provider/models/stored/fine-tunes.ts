// Handlers of fine-tunes: create, list, retrieve, cancel, events as a list and as a stream.
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type Call, type Endpoint, reply } from '#define'
import { fineTunes as declared } from '../../../endpoints/fine-tunes.ts'
import { checkBody } from '../../body-check.ts'
import { full, invalid, missing, refused } from '../../errors.ts'
import { ModelError } from '../../wire/model-error.ts'
import { dropFiles, type FileRow, findFile, saveFile } from './file-store.ts'
import { writeFile } from './files.ts'
import { courseOf, type FineTuneDetails, isOver, lengthOf } from './fine-tune-course.ts'
import { addTune, cancelTune, countTunes, findTune, listTunes, type Tune, tuneLimit } from './fine-tune-store.ts'
import { type Learning, readLesson, saveLearned, withEarlier } from './learning.ts'
import { storable } from './storable.ts'
import type { StoredDeps } from './stored-deps.ts'

interface Named {
  readonly id: string
}
interface FineTuneRequest {
  readonly training_file: string
  readonly validation_file?: string | null | undefined
  readonly model?: string | null | undefined
  readonly n_epochs?: number | null | undefined
  readonly hyperparameters?: Readonly<Record<string, unknown>> | null | undefined
  readonly batch_size?: number | null | undefined
  readonly learning_rate_multiplier?: number | null | undefined
  readonly prompt_loss_weight?: number | null | undefined
  readonly suffix?: string | null | undefined
}

/** Operations that both shapes of fine-tunes share. */
export interface FineTunes {
  /** Begins a fine-tune. `anyBase`: of whatever model the caller names. Throws the provider's refusals. */
  begin(account: string, request: FineTuneRequest, options?: { readonly anyBase: boolean }): Promise<Tune>
  find(account: string, id: string): Promise<Tune>
  cancel(account: string, id: string): Promise<void>
}

const tooManyTunes = () => full(`There are ${tuneLimit} fine-tunes, which is the most.`)

export const createFineTunes = (deps: StoredDeps, learning: Learning): FineTunes => ({
  find: (account, id) => tuneOf(deps, account, id),
  async begin(account, body, { anyBase } = { anyBase: false }) {
    // checked again with the insert, before which nothing that is learned is kept
    if ((await countTunes(deps, account)) >= tuneLimit) throw tooManyTunes()
    const training = await trainingFile(deps, account, 'training_file', body.training_file)
    const validationId = body.validation_file ?? undefined
    const validation =
      validationId === undefined ? null : await trainingFile(deps, account, 'validation_file', validationId)
    const createdMs = deps.now()
    const id = `ft-${deps.random.bytes(12).toString('hex')}`
    const { learned, ...checked } = await readLesson(deps.db, training)
    const base = anyBase ? readBase(body.model) : await baseOf(deps, account, body.model ?? 'curie')
    const details: FineTuneDetails = {
      base,
      ...numbersOf(body),
      ...checked,
      learned: learned.length,
      model: modelName(base, readSuffix(body.suffix), createdMs),
      training: writeFile(training),
      validation: validation && writeFile(validation),
      resultFile: null,
    }
    const resultFile = details.problem === null ? await saveResult(deps, account, details, createdMs) : null
    if (details.problem === null) await saveLearned(deps.db, id, await withEarlier(deps, { account, base }, learned))
    if (!(await addTune(deps, account, { id, details: { ...details, resultFile }, createdMs }))) throw tooManyTunes()
    return tuneOf(deps, account, id)
  },
  async cancel(account, id) {
    const tune = await tuneOf(deps, account, id)
    const { state } = courseOf(tune, deps.now())
    if (isOver(state) || !(await cancelTune(deps, account, id)))
      throw refused(
        new ModelError('invalid', `This fine-tune has ${state === 'cancelled' ? 'been cancelled' : state} already.`, {
          param: 'id',
          code: 'fine_tune_over',
        }),
      )
    if (tune.details.resultFile !== null) await dropFiles(deps.db, [tune.details.resultFile])
    await learning.forget(id)
  },
})

export const createFineTuneHandlers = (deps: StoredDeps, fineTunes: FineTunes) => ({
  async listFineTunes(_input: unknown, { account }: Call) {
    const tunes = await listTunes(deps, account)
    return { object: 'list', data: await Promise.all(tunes.map((tune) => write(deps, account, tune))) }
  },
  async createFineTune({ body }: { readonly body: FineTuneRequest }, { account }: Call) {
    checkDeclared(declared.createFineTune, body)
    return shown(deps, account, (await fineTunes.begin(account, body)).id)
  },
  async getFineTune({ id }: Named, { account }: Call) {
    return shown(deps, account, id)
  },
  async cancelFineTune({ id }: Named, { account }: Call) {
    await fineTunes.cancel(account, id)
    return shown(deps, account, id)
  },
  async listFineTuneEvents(
    { id, stream }: Named & { readonly stream?: boolean | undefined },
    { account, signal }: Call,
  ) {
    const tune = await tuneOf(deps, account, id)
    if (stream)
      return reply(eventFrames(deps, { account, signal }, tune), {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
      })
    return { object: 'list', data: [...courseOf(tune, deps.now()).events] }
  },
})

/** Throws the refusal that names what does not match the declaration. */
export function checkDeclared(endpoint: Endpoint, body: unknown): void {
  try {
    checkBody(endpoint, body)
  } catch (error) {
    throw error instanceof ModelError ? refused(error) : error
  }
}

async function tuneOf(deps: StoredDeps, account: string, id: string): Promise<Tune> {
  const tune = await findTune(deps, account, id)
  if (!tune) throw missing('FineTune', id)
  return tune
}

async function shown(deps: StoredDeps, account: string, id: string) {
  const tune = await tuneOf(deps, account, id)
  return { ...(await write(deps, account, tune)), events: [...courseOf(tune, deps.now()).events] }
}

/** Writes a fine-tune as lists show it, without events. */
async function write(deps: StoredDeps, account: string, { id, details, ...tune }: Tune) {
  const { state, updatedAt } = courseOf({ id, details, ...tune }, deps.now())
  const isMade = state === 'succeeded'
  const result = isMade && details.resultFile !== null ? await findFile(deps, account, details.resultFile) : undefined
  return {
    id,
    object: 'fine-tune' as const,
    created_at: Math.floor(tune.createdMs / 1000),
    updated_at: updatedAt,
    model: details.base,
    fine_tuned_model: isMade ? details.model : null,
    organization_id: organization,
    hyperparams: {
      n_epochs: details.epochs,
      batch_size: details.batchSize,
      learning_rate_multiplier: details.learningRate,
      prompt_loss_weight: details.promptLossWeight,
    },
    training_files: [details.training],
    validation_files: details.validation ? [details.validation] : [],
    result_files: result ? [writeFile(result)] : [],
    status: state,
  }
}

const organization = 'org-gatehouse'
const pauseMs = 250
const pingMs = 15_000

/** Yields the existing events, then each as it happens, until the fine-tune ends or the caller disconnects. */
async function* eventFrames(
  deps: StoredDeps,
  { account, signal }: Pick<Call, 'account' | 'signal'>,
  created: Tune,
): AsyncGenerator<string> {
  let sent = 0
  let quietMs = 0
  for (
    let tune: Tune | undefined = created;
    tune && !signal.aborted;
    tune = await findTune(deps, account, created.id)
  ) {
    const { events, state } = courseOf(tune, deps.now())
    for (const event of events.slice(sent)) yield `data: ${JSON.stringify(event)}\n\n`
    quietMs = events.length > sent ? 0 : quietMs + pauseMs
    sent = events.length
    if (isOver(state)) break
    if (quietMs >= pingMs) {
      quietMs = 0
      yield ': PING\n\n'
    }
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  yield 'data: [DONE]\n\n'
}

async function trainingFile(deps: StoredDeps, account: string, param: string, id: string): Promise<FileRow> {
  const file = await findFile(deps, account, id)
  if (!file) throw invalid(param, `invalid ${param}: ${id.slice(0, 100)}`)
  if (file.purpose !== 'fine-tune') throw invalid(param, 'The purpose of this file is not fine-tune.')
  return file
}

const bases = ['ada', 'babbage', 'curie', 'davinci']

/** Returns one of the four base models, or that of an earlier fine-tune. */
async function baseOf(deps: StoredDeps, account: string, name: string): Promise<string> {
  if (bases.includes(name)) return name
  const tunes = await listTunes(deps, account)
  const earlier = tunes.find(({ details }) => details.model === name)
  if (earlier && earlier.removedMs === null && courseOf(earlier, deps.now()).state === 'succeeded') return name
  throw invalid('model', `Fine-tunes are of ${bases.join(', ')} or of an earlier result.`)
}

/** Returns the base model; any will do because nothing is trained. */
function readBase(name: string | null | undefined): string {
  const base = name ?? ''
  if (!/^[\w.:/-]{1,100}$/.test(base))
    throw invalid('model', 'model is the name of a model, of at most 100 characters.')
  return base
}

function numbersOf(request: FineTuneRequest) {
  const inner = request.hyperparameters?.n_epochs
  const epochs = request.n_epochs ?? (typeof inner === 'number' ? inner : 4)
  if (!Number.isInteger(epochs) || epochs < 1 || epochs > 50) throw invalid('n_epochs', 'n_epochs is 1 to 50.')
  const batchSize = request.batch_size ?? null
  if (batchSize !== null && (batchSize < 1 || batchSize > 4096)) throw invalid('batch_size', 'batch_size is 1 to 4096.')
  const learningRate = request.learning_rate_multiplier ?? null
  if (learningRate !== null && !(learningRate > 0))
    throw invalid('learning_rate_multiplier', 'learning_rate_multiplier is more than 0.')
  return { epochs, batchSize, learningRate, promptLossWeight: request.prompt_loss_weight ?? 0.01 }
}

function readSuffix(suffix: string | null | undefined): string {
  const text = storable(suffix ?? '')
  if ([...text].length > 40) throw invalid('suffix', 'A suffix has at most 40 characters.')
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
}

/** `<base>:ft-<organization>[:<suffix>]-YYYY-MM-DD-HH-MM-SS`, of a tuned base its own base. */
function modelName(base: string, suffix: string, createdMs: number): string {
  const [family = base] = base.split(':')
  const time = new Date(createdMs).toISOString().slice(0, 19).replace(/[T:]/g, '-')
  return `${family}:ft-gatehouse${suffix === '' ? '' : `:${suffix}`}-${time}`
}

/** Stores the steps of a successful fine-tune, without losses, because nothing is trained. */
async function saveResult(
  deps: StoredDeps,
  account: string,
  details: FineTuneDetails,
  createdMs: number,
): Promise<string> {
  const batch = details.batchSize ?? Math.max(1, Math.ceil(details.examples / 500))
  const steps = Math.ceil((details.epochs * details.examples) / batch)
  const every = Math.max(1, Math.ceil(steps / 1000))
  const lines = ['step,elapsed_examples']
  for (let step = every; step <= steps; step += every)
    lines.push(`${step},${Math.min(step * batch, details.epochs * details.examples)}`)
  const content = Buffer.from(`${lines.join('\n')}\n`)
  const file = await saveFile(deps, {
    account,
    filename: 'step_metrics.csv',
    purpose: 'fine-tune-results',
    size: content.length,
    content: Readable.from([content]),
    createdMs: createdMs + lengthOf(details),
  })
  if (!file) throw full('There is no room for the result of this fine-tune. Remove files first.')
  return file.id
}
