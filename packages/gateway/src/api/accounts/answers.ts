// The rules for recorded answers of an account: lists, export and import.
import { fail } from '#define'
import { createPacer } from '#provider'
import { type AnswerLine, lineOf, readLine } from '../../account/answers/answer-line.ts'
import type { KeptAnswer } from '../../account/answers/kept-answer.ts'
import type { KeptAnswers, ListedAnswer } from '../../account/answers/kept-answers.ts'
import { nextLine } from '../../account/answers/lines.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import { programVersion } from '../../process/program-version.ts'
import type { SkippedEntry } from '../../record/har/read-har.ts'
import { writeHar } from '../../record/har/write-har.ts'
import { exchangeOf } from './answers-as-har.ts'
import type { Audit } from './audit.ts'

export interface AnswerRulesDeps {
  readonly keptAnswers: KeptAnswers
  readonly served: Pick<ServedApis, 'bySlug'>
  readonly audit: Audit
  /** Yields the answers of a HAR file in shared memory, and adds what it skips to `skipped`. */
  readonly answersOfHar: (har: Uint8Array, skipped: SkippedEntry[]) => AsyncGenerator<KeptAnswer>
  /** Receives a file, which the work then has in shared memory. */
  readonly withHar: <T>(chunks: AsyncIterable<Buffer>, work: (har: Uint8Array) => Promise<T>) => Promise<T>
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
}
interface Filter {
  readonly listing?: string | undefined
  readonly endpoint?: string | undefined
}
interface Page extends Filter {
  readonly limit: number
  readonly after?: string | undefined
}
interface ImportedHar {
  entries: number
  added: number
  skipped: number
  readonly problems: { readonly entry: number; readonly reason: string }[]
}
interface Imported {
  lines: number
  added: number
  refused: number
  readonly problems: { readonly line: number; readonly reason: string }[]
}
interface AnswersPage {
  answers: ReturnType<typeof viewOf>[]
  next?: string
  kept: { answers: number; bytes: number }
}
export interface AnswerRules {
  list(account: string, page: Page): Promise<AnswersPage>
  /** Fails with 'thing.unknown'. */
  get(account: string, id: string): Promise<AnswerLine & { id: string }>
  /** Fails with 'thing.unknown'. */
  remove(account: string, id: string): Promise<void>
  removeAll(account: string, filter: Filter): Promise<{ removed: number }>
  /** Yields the answers as lines of JSON, the oldest first. */
  export(account: string, filter: Filter): AsyncGenerator<string>
  import(account: string, bytes: AsyncIterable<Buffer>): Promise<Imported>
  /** Yields the answers as a HAR file; those of operations that are gone are left out. */
  exportHar(account: string, filter: Filter): AsyncGenerator<string>
  /**
   * Adds the reads of a HAR file, and all that a gateway has written into it. Fails with 'input.invalid' for a file
   * that is no HAR, and 'gateway.busy'.
   */
  importHar(account: string, bytes: AsyncIterable<Buffer>): Promise<ImportedHar>
}

const mostProblems = 100
/** Refused lines beyond which a file is taken for another kind of file. */
const mostRefused = 10_000
const addedAtOnce = 20

/** Creates the rules. */
export function createAnswerRules(deps: AnswerRulesDeps): AnswerRules {
  const { keptAnswers, served, audit, answersOfHar, withHar, baseUrl } = deps
  return {
    async list(account, { after, ...page }) {
      const listed = await keptAnswers.list(account, { ...page, ...(after !== undefined && { after: placeOf(after) }) })
      const last = listed.length === page.limit ? listed.at(-1) : undefined
      return {
        answers: listed.map(viewOf),
        ...(last && { next: cursorOf(last) }),
        kept: await keptAnswers.count(account),
      }
    },
    async get(account, id) {
      const answer = await keptAnswers.get(account, id)
      if (!answer) throw unknown(id)
      return { id, ...lineOf(answer) }
    },
    async remove(account, id) {
      if ((await keptAnswers.remove(account, { id })) === 0) throw unknown(id)
      await audit.write({ actor: account, action: 'answers.remove', target: id })
    },
    async removeAll(account, filter) {
      const removed = await keptAnswers.remove(account, filter)
      await audit.write({
        actor: account,
        action: 'answers.remove',
        target: filter.listing ?? '*',
        detail: { removed },
      })
      return { removed }
    },
    async *export(account, filter) {
      for await (const answer of keptAnswers.all(account, filter)) yield `${JSON.stringify(lineOf(answer))}\n`
    },
    async import(account, bytes) {
      const result: Imported = { lines: 0, added: 0, refused: 0, problems: [] }
      let waiting: KeptAnswer[] = []
      const pause = createPacer()
      const write = async () => {
        if (waiting.length > 0) result.added += await keptAnswers.add(account, waiting)
        waiting = []
      }
      for await (const { line, text } of nextLine(bytes)) {
        result.lines++
        const read = text === undefined ? 'it is too long' : readLine(text)
        const problem = typeof read === 'string' ? read : problemOf(read, served)
        if (typeof read !== 'string' && problem === undefined) waiting.push(read)
        else {
          result.refused++
          if (result.problems.length < mostProblems) result.problems.push({ line, reason: problem ?? '' })
        }
        if (waiting.length >= addedAtOnce || result.refused > mostRefused) await write()
        if (result.refused > mostRefused) throw otherFile(result.added)
        await pause()
      }
      await write()
      const { lines, added } = result
      await audit.write({ actor: account, action: 'answers.import', target: account, detail: { lines, added } })
      return result
    },
    async *exportHar(account, filter) {
      async function* exchanges() {
        for await (const answer of keptAnswers.all(account, filter)) {
          const listing = served.bySlug.get(answer.request.listing)
          const exchange = listing && exchangeOf(answer, listing, baseUrl)
          if (exchange) yield exchange
        }
      }
      yield* writeHar(exchanges(), programVersion())
    },
    async importHar(account, bytes) {
      const skipped: SkippedEntry[] = []
      const taken = { answers: 0, added: 0 }
      await withHar(bytes, async (har) => {
        for await (const answers of inGroups(answersOfHar(har, skipped))) {
          taken.answers += answers.length
          taken.added += await keptAnswers.add(account, answers)
        }
      })
      const entries = taken.answers + skipped.length
      const { added } = taken
      await audit.write({ actor: account, action: 'answers.import', target: account, detail: { entries, added } })
      const problems = skipped.sort((a, b) => a.index - b.index).slice(0, mostProblems)
      return {
        entries,
        added,
        skipped: skipped.length,
        problems: problems.map(({ index, reason }) => ({ entry: index, reason })),
      }
    },
  }
}

async function* inGroups(answers: AsyncIterable<KeptAnswer>): AsyncGenerator<KeptAnswer[]> {
  let group: KeptAnswer[] = []
  for await (const answer of answers) {
    group.push(answer)
    if (group.length < addedAtOnce) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

function problemOf({ request }: KeptAnswer, { bySlug }: AnswerRulesDeps['served']): string | undefined {
  const listing = bySlug.get(request.listing)
  if (!listing) return `there is no listing ${request.listing} here`
  return Object.hasOwn(listing.api.endpoints, request.endpoint)
    ? undefined
    : `${request.listing} has no operation ${request.endpoint}`
}

function viewOf({ request: { listing, endpoint, params }, ...rest }: ListedAnswer) {
  return { ...rest, listing, endpoint, params: { ...params } }
}

const cursorOf = ({ at, id }: ListedAnswer) => Buffer.from(`${at} ${id}`).toString('base64url')

function placeOf(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,16}) (\w{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  const problem = 'must be the `next` of a page'
  throw fail('input.invalid', { problems: `after ${problem}` }, { details: { problems: [{ name: 'after', problem }] } })
}

const unknown = (id: string) => fail('thing.unknown', { thing: 'kept answer', id })

function otherFile(added: number) {
  const problem = `has more than ${mostRefused} lines that are no recorded answers; answers added before them: ${added}`
  return fail('input.invalid', { problems: `body ${problem}` }, { details: { problems: [{ name: 'body', problem }] } })
}
