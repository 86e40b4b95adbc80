// Keeps the examples of a fine-tune, which its model answers by, and finds them for a call.
import type { ProviderKit } from '#define'
import { type Example, type Learned, learnedFrom } from '../built-in/chat/examples.ts'
import { linesOf } from './file-rules.ts'
import { contentOf, type FileRow } from './file-store.ts'
import { findTuned } from './fine-tune-store.ts'
import type { StoredDb, StoredTables } from './tables.ts'

type LearningKit = Pick<ProviderKit<StoredTables>, 'db' | 'now' | 'random'>

/** Most that is learned: examples, and characters of them. */
const mostExamples = 2000
const mostLength = 4 * 1024 * 1024

export interface Lesson {
  /** In the file. */
  readonly examples: number
  /** What is wrong with the first that is none. */
  readonly problem: string | null
  readonly learned: readonly Example[]
}

/** Reads a training file: a prompt and a completion in each line. */
export async function readLesson(db: StoredDb, file: FileRow): Promise<Lesson> {
  const learned: Example[] = []
  let [examples, length] = [0, 0]
  for await (const { text, line } of linesOf(contentOf(db, file))) {
    const given: unknown = JSON.parse(text) // every line was read at the upload
    const [prompt, completion] = ['prompt', 'completion'].map((name): unknown => Reflect.get(Object(given), name))
    if (typeof prompt !== 'string' || typeof completion !== 'string')
      return { examples, problem: `Line ${line} has no text for both prompt and completion.`, learned: [] }
    examples += 1
    length += prompt.length + completion.length
    if (learned.length < mostExamples && length <= mostLength) learned.push({ file: file.id, line, prompt, completion })
  }
  return { examples, problem: null, learned }
}

/** What a fine-tune of an earlier result knows: its own examples, then those of the earlier one, as many as there is room for. */
export async function withEarlier(
  kit: LearningKit,
  { account, base }: { readonly account: string; readonly base: string },
  own: readonly Example[],
): Promise<readonly Example[]> {
  const earlier = isTunedName(base) ? await findTuned(kit, account, base) : undefined
  const all = [...own, ...(earlier ? await examplesOf(kit.db, earlier.id) : [])]
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

export async function forgetLearned(db: StoredDb, tune: string): Promise<void> {
  prepared.get(db)?.delete(tune)
  await db.deleteFrom('model_routing_learned').where('tune', '=', tune).execute()
}

/** Names that fine-tunes of this gateway give; nobody else serves them. */
export const isTunedName = (model: string): boolean => /^[a-z]+:ft-gatehouse[:-]/.test(model)

/** What a model of the account has learned; undefined when it has no such model now. */
export async function learnedBy(kit: LearningKit, account: string, model: string): Promise<Learned | undefined> {
  const tune = await findTuned(kit, account, model)
  return tune && preparedFor(kit.db, tune.id)
}

const prepared = new WeakMap<object, Map<string, Learned>>()
const mostPrepared = 16

async function preparedFor(db: StoredDb, tune: string): Promise<Learned> {
  const all = prepared.get(db) ?? new Map<string, Learned>()
  prepared.set(db, all)
  const known = all.get(tune)
  if (known) return known
  const made = learnedFrom(await examplesOf(db, tune))
  const [oldest] = all.keys()
  if (all.size >= mostPrepared && oldest !== undefined) all.delete(oldest)
  all.set(tune, made)
  return made
}

async function examplesOf(db: StoredDb, tune: string): Promise<Example[]> {
  const row = await db
    .selectFrom('model_routing_learned')
    .select('examples')
    .where('tune', '=', tune)
    .executeTakeFirst()
  // written by `saveLearned` alone; a fine-tune of before has none
  return row ? (JSON.parse(row.examples) as Example[]) : []
}
