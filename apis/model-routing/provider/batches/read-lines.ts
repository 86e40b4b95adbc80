// Reads the calls of a batch: from the lines of a file, or from the members of a body. They are kept as text, so that
// a provider gets what the caller wrote.
import { linesOf } from '../models/stored/file-rules.ts'
import { isJson, parsed } from '../wire/json.ts'
import { itemsOf, membersOf } from '../wire/member-spans.ts'
import { type BatchProblem, batchLimits } from './batch.ts'
import type { NewLine } from './batch-lines.ts'

/** Limit of reported mistakes. */
const mostProblems = 50

/** Thrown when the calls cannot be read. */
export class UnreadableBatch extends Error {
  override name = 'UnreadableBatch'
  readonly problems: readonly BatchProblem[]
  constructor(problems: readonly BatchProblem[]) {
    super(problems[0]?.message)
    this.problems = problems
  }
}

/** Throws UnreadableBatch at the end, or as soon as there are too many mistakes. */
export async function* fileLines(content: AsyncIterable<Buffer>, endpoint: string): AsyncGenerator<NewLine> {
  const problems: BatchProblem[] = []
  const ids = new Set<string>()
  for await (const { text, line } of linesOf(content)) {
    const read = await readLine(text, endpoint)
    const problem = 'code' in read ? read : ids.has(read.customId) ? duplicate(read.customId) : undefined
    if (problem) problems.push({ ...problem, line })
    if (problems.length >= mostProblems) break
    if ('code' in read) continue
    ids.add(read.customId)
    if (ids.size > batchLimits.lines) throw tooMany(batchLimits.lines)
    if (problems.length === 0) yield read
  }
  if (problems.length > 0) throw new UnreadableBatch(problems)
}

type LineProblem = Omit<BatchProblem, 'line'>
const problem = (code: string, message: string, param: string | null = null): LineProblem => ({ code, message, param })

const duplicate = (id: string) =>
  problem('duplicate_custom_id', `The custom_id '${id.slice(0, 100)}' was used by an earlier line.`, 'custom_id')

const tooMany = (limit: number) =>
  new UnreadableBatch([{ ...problem('too_many_requests', `A batch has at most ${limit} requests.`), line: null }])

async function readLine(text: string, endpoint: string): Promise<NewLine | LineProblem> {
  const line = parsed(text)
  if (!isJson(line)) return problem('invalid_json_line', 'This line is not a JSON object.')
  const { custom_id: customId, method, url, body } = line
  if (typeof customId !== 'string' || customId === '' || customId.length > 512 || customId.includes('\0'))
    return problem('invalid_custom_id', 'custom_id must be a string of 1 to 512 characters.', 'custom_id')
  if (method !== 'POST') return problem('invalid_method', 'method must be POST.', 'method')
  if (url !== endpoint) return problem('invalid_url', `url must be ${endpoint}, the endpoint of the batch.`, 'url')
  if (!isJson(body)) return problem('invalid_body', 'body must be a JSON object.', 'body')
  const bytes = Buffer.from(text)
  const span = (await membersOf(bytes)).findLast(({ name }) => name === 'body')
  return { customId, request: span ? bytes.toString('utf8', span.valueStart, span.end) : JSON.stringify(body) }
}

const validId = /^[A-Za-z0-9_-]{1,64}$/

/** The text of a body with `requests`, which has been parsed. Throws UnreadableBatch at the first mistake. */
export async function* messageLines(bytes: Buffer): AsyncGenerator<NewLine> {
  const list = (await membersOf(bytes)).findLast(({ name }) => name === 'requests')
  const items = list ? itemsOf(bytes, list.valueStart) : []
  if (items.length === 0) throw refused('requests', 'requests must not be empty.')
  if (items.length > batchLimits.messages) throw tooMany(batchLimits.messages)
  const ids = new Set<string>()
  for (const [index, { start, end }] of items.entries()) {
    const item = bytes.subarray(start, end)
    const { custom_id: customId } = Object(parsed(item.toString('utf8')))
    const name = `requests.${index}`
    if (typeof customId !== 'string' || !validId.test(customId))
      throw refused(`${name}.custom_id`, 'A custom_id has 1 to 64 letters, digits, _ and -.')
    if (ids.has(customId)) throw refused(`${name}.custom_id`, `The custom_id '${customId}' is used twice.`)
    ids.add(customId)
    const params = (await membersOf(item)).findLast((member) => member.name === 'params')
    if (!params) throw refused(`${name}.params`, 'Field required.')
    yield { customId, request: item.toString('utf8', params.valueStart, params.end) }
  }
}

const refused = (param: string, message: string) =>
  new UnreadableBatch([{ code: 'invalid_value', message: `${param}: ${message}`, param, line: null }])
