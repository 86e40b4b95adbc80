// The provider that misbehaves in every way, on its own thread.
import { setTimeout as wait } from 'node:timers/promises'
import { defineProvider, type FilePart, fail, type ProviderKit, refuse, reply } from '#define'
import { OutboundFailure } from '#define/outbound'
import { hashesOf } from '../../file-hashes.ts'
import api from './api.ts'

export default defineProvider(api, {
  runs: 'worker',
  callsAtOnce: 2,
  importFormats: 'Anything.',
  jobs: { sweep: { everyMs: 3_600_000, offline: true } },
  open: (kit: ProviderKit) => {
    const seen: string[] = []
    const retained: unknown[] = []
    let working = 0
    return {
      sockets: {
        talk: ({ how }: { how?: string }, { signal }) => {
          if (how === 'refused') throw refuse(409, { message: 'not now' })
          signal.addEventListener('abort', () => seen.push('left'), { once: true })
          return async (session) => {
            for (let count = 0; how === 'flood'; count++) {
              await session.send(Buffer.alloc(64 * 1024))
              seen.length = 0
              seen.push(`sent ${count}`)
            }
            for await (const message of session.messages) {
              if (message === 'close') await session.close(4001, 'as asked')
              else if (message === 'throw') throw new Error('the talk failed')
              else if (message === 'die') {
                setTimeout(() => {
                  throw new Error('nobody catches this')
                }, 1)
              } else await session.send(message)
            }
          }
        },
      },
      handlers: {
        echo: ({ body }) => reply(body, { status: 201, headers: { 'x-echo': 'yes' } }),
        bytes: ({ body }) =>
          Buffer.isBuffer(body) ? Buffer.concat([body, Buffer.from('!')]) : Buffer.from('no buffer'),
        long: () => ({ text: 'ж'.repeat(2_000_000) }),
        call: ({ name }, { account, key, request }) => {
          const { method, path, query, headers, baseUrl } = request
          return { name, account, key, method, path, query: query.get('name'), accept: headers['x-seen'], baseUrl }
        },
        files: async ({ body: { files = [], one, name } }) => ({
          name,
          files: await Promise.all([files, one ?? []].flat().map(readFile)),
        }),
        hashes: async ({ body }) => hashesOf(body),
        upload: async ({ body }) => {
          let size = 0
          for await (const chunk of body) size += chunk.length
          return { size }
        },
        refuse: () => {
          throw refuse(409, { message: 'not now' }, { 'x-why': 'busy' })
        },
        fail: () => {
          throw fail('thing.unknown', { thing: 'lamp', id: '7' }, { details: { lamps: ['1', '2'] } })
        },
        bug: () => {
          throw new TypeError('the lamp is no lamp')
        },
        loop: async ({ after }) => {
          if (after > 0) await wait(after)
          for (;;);
        },
        grow: () => {
          for (;;) retained.push(new Array(100_000).fill(retained.length))
        },
        throwLater: async () => {
          setTimeout(() => {
            throw new Error('nobody catches this')
          }, 1)
          return wait(60_000, {})
        },
        wait: async (_input, { signal }) => {
          seen.push('waiting')
          await wait(60_000, undefined, { signal }).catch(() => seen.push('aborted'))
          return {}
        },
        work: ({ ms }) => {
          working++
          setTimeout(() => working--, ms)
          return {}
        },
        frames: ({ count }, { signal }) => reply(frames(count, seen, signal)),
        seen: () => ({ seen, now: kit.now(), draw: kit.random.int(1, 1_000_000) }),
        ask: ({ slug, id }) => kit.ask(slug, id, { id: 'asked' }),
        kit: async ({ url }) => {
          await kit.secrets.put('lamp', 'a-secret-of-the-operator')
          const names = await kit.secrets.names()
          const answer = url === undefined ? undefined : await callOut(kit, url)
          const removed = await kit.secrets.remove('lamp')
          return { names, answer, removed, config: kit.config }
        },
      },
      jobs: { sweep: async () => kit.log.info('the hostile provider is swept', { seen: seen.length }) },
      async importFile({ name, account, chunks }, progress) {
        let size = 0
        for await (const chunk of chunks) {
          if (chunk.includes('LOOP')) for (;;);
          if (chunk.includes('BAD')) throw fail('import.invalid', { reason: `${name} is bad` })
          size += chunk.length
          progress({ phase: 'reading', counts: { size } })
        }
        return { size, account: account.length }
      },
      refresh: () => void seen.push('refreshed'),
      isAtWork: () => working > 0,
      close: async () => kit.log.info('the hostile provider is closed'),
    }
  },
})

async function* frames(count: number, seen: string[], signal: AbortSignal): AsyncGenerator<string> {
  try {
    for (let at = 0; at < count && !signal.aborted; at++) {
      seen[0] = `frame ${at}`
      yield `data: {"at":${at},"padding":"${'x'.repeat(65_536)}"}\n\n`
    }
  } finally {
    seen.push('ended')
  }
}

async function callOut(kit: ProviderKit, url: string) {
  try {
    const body = (async function* () {
      yield Buffer.from('one ')
      yield Buffer.from('two')
    })()
    const headers = { authorization: { secret: 'lamp', prefix: 'Bearer ' } }
    const answer = await kit.outbound({ method: 'POST', url, headers, body })
    return { status: answer.status, type: answer.headers['content-type'], body: String(await answer.bytes()) }
  } catch (error) {
    if (error instanceof OutboundFailure) return { reason: error.reason }
    throw error
  }
}

/** Returns a handler's view of a file; other values are returned unchanged. */
async function readFile(value: FilePart): Promise<unknown> {
  if (!(value.blob instanceof Blob)) return value
  const { fileName, contentType, blob, bytes } = value
  return [fileName, contentType, (await blob.arrayBuffer()).byteLength, bytes.length]
}
