// `node scripts/translation/bench-large.ts [--tmx MEGABYTES] [--pages PAGES]`: sends a long document and a large
// translation memory through a running gateway. Both are generated during the upload, from a fixed seed. Prints the
// memory of the gateway's process after each quarter, and seconds; it asserts nothing.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { zipSync } from 'fflate'
import { startProgram } from '../../tests/harness/program.ts'

const { values } = parseArgs({
  options: { tmx: { type: 'string', default: '1000' }, pages: { type: 'string', default: '300' } },
})
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-large-'))
const cleanups: (() => unknown)[] = []
const program = await startProgram(
  { after: (cleanup) => void cleanups.push(cleanup) },
  {
    dataDir,
    environment: { GATEHOUSE_PORT: '0', GATEHOUSE_MARKET_PORT: '0', GATEHOUSE_LOG_LEVEL: 'error' },
  },
)
const { gatewayKey } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
const base = `${program.baseUrl}/v1/proxy/translation`
const key = { 'x-gateway-key': gatewayKey }
let state = 7
let units = 0
try {
  await opened()
  say(`memory at the beginning: ${megabytes()} MB`)
  if (Number(values.pages) > 0) await document(Number(values.pages))
  if (Number(values.tmx) > 0) await memory(Number(values.tmx) * 1_000_000)
} finally {
  for (const cleanup of cleanups) await cleanup()
  rmSync(dataDir, { recursive: true, force: true })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Returns the memory of the process, threads included (proc(5), status). */
function megabytes(): number {
  const status = readFileSync(`/proc/${program.pid}/status`, 'latin1')
  return Math.round(Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024)
}

/** Waits for the provider, which is prepared by its first call; on a busy machine that takes more than one. */
async function opened(): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const body = new URLSearchParams({ text: 'Hello.', target_lang: 'DE' })
    if ((await fetch(`${base}/v2/translate`, { method: 'POST', body, headers: key })).ok) return
    await wait(1000)
  }
  throw new Error('the provider does not answer')
}

async function call(path: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(base + path, { ...init, headers: { ...key, ...init.headers } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** Draws from a linear congruential generator (Knuth): the same words in every run. */
function draw(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

function sentence(words: number): string {
  const known = ['the cat', 'a house', 'my sister', 'the door', 'three books', 'a new car', 'the city', 'water']
  const drawn = Array.from({ length: words }, () =>
    draw(3) === 0 ? `word${draw(50_000)}` : (known[draw(known.length)] ?? ''),
  )
  return `The ${drawn.join(' and ')}.`
}

async function document(pages: number): Promise<void> {
  // some 40 lines of 12 words per page
  const paragraphs = Array.from({ length: pages * 10 }, () => {
    const text = Array.from({ length: 4 }, () => sentence(6)).join(' ')
    return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
  })
  const body = `<w:document xmlns:w="urn:w"><w:body>${paragraphs.join('')}<w:sectPr/></w:body></w:document>`
  const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
  const zip = zipSync({ '[Content_Types].xml': Buffer.from(types), 'word/document.xml': Buffer.from(body) })
  const form = new FormData()
  form.set('file', new Blob([zip]), 'long.docx')
  form.set('source_lang', 'EN')
  form.set('target_lang', 'DE')
  const startedMs = performance.now()
  const watched = watch()
  const { document_id: id, document_key } = await call('/v2/document', { method: 'POST', body: form })
  const body2 = JSON.stringify({ document_key })
  const headers = { 'content-type': 'application/json' }
  for (;;) {
    const { status, error_message: error } = await call(`/v2/document/${id}`, { method: 'POST', body: body2, headers })
    if (status === 'done') break
    if (status === 'error') throw new Error(String(error))
    await wait(100)
  }
  const seconds = (performance.now() - startedMs) / 1000
  say(
    `docx of ${pages} pages, ${(zip.length / 1e6).toFixed(1)} MB packed, ${(body.length / 1e6).toFixed(1)} MB of XML: ` +
      `${seconds.toFixed(1)} s, memory by quarter of the time ${quarters(watched.stop()).join(', ')} MB`,
  )
}

async function memory(bytes: number): Promise<void> {
  const start = JSON.stringify({ source_file: { file_name: 'large.tmx', content_length: bytes } })
  const headers = { 'content-type': 'application/json' }
  const job = await call('/v3/translation_memories/import', { method: 'POST', body: start, headers })
  const startedMs = performance.now()
  const watched = watch()
  const uploaded = await fetch(String(job.upload_url), {
    method: 'PUT',
    body: ReadableStream.from(tmx(bytes)),
    // undici sends a body of unknown length in chunks
    duplex: 'half',
  } as RequestInit)
  say(
    `upload: ${uploaded.status} after ${((performance.now() - startedMs) / 1000).toFixed(1)} s ${await uploaded.text()}`,
  )
  for (;;) {
    const { results } = await call(`/v3/translation_memories/jobs/${job.job_id}`, {})
    const [result] = results as { status: string; error?: { message: string }; skipped_segment_count?: number }[]
    if (result?.status !== 'processing') {
      say(JSON.stringify(result))
      break
    }
    await wait(1000)
  }
  const seconds = (performance.now() - startedMs) / 1000
  say(
    `TMX of ${bytes / 1e6} MB, ${units} units: ${seconds.toFixed(1)} s, memory by quarter of the time ` +
      `${quarters(watched.stop()).join(', ')} MB`,
  )
}

async function* tmx(bytes: number): AsyncGenerator<Uint8Array> {
  const head = '<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>\n'
  const end = '</body></tmx>\n'
  let sent = head.length + end.length
  yield Buffer.from(head)
  while (sent < bytes - 100_000) {
    let chunk = ''
    while (chunk.length < 64_000) {
      units += 1
      // long segments, so that a gigabyte has some 500,000
      const [source, target] = [sentence(70), sentence(70)]
      chunk += `<tu><tuv xml:lang="en"><seg>${units} ${source}</seg></tuv><tuv xml:lang="de"><seg>${target}</seg></tuv></tu>\n`
    }
    sent += chunk.length
    yield Buffer.from(chunk)
  }
  yield Buffer.from(end)
}

/** Reads the memory every 50 ms. */
function watch() {
  const read: number[] = []
  const timer = setInterval(() => read.push(megabytes()), 50)
  return {
    stop(): number[] {
      clearInterval(timer)
      return read
    },
  }
}

/** Returns the peak of each quarter. */
function quarters(read: readonly number[]): number[] {
  const quarter = Math.max(1, Math.ceil(read.length / 4))
  return [0, 1, 2, 3].map((at) => Math.max(0, ...read.slice(at * quarter, (at + 1) * quarter)))
}
