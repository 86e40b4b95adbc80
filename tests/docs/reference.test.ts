// Every call that the reference shows answers on a gateway that has just been started, as it is printed. Ids that
// another call assigns are taken from the answer of that call, which is made again for each.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Api, Endpoint, Examples } from '#define'
import type { Example } from '#define/reflect'
import { type AssignedId, createAssignedIds, curlOf, maskedExample, withVariables } from '#derive'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { keysOf, newFolder, type Program, startProgram } from '../harness/program.ts'

const run = promisify(execFile)
const everyApi = (await loadApis()).filter(({ provider }) => provider)
const loaded = everyApi.filter(({ api }) => api.surface.name === 'hosted')

const mostWaitMs = 20_000
const betweenMs = 250

const empty = ['[]', '{"data":[]}', '{}']

interface Answer {
  readonly status: number
  readonly text: string
}
interface Page {
  readonly api: Api
  readonly examples: Examples
  readonly idsOf: (id: string) => readonly AssignedId[]
}

describe('the reference on a new gateway', () => {
  const closing: (() => unknown)[] = []
  const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
  let folder: string
  let environment: Record<string, string | undefined>

  before(async () => {
    folder = newFolder(cleanup)
    const program: Program = await startProgram(cleanup, { dataDir: join(folder, 'data') })
    environment = { PATH: process.env.PATH, GATEHOUSE_URL: program.baseUrl, GATEHOUSE_KEY: keysOf(program).gateway }
  })
  after(async () => {
    for (const close of closing) await close()
  })

  for (const { api, examples } of loaded) {
    const page = { api, examples, idsOf: createAssignedIds(api.endpoints, examples) }
    // what removes comes last: others read what is there
    const isRemoval = ([, { method }]: [string, Endpoint]) => method === 'DELETE'
    const operations = Object.entries<Endpoint>(api.endpoints)
    for (const [id, endpoint] of operations.sort((a, b) => Number(isRemoval(a)) - Number(isRemoval(b)))) {
      if (endpoint.unimplemented !== undefined || endpoint.liveOnly !== undefined) continue
      test(`${api.slug}.${id} answers the call of its page`, async () => {
        const { status, text } = await answerOf(page, id)
        assert.ok(status >= 200 && status < 300, `${status} ${text.slice(0, 300)}`)
        // what was just made may be empty
        if (page.idsOf(id).length === 0) assert.ok(!empty.includes(text), `an empty answer: ${text}`)
      })
    }
  }

  /** Sends the call of an operation, after those that assign its ids, each of which is sent once. */
  async function answerOf(page: Page, id: string, earlier = new Map<string, unknown>()): Promise<Answer> {
    const variables: Record<string, string> = {}
    for (const { operation, path, variable } of page.idsOf(id)) {
      if (!earlier.has(operation)) earlier.set(operation, JSON.parse((await answerOf(page, operation, earlier)).text))
      const answer = earlier.get(operation)
      const steps = page.api.envelope === 'data' ? ['data', ...path] : path
      const value = steps.reduce<unknown>((at, step) => Object(at)[step], answer)
      assert.ok(value !== undefined, `${operation} answers without ${steps.join('.')}: ${JSON.stringify(answer)}`)
      variables[variable] = String(value)
    }
    return settled(page, id, variables)
  }

  /** Sends a call again that comes too early for what another has started, or too often for the provider's limits. */
  async function settled(page: Page, id: string, variables: Readonly<Record<string, string>>): Promise<Answer> {
    let answer = await sent(page, id, variables)
    const isMade = Object.keys(variables).length > 0
    const end = performance.now() + mostWaitMs
    while ((answer.status === 429 || (isMade && answer.status >= 400)) && performance.now() < end) {
      await sleep(betweenMs)
      answer = await sent(page, id, variables)
    }
    return answer
  }

  async function sent(page: Page, id: string, variables: Readonly<Record<string, string>>): Promise<Answer> {
    const cwd = join(folder, `${page.api.slug}-${id}`)
    mkdirSync(cwd, { recursive: true })
    writeFiles(cwd, page.examples[id] ?? assert.fail(id))
    const command = commandOf(page, id)
    const written = command.replace(/^curl /, `curl -s -o answer -w '%{http_code}' --max-time 60 `)
    const { stdout } = await run('sh', ['-c', `${written}; echo; head -c 100000 answer`], {
      cwd,
      env: { ...environment, ...variables },
      maxBuffer: 1 << 20,
    })
    return { status: Number(stdout.slice(0, 3)), text: stdout.slice(stdout.indexOf('\n') + 1) }
  }
})

for (const { api, examples } of everyApi)
  test(`the README of ${api.slug} shows a call of its reference`, () => {
    const page = { api, examples, idsOf: createAssignedIds(api.endpoints, examples) }
    const readme = readFileSync(new URL(`../../apis/${api.slug}/README.md`, import.meta.url), 'utf8')
    const [, shown = ''] = /\nA first call:\n\n```sh\n([\s\S]*?)\n```\n/.exec(readme) ?? []
    const calls = Object.keys(api.endpoints).map((id) => commandOf(page, id))
    assert.ok(calls.includes(shown), shown)
  })

function commandOf({ api, examples, idsOf }: Page, id: string): string {
  const endpoint = api.endpoints[id] ?? assert.fail(id)
  const example = examples[id] ?? assert.fail(id)
  return curlOf(api, endpoint, maskedExample(endpoint, withVariables(example, idsOf(id))))
}

/** The files that a call names are its caller's. */
function writeFiles(folder: string, { body }: Example): void {
  if (typeof body !== 'object' || body === null) {
    if (body !== undefined) writeFileSync(join(folder, 'file'), String(body))
    return
  }
  for (const field of Object.values(body)) {
    const { fileName, base64 } = Object(field)
    if (typeof fileName === 'string') writeFileSync(join(folder, fileName), Buffer.from(String(base64), 'base64'))
  }
}
