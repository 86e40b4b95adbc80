// Texts on which readers once took quadratic time: each blocked everybody, or one API, for seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { speak } from '../../apis/model-routing/provider/models/built-in/speech/recording.ts'
import { describeOutcome, type Row, type Target } from './target.ts'

const json = { 'content-type': 'application/json' }
/** Longest block of the event loop by a call. */
const mostMs = 50
/** Paths up to the value of a numeric parameter. */
const numbers = ['exchange-rates/latest?amount=', 'author-sentences/sentences?limit=']

export const textRows: readonly Row[] = [
  {
    title: '20 calls without a key with an `Authorization` of 30 kB',
    mostMs,
    run: async ({ url }) => (await Promise.all(Array.from({ length: 20 }, () => withoutKey(url)))).at(-1) ?? '',
  },
  ...numbers.map(
    (path): Row => ({
      title: `\`GET ${path}\` and 30,000 zeros`,
      mostMs,
      warmUp: ({ call }) => call('GET', `/v1/proxy/${path}1`),
      run: ({ call }) => call('GET', `/v1/proxy/${path}${'0'.repeat(30_000)}x`).then(describeOutcome),
    }),
  ),
  {
    title: 'chat completions: a picture of 1,000,000 `=`',
    mostMs,
    warmUp: ({ call }) => picture(call, 'AAAA'),
    run: ({ call }) => picture(call, `${'='.repeat(1e6)}A`),
  },
  {
    title: 'select: an `fl` of 500,000 `[.`',
    mostMs,
    warmUp: ({ call }) => select(call, 'id'),
    run: ({ call }) => select(call, '[.'.repeat(500_000)),
  },
  {
    title: 'select: 500 patterns in one query',
    mostMs,
    warmUp: ({ call }) => select(call, 'id'),
    run: ({ call }) => select(call, 'id', patterns(500)),
  },
  {
    title: '`GET select?q=` with 2,000 patterns, 30 kB',
    mostMs,
    warmUp: ({ call }) => select(call, 'id'),
    run: ({ call }) =>
      call('GET', `/v1/proxy/nanomaterials/select?q=${encodeURIComponent(patterns(2000)).replaceAll('%20', '+')}`).then(
        describeOutcome,
      ),
  },
  {
    title: 'subtitles of 150 kB of `-->` are translated',
    mostMs,
    warmUp: (target) => subtitles(target, '1\n00:00:01,000 --> 00:00:02,000\nHello.\n'),
    run: (target) => subtitles(target, `1\n${'-->'.repeat(51_000)}`),
  },
  {
    title: 'the heaviest known calls of APIs with a thread, at once',
    mostMs,
    warmUp: async (target) => {
      await select(target.call, 'id')
      await subtitles(target, '1\n00:00:01,000 --> 00:00:02,000\nHello.\n')
      await transcript(target.call, 'Hello.', 'verbose_json')
    },
    run: async (target) => (await Promise.all(heaviest(target))).join('; '),
  },
  ...(['srt', 'verbose_json'] as const).map(
    (format): Row => ({
      title: `a transcript of 200,000 \`${format === 'srt' ? '!' : 'a'}\` as ${format}`,
      mostMs,
      warmUp: ({ call }) => transcript(call, 'Hello.', format),
      run: ({ call }) => transcript(call, format === 'srt' ? '!'.repeat(200_000) : 'a '.repeat(100_000), format),
    }),
  ),
]

const patterns = (count: number) => Array(count).fill('*0*a*e*i*').join(' OR ')

/** Returns the heaviest known call of each API with a thread, all sent at once by one caller. */
const heaviest = (target: Target): readonly Promise<string>[] => [
  select(target.call, 'id', patterns(500)),
  select(target.call, '[.'.repeat(500_000)),
  subtitles(target, `1\n${'-->'.repeat(51_000)}`),
  transcript(target.call, 'a '.repeat(100_000), 'verbose_json'),
  target
    .call('GET', `/v1/proxy/nanomaterials/enm/nanoreg1/query/smarts?search=${'[R4]'.repeat(50)}`)
    .then(describeOutcome),
]

async function withoutKey(url: string): Promise<string> {
  const headers = { authorization: 'a'.repeat(30_000) }
  const answer = await fetch(`${url}/v1/proxy/address-lookup/places?query=x`, { headers })
  await answer.arrayBuffer()
  return String(answer.status)
}

async function picture(call: Target['call'], bytes: string): Promise<string> {
  const content = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } }]
  const body = JSON.stringify({ model: 'any', max_tokens: 9, messages: [{ role: 'user', content }] })
  return describeOutcome(await call('POST', '/v1/proxy/model-routing/v1/chat/completions', { headers: json, body }))
}

async function select(call: Target['call'], fl: string, q = 'zinc'): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = String(new URLSearchParams({ q, fl }))
  return describeOutcome(await call('POST', '/v1/proxy/nanomaterials/select', { headers, body }))
}

/** Translates subtitles, and waits for the end of the translation. */
async function subtitles({ call }: Target, text: string): Promise<string> {
  const form = formOf([
    [{ name: 'target_lang' }, 'DE'],
    [{ name: 'file', filename: 'a.srt' }, text],
  ])
  const sent = await call('POST', '/v1/proxy/translation/v2/document', form)
  if (sent.status > 299) return describeOutcome(sent)
  const { document_id: id, document_key } = JSON.parse(sent.text)
  for (;;) {
    const body = JSON.stringify({ document_key })
    const state = await call('POST', `/v1/proxy/translation/v2/document/${id}`, { headers: json, body })
    if (state.status > 299) return describeOutcome(state)
    const { status } = JSON.parse(state.text)
    if (status === 'done' || status === 'error') return `${describeOutcome(sent)}, ${status}`
    await sleep(200)
  }
}

async function transcript(call: Target['call'], text: string, format: string): Promise<string> {
  const form = formOf([
    [{ name: 'model' }, 'gatehouse-listen'],
    [{ name: 'response_format' }, format],
    [{ name: 'timestamp_granularities[]' }, 'word'],
    [{ name: 'file', filename: 'a.wav' }, speak(text, { voice: 'alloy', speed: 1 }).header],
  ])
  return describeOutcome(await call('POST', '/v1/proxy/model-routing/v1/audio/transcriptions', form))
}

function formOf(parts: readonly (readonly [{ name: string; filename?: string }, string | Buffer])[]) {
  const pieces = parts.map(([names, content]) => {
    const disposition = Object.entries(names).map(([name, value]) => `${name}="${value}"`)
    const head = `--b\r\ncontent-disposition: form-data; ${disposition.join('; ')}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
  })
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([...pieces, Buffer.from('--b--\r\n')]),
  }
}
