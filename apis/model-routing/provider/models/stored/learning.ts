// Stores the examples of a fine-tune, from which its model answers, and finds them for a call.
import { memberOf } from '../../wire/json.ts'
import { type Example, type Learned, learnedFrom } from '../built-in/chat/examples.ts'
import { linesOf } from './file-rules.ts'
import { contentOf, type FileRow } from './file-store.ts'
import { findTuned } from './fine-tune-store.ts'
import type { StoredDeps } from './stored-deps.ts'
import type { StoredDb } from './tables.ts'

/** Limits on what is learned: examples, and their characters. */
const mostExamples = 2000
const mostLength = 4 * 1024 * 1024

interface Lesson {
  /** Number of examples in the file. */
  readonly examples: number
  /** The problem with the first invalid example. */
  readonly problem: string | null
  readonly learned: readonly Example[]
}

/** Reads a line: a prompt and a completion, or a conversation that ends with the answer to its last question. */
function exampleIn(line: unknown): { readonly prompt: string | undefined; readonly completion: string | undefined } {
  const of = (value: unknown, name: string): string | undefined => {
    const text = memberOf(value, name)
    return typeof text === 'string' ? text : undefined
  }
  const messages = memberOf(line, 'messages')
  if (!Array.isArray(messages)) return { prompt: of(line, 'prompt'), completion: of(line, 'completion') }
  const lastOf = (role: string) =>
    of(
      messages.findLast((message) => of(message, 'role') === role),
      'content',
    )
  return { prompt: lastOf('user'), completion: lastOf('assistant') }
}

/** Reads a training file, line by line. */
export async function readLesson(db: StoredDb, file: FileRow): Promise<Lesson> {
  const learned: Example[] = []
  let [examples, length] = [0, 0]
  for await (const { text, line } of linesOf(contentOf(db, file))) {
    const parsed: unknown = JSON.parse(text) // every line was read at the upload
    const { prompt, completion } = exampleIn(parsed)
    if (prompt === undefined || completion === undefined)
      return { examples, problem: `Line ${line} has no text for both prompt and completion.`, learned: [] }
    examples += 1
    length += prompt.length + completion.length
    if (learned.length < mostExamples && length <= mostLength) learned.push({ file: file.id, line, prompt, completion })
  }
  return { examples, problem: null, learned }
}

/**
 * Returns the knowledge of a fine-tune of an earlier result: its own examples, then those of the earlier one, up to the
 * limits.
 */
export async function withEarlier(
  deps: StoredDeps,
  { account, base }: { readonly account: string; readonly base: string },
  own: readonly Example[],
): Promise<readonly Example[]> {
  const earlier = isTunedName(base) ? await findTuned(deps, account, base) : undefined
  const all = [...own, ...(earlier ? await examplesOf(deps.db, earlier.id) : [])]
  let length = 0
  return all.slice(0, mostExamples).filter(({ prompt, completion }) => {
    length += prompt.length + completion.length
    return length <= mostLength
  })
}

export async function saveLearned(db: StoredDb, tune: string, examples: readonly Example[]): Promise<void> {
  await db
    .insertInto('model_routing_learned')
    .values({ tune, examples: JSON.stringify(examples) })
    .execute()
}

/** Names that this gateway's fine-tunes produce; no channel serves them. */
export const isTunedName = (model: string): boolean => /^[\w./-]{1,100}:ft-gatehouse[:-]/.test(model)

/** Cache of what fine-tuned models have learned, prepared for answering; it holds the last 16 models. */
export interface Learning {
  /** Returns the knowledge of a model; undefined if the account has no such model now. */
  learnedBy(account: string, model: string): Promise<Learned | undefined>
  forget(tune: string): Promise<void>
}

export function createLearning(deps: StoredDeps): Learning {
  const { db } = deps
  const prepared = new Map<string, Learned>()

  async function prepare(tune: string): Promise<Learned> {
    const known = prepared.get(tune)
    if (known) return known
    const learned = learnedFrom(await examplesOf(db, tune))
    const [oldest] = prepared.keys()
    if (prepared.size >= mostPrepared && oldest !== undefined) prepared.delete(oldest)
    prepared.set(tune, learned)
    return learned
  }
  return {
    async learnedBy(account, model) {
      const tune = await findTuned(deps, account, model)
      return tune && (await prepare(tune.id))
    },
    async forget(tune) {
      prepared.delete(tune)
      await db.deleteFrom('model_routing_learned').where('tune', '=', tune).execute()
    },
  }
}
const mostPrepared = 16

async function examplesOf(db: StoredDb, tune: string): Promise<Example[]> {
  const row = await db
    .selectFrom('model_routing_learned')
    .select('examples')
    .where('tune', '=', tune)
    .executeTakeFirst()
  // written by `saveLearned` alone; absent in fine-tunes of earlier versions
  return row ? (JSON.parse(row.examples) as Example[]) : []
}
