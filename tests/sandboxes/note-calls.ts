// Loaded before the test files of one API (noted-calls.ts): notes the calls that reach its provider, however the
// tests open it, and writes them into a file when the process ends.
import { appendFileSync } from 'node:fs'
import type { ProviderKit } from '#define'
import { isReply } from '#define'
import { present } from '#define/present'
import type { OpenedProvider, Provider } from '#define/reflect'
import type { NotedCall } from './noted-calls.ts'

const slug = present(process.env.GATEHOUSE_NOTED_API)
const path = present(process.env.GATEHOUSE_NOTED_CALLS)
/** The longest output of which ids are learnt. */
const longestOutput = 100_000

type Note = { -readonly [M in keyof NotedCall]: NotedCall[M] }

const noted: Note[] = []
process.on('exit', () => appendFileSync(path, noted.map((call) => `${JSON.stringify(call)}\n`).join('')))

const { default: provider }: { default: Provider } = await import(`../../apis/${slug}/provider.ts`)
const { open } = provider
Object.assign(provider, {
  // a thread would load a module of its own
  runs: 'inline',
  open(kit: ProviderKit, tasks: never) {
    const opened = open.call(provider, kit, tasks)
    return opened instanceof Promise ? opened.then(noting) : noting(opened)
  },
})

type Handlers = OpenedProvider['handlers']

function noting(opened: OpenedProvider): OpenedProvider {
  const handlers = Object.entries(opened.handlers).map(([id, handler]) => [id, handler && notingOne(id, handler)])
  return { ...opened, handlers: Object.fromEntries(handlers) }
}

function notingOne(id: string, handler: NonNullable<Handlers[string]>): Handlers[string] {
  // what goes in and out is passed on, of types that an arbitrary handler cannot name
  return (input, call) => {
    const { body, ...params }: Readonly<Record<string, unknown>> = Object(input)
    const note: Note = { id, params: plain(params) }
    noted.push(note)
    const type = call.request.headers['content-type']
    if (type !== undefined) note.contentType = type
    const result: unknown = handler(
      (body === undefined ? input : { ...params, body: taken(body, note) }) as never,
      call,
    )
    Promise.resolve(result).then(
      (answer) => void learn(answer, note),
      () => undefined,
    )
    return result as never
  }
}

/** Notes a body, and returns it as the handler gets it. */
function taken(body: unknown, note: Note): unknown {
  if (Buffer.isBuffer(body)) note.bytes = body.toString('base64')
  else if (isStream(body)) return passing(body, note)
  else if (hasFiles(body)) void withFiles(body).then((value) => Object.assign(note, { body: value }))
  else note.body = JSON.parse(JSON.stringify(body)) // the handler may change it
  return body
}

const fileOf = (value: unknown): Blob | undefined => {
  const blob: unknown = Object(value).blob
  return blob instanceof Blob ? blob : undefined
}
const hasFiles = (body: unknown) => Object.values(Object(body)).some((value) => fileOf(value) !== undefined)

async function* passing(body: AsyncIterable<Uint8Array>, note: Note): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) {
    pieces.push(piece)
    note.bytes = Buffer.concat(pieces).toString('base64')
    yield piece
  }
}

/** Returns fields whose files are written as those of examples. */
async function withFiles(body: unknown): Promise<unknown> {
  const fields = Object.entries(Object(body)).map(async ([name, value]) => {
    const blob = fileOf(value)
    if (!blob) return [name, value]
    const { fileName, contentType } = Object(value)
    return [name, { fileName, contentType, base64: Buffer.from(await blob.arrayBuffer()).toString('base64') }]
  })
  return Object.fromEntries(await Promise.all(fields))
}

function learn(answer: unknown, note: Note): void {
  const output = isReply(answer) ? answer.body : answer
  if (typeof output !== 'object' || output === null || Buffer.isBuffer(output) || isStream(output)) return
  const text = JSON.stringify(output)
  if (text.length <= longestOutput) note.output = JSON.parse(text)
}

const plain = (params: object): Record<string, unknown> => JSON.parse(JSON.stringify(params))

function isStream(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
