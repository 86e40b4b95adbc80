// Guards what an operator watches and runs, on both databases, through a running gateway.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { backupNameAt } from '../../process/backup-names.ts'
import { eventsIn, operated } from './operator.fixture.ts'

const words = Buffer.from('tea\ncoffee\n')

await eachStore('the operator API for operation', (database) =>
  operated(database, (at) => {
    test('an import streams the file, reports progress, and ends with the counts', async () => {
      const { status, headers, text } = await at.admin('POST', '/imports/dictionary?file=words.txt', words)
      assert.equal(status, 200, text)
      assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
      const events = eventsIn(text)
      assert.deepEqual(events.at(-1), { kind: 'result', counts: { bytes: words.length, words: 1 } })
      assert.deepEqual(events.at(-2), {
        kind: 'progress',
        phase: 'writing',
        percent: 100,
        counts: { bytes: words.length },
      })
      assert.deepEqual(at.imported, [{ name: 'words.txt', account: at.gateway.demoAccountId, bytes: words.length }])
      const { json } = await at.admin('GET', '/audit?limit=1')
      assert.match(JSON.stringify(json), /"import.run".*"words":1/)
    })

    test('the result has the notes of the importer', async () => {
      const { text } = await at.admin('POST', '/imports/dictionary?file=noted', words)
      const { kind, notes } = eventsIn(text).at(-1) ?? {}
      assert.deepEqual([kind, notes], ['result', ['Skipped: line 2.\u001b[31m']])
    })

    test('while a file is read, its progress has the percentage of the size that was named', async () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      const sending = fetch(`${at.gateway.baseUrl}/v1/admin/imports/dictionary?file=half&bytes=${2 * words.length}`, {
        method: 'POST',
        body: readable,
        duplex: 'half',
        headers: { 'x-gateway-admin-key': at.gateway.adminKey },
      })
      await writer.write(words)
      let text = ''
      for await (const chunk of (await sending).body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        if (/"percent":50/.test(text)) await writer.close().catch(() => undefined)
      }
      const counts = { bytes: words.length }
      const half = { kind: 'progress', phase: 'reading', percent: 50, counts }
      assert.deepEqual(
        eventsIn(text).find(({ percent }) => percent === 50),
        half,
      )
    })

    test('a refused file ends with the reason, a bug with nothing internal', async () => {
      const refused = eventsIn((await at.admin('POST', '/imports/dictionary?file=w', Buffer.from('BAD'))).text).at(-1)
      assert.deepEqual(refused, {
        kind: 'error',
        error: { code: 'import.invalid', message: 'The file could not be imported: line 1 is not a word' },
      })
      const fault = await at.admin('POST', '/imports/dictionary?file=w', Buffer.from('BUG'))
      assert.match(fault.text, /internal\.bug/)
      assert.doesNotMatch(fault.text, /fell over/)
      assert.match(at.gateway.logged.join(''), /fell over/)
    })

    test('an import into an unknown API, without an importer, a file or a name is refused before the file is read', async () => {
      const codes = []
      for (const path of ['/imports/nope?file=a', '/imports/weather-pro?file=a', '/imports/dictionary'])
        codes.push((await at.admin('POST', path, words)).text.match(/"code":"([^"]+)"/)?.[1])
      codes.push((await at.admin('POST', '/imports/dictionary?file=a')).text.match(/"code":"([^"]+)"/)?.[1])
      assert.deepEqual(codes, ['thing.unknown', 'import.unknown', 'input.invalid', 'input.invalid'])
    })

    test('a second import into the same API is refused until the first has ended', async () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      const first = fetch(`${at.gateway.baseUrl}/v1/admin/imports/dictionary?file=slow`, {
        method: 'POST',
        body: readable,
        duplex: 'half',
        headers: { 'x-gateway-admin-key': at.gateway.adminKey },
      })
      await writer.write(words)
      // the response head arrives while the file is still being sent
      const answer = await first
      assert.equal(answer.status, 200)
      assert.equal((await at.admin('POST', '/imports/dictionary?file=b', words)).status, 409)
      await writer.close()
      assert.match(await answer.text(), /"kind":"result"/)
      assert.equal((await at.admin('POST', '/imports/dictionary?file=b', words)).status, 200)
    })

    test('an interrupted upload does not block the next one', async () => {
      const faults = () => at.gateway.logged.filter((line) => line.includes('import into dictionary failed')).length
      const before = faults()
      const broken = new AbortController()
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const answer = await (async () => {
        const importing = fetch(`${at.gateway.baseUrl}/v1/admin/imports/dictionary?file=half`, {
          method: 'POST',
          body: readable,
          duplex: 'half',
          headers: { 'x-gateway-admin-key': at.gateway.adminKey },
          signal: broken.signal,
        })
        await writable.getWriter().write(words)
        return importing
      })()
      assert.equal(answer.status, 200)
      broken.abort()
      await assert.rejects(answer.text())
      const isAccepted = async () => (await at.admin('POST', '/imports/dictionary?file=whole', words)).status !== 409
      await until(isAccepted, 'the end of the interrupted import')
      assert.equal(at.imported.at(-1)?.name, 'whole')
      assert.equal(faults(), before, 'an interrupted upload is not a failure of the gateway')
    })

    test('the account of an import must be named once there are several', async () => {
      await at.admin('POST', '/accounts', { name: 'Second', plan: 'free' })
      const unnamed = await at.admin('POST', '/imports/dictionary?file=a', words)
      assert.deepEqual([unnamed.status, unnamed.text.includes('account is required')], [400, true])
      const named = await at.admin('POST', `/imports/dictionary?file=a&account=${at.gateway.demoAccountId}`, words)
      assert.equal(named.status, 200)
      assert.equal((await at.admin('POST', '/imports/dictionary?file=a&account=acc_x', words)).status, 404)
    })

    test('usage includes calls up to this moment, and only those that match the query', async () => {
      const { accountId, key } = await at.gateway.account()
      for (const word of ['tea', 'milk', '']) await at.as(key, 'GET', `/v1/proxy/dictionary/define?word=${word}`)
      const { json } = await at.admin('GET', `/usage?account=${accountId}&by=day`)
      const { calls, failed } = Object(json.total)
      assert.deepEqual([calls, failed, json.by], [3, 1, 'day'])
      const other = await at.admin('GET', `/usage?account=${accountId}&listing=weather`)
      assert.deepEqual(other.json.rows, [])
      assert.equal((await at.admin('GET', '/usage?from=10&to=5')).status, 400)
      assert.equal((await at.admin('GET', '/usage?by=year')).status, 400)
    })

    test('usage comes in pages, each with the total of the whole range', async () => {
      const { accountId, key } = await at.gateway.account()
      for (const slug of ['dictionary/define?word=tea', 'tides/today']) await at.as(key, 'GET', `/v1/proxy/${slug}`)
      const query = `/usage?account=${accountId}&by=day`
      const whole = (await at.admin('GET', query)).json
      assert.equal(whole.next, undefined)
      const rows: unknown[] = []
      for (let after = ''; ; ) {
        const { json } = await at.admin('GET', `${query}&limit=1${after}`)
        assert.deepEqual([Object(json.rows).length, json.total], [1, whole.total])
        rows.push(...Object(json.rows))
        if (typeof json.next !== 'string') break
        after = `&after=${json.next}`
      }
      assert.deepEqual(rows, whole.rows)
      assert.equal(rows.length, 2)
      for (const wrong of ['limit=1001', 'limit=0', 'after=x', `after=${'A'.repeat(5000)}`])
        assert.equal((await at.admin('GET', `${query}&${wrong}`)).status, 400, wrong.slice(0, 20))
    })

    test('every API is listed with its listings, providers and importer', async () => {
      const { json } = await at.admin('GET', '/apis')
      const apis = Array.isArray(json.apis) ? json.apis : []
      assert.deepEqual(
        apis.map(({ slug, state, auth, imports, endpoints }) => [slug, state, auth, imports, endpoints]),
        [
          ['weather', 'embedded and live', 'own', null, 2],
          ['dictionary', 'embedded', 'keyless', 'Words, one per line.', 2],
          ['tides', 'live', 'optional', null, 1],
          ['models', 'embedded', 'optional', null, 1],
        ],
      )
      assert.deepEqual(apis[0].listings, [
        { slug: 'weather', title: 'Weather' },
        { slug: 'weather-pro', title: 'Weather for professionals' },
      ])
    })

    test('the master key is rotated while calls go on, and its state is reported', async () => {
      const before = await at.admin('GET', '/vault/rotation')
      assert.deepEqual([before.json.state, before.json.masterVersion], ['idle', 1])
      const { text } = await at.admin('POST', '/vault/rotation')
      const [result] = eventsIn(text).slice(-1)
      assert.deepEqual(
        { ...result, rewrapped: 0 },
        {
          kind: 'result',
          version: 2,
          rewrapped: 0,
          unreadable: [],
          remaining: [],
        },
      )
      assert.ok(Number(result?.rewrapped) >= 2, 'the pepper and the data key of the demo account')
      const after = await at.admin('GET', '/vault/rotation')
      assert.deepEqual([after.json.state, after.json.masterVersion, after.json.versionsInUse], ['done', 2, [2]])
      assert.equal((await at.as(at.gateway.key, 'GET', '/v1/proxy/dictionary/define?word=tea')).status, 200)
    })

    test('the status reports database, memory, data folder, newest backup, master key and counts', async () => {
      const folder = join(database.target.dataDir, 'backups')
      mkdirSync(folder, { recursive: true })
      for (const at of [5000, 1_790_000_000_123, 7000]) writeFileSync(join(folder, backupNameAt(at)), '')
      writeFileSync(join(folder, 'before-0.1.0.db'), '')
      const { json } = await at.admin('GET', '/status')
      const { database: reported, dataFolder, masterKey, counts } = json
      assert.deepEqual([Object(reported).kind, Object(reported).reachable], [database.store.dialect.name, true])
      assert.match(Object(reported).version, /^\d+\.\d/)
      assert.ok(Number(json.memoryBytes) > 20_000_000)
      assert.equal(Object(dataFolder).lastBackupAt, 1_790_000_000_123)
      assert.ok(Object(dataFolder).freeBytes > 0)
      assert.equal(Object(dataFolder).path, database.target.dataDir)
      assert.equal(json.version, versionOfProgram())
      assert.deepEqual([json.redis, json.mayServe, json.node], ['off', true, process.versions.node])
      assert.equal(Object(masterKey).version, Object(masterKey).versionsInUse[0])
      assert.ok(Object(counts).accounts >= 2 && Object(counts).keys >= 2 && Object(counts).providerKeys === 1)
    })
  }),
)

function versionOfProgram(): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8')).version
}
