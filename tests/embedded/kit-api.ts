// An API whose handlers use everything of the kit beyond the database, for its tests.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  anything,
  body,
  defineApi,
  defineExamples,
  defineOperator,
  defineProvider,
  empty,
  events,
  get,
  hosted,
  int,
  type JobSchedule,
  keyless,
  list,
  nullable,
  obj,
  type ProviderKit,
  post,
  put,
  reply,
  req,
  str,
} from '#define'
import { OutboundFailure } from '#define/outbound'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'

const Anything = anything()
const endpoints = {
  ask: get('/ask', 'Asks another API', { params: { slug: req.str(), id: req.str(), base: str() }, returns: Anything }),
  fetch: get('/fetch', 'Calls out', {
    params: { url: req.str(), secret: str(), limit: str(), waitMs: int() },
    returns: Anything,
  }),
  count: get('/count', 'Says its parameter', { params: { from: int({ default: 7 }) }, returns: Anything }),
  countBody: post('/count', 'Says its body', {
    body: body({ from: int({ default: 7 }), to: int(), note: nullable(str()) }, { required: false }),
    returns: Anything,
  }),
  long: get('/long', 'A long list in parts', { returns: list(Anything) }),
  frames: get('/frames', 'Events until the caller leaves', { returns: events(Anything) }),
  flood: get('/flood', 'More than anybody reads', { returns: events(Anything), limits: { idleMs: 300 } }),
  facts: get('/facts', 'What the kit holds', { returns: Anything }),
}
const operatorEndpoints = {
  names: get('/secrets', 'Names of sealed secrets', { returns: obj({ names: list(str()) }) }),
  keep: put('/secrets/{name}', 'Seals a text', { body: body({ text: req.str({ secret: true }) }), returns: empty() }),
  sign: post('/secrets/{name}/signatures', 'Signs a text', {
    body: body({ text: req.str() }),
    returns: obj({ signature: nullable(str()) }),
  }),
}

interface KitApi extends LoadedApi {
  /** Events that the handlers have recorded. */
  readonly seen: string[]
}

interface KitApiOptions {
  /** Jobs by name, each every hour. */
  readonly jobs?: Readonly<Record<string, Omit<JobSchedule, 'everyMs'> & { readonly run: () => Promise<void> }>>
  readonly close?: (kit: ProviderKit) => Promise<void>
}

/** Offered as `kit-api`. */
export function kitApi({ jobs = {}, close }: KitApiOptions = {}): KitApi {
  const seen: string[] = []
  const api = defineApi({
    ...{ slug: 'kit-api', title: 'Kit', summary: 'Uses the kit.', surface: hosted, auth: keyless, upstream: null },
    endpoints,
  })
  const examples = defineExamples(operatorEndpoints, {
    names: { output: { names: [] } },
    keep: { params: { name: 'a' }, body: { text: 'b' } },
    sign: { params: { name: 'a' }, body: { text: 'b' }, output: { signature: null } },
  })
  const operator = defineOperator(api, operatorEndpoints, examples)
  const schedules = Object.entries(jobs).map(([name, { run: _run, ...rest }]) => [
    name,
    { everyMs: 3_600_000, ...rest },
  ])
  const runs = Object.entries(jobs).map(([name, { run }]) => [name, run])
  const provider = defineProvider(api, {
    operator,
    jobs: Object.fromEntries(schedules),
    open: (kit) => ({
      handlers: {
        ask: ({ slug, id, base }) => kit.ask(slug, id, base === undefined ? {} : { base }),
        fetch: (input) => callOut(kit, input),
        count: ({ from }) => ({ from }),
        countBody: ({ body }) => body ?? null,
        long: () => reply(parts(['[1', ',2', ',3]'])),
        frames: (_input, call) => reply(framesUntil(call.signal, seen)),
        flood: () => reply(flood(seen)),
        facts: (_input, { key, account }) => ({ key, account, config: kit.config, mayCallOut: kit.mayCallOut }),
      },
      operator: {
        names: async () => ({ names: await kit.secrets.names() }),
        keep: async ({ name, body: { text } }) => {
          await kit.secrets.put(name, text)
          return undefined
        },
        sign: async ({ name, body: { text } }) => {
          const signature = await kit.secrets.sign(name, Buffer.from(text), 'sha256')
          return { signature: signature?.toString('base64') ?? null }
        },
      },
      jobs: Object.fromEntries(runs),
      ...(close && { close: () => close(kit) }),
    }),
  })
  return { api, provider, live: {}, examples: {}, seen }
}

interface CallOut {
  readonly url: string
  readonly secret?: string | undefined
  readonly limit?: string | undefined
  readonly waitMs?: number | undefined
}

async function callOut(kit: ProviderKit, { url, secret, limit, waitMs = 0 }: CallOut): Promise<unknown> {
  try {
    const headers = secret === undefined ? {} : { authorization: { secret, prefix: 'Bearer ' } }
    const query = secret === undefined ? {} : { key: { secret } }
    const bounds = limit === undefined ? {} : { maxBytes: Number(limit), firstByteMs: 300, idleMs: 300 }
    const answer = await kit.outbound({ url, headers, query, ...bounds })
    await sleep(waitMs)
    return { status: answer.status, headers: answer.headers, body: String(await answer.bytes()) }
  } catch (error) {
    if (error instanceof OutboundFailure) return { reason: error.reason, message: error.message }
    throw error
  }
}

async function* parts(strings: readonly string[]): AsyncGenerator<string> {
  for (const text of strings) yield text
}

async function* framesUntil(signal: AbortSignal, seen: string[]): AsyncGenerator<string> {
  try {
    for (let at = 0; !signal.aborted; at++) {
      yield `data: {"at":${at}}\n\n`
      await sleep(60_000, undefined, { signal }).catch(() => seen.push('aborted'))
    }
  } finally {
    seen.push('ended')
  }
}

async function* flood(seen: string[]): AsyncGenerator<string> {
  try {
    for (;;) yield `data: ${'x'.repeat(65_536)}\n\n`
  } finally {
    seen.push('flood ended')
  }
}
