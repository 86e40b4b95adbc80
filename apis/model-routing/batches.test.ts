// Batches and uploads through a running gateway, with the vendors' SDKs, answered by the built-in models on every
// database.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { eachStore } from '../../tests/harness/services.ts'
import { begun, chatLine, chatPath, ended, linesIn, messagesEnded, uploaded } from './test/batches.ts'
import { type KnownJson, openGatewayWorld, type World } from './test/world.ts'

await eachStore('batches', (database) =>
  describe('by the built-in models', () => {
    const closing: (() => unknown)[] = []
    const t = { after: (close: () => unknown) => void closing.unshift(close) }
    let world: World
    before(async () => {
      world = await openGatewayWorld(t, { now: '2026-11-02T12:00:00Z', database: database.target })
    })
    after(async () => {
      for (const close of closing) await close()
    })

    test('a file of calls becomes a file of answers and one of errors', async () => {
      const created = await begun(world, [
        chatLine('a', 'Say: low'),
        chatLine('b', 'Say: high'),
        chatLine('c', 'x', { messages: 7 }),
        chatLine('d', 'x', { stream: true }),
      ])
      assert.deepEqual(
        [created.object, created.status, created.endpoint, created.output_file_id],
        ['batch', 'validating', chatPath, null],
      )
      const batch = await ended(world, created.id)
      assert.deepEqual([batch.status, batch.request_counts], ['completed', { total: 4, completed: 2, failed: 2 }])
      const answers = await linesIn(world, batch.output_file_id)
      assert.deepEqual([...answers.keys()], ['a', 'b'])
      const answer = answers.get('b')
      assert.deepEqual([answer.response.status_code, answer.error], [200, null])
      assert.match(answer.response.body.choices[0].message.content, /high/)
      assert.match(answer.id, /^batch_req_/)
      const errors = await linesIn(world, batch.error_file_id)
      assert.deepEqual([...errors.keys()], ['c', 'd'])
      assert.deepEqual(
        [errors.get('c').response.status_code, errors.get('c').response.body.error.param],
        [400, 'messages'],
      )
      assert.equal(errors.get('d').response.body.error.param, 'stream')
      const file = await world.openai.files.retrieve(batch.output_file_id ?? '')
      assert.deepEqual([file.purpose, file.filename], ['batch_output', `${batch.id}_output.jsonl`])
    })

    test('every endpoint that batches may call answers in them', async () => {
      const bodies: Readonly<Record<string, object>> = {
        '/v1/completions': { model: 'asked-model', prompt: 'Say: low' },
        '/v1/embeddings': { model: 'gatehouse/embed-1', input: 'low tide' },
        '/v1/moderations': { input: 'low tide' },
        '/v1/responses': { model: 'asked-model', input: 'Say: low' },
      }
      for (const [url, body] of Object.entries(bodies)) {
        const { id } = await begun(world, [{ custom_id: 'one', method: 'POST', url, body }], url)
        const batch = await ended(world, id)
        assert.deepEqual([url, batch.status, batch.request_counts?.completed], [url, 'completed', 1])
      }
    })

    test('a file that cannot be read fails the batch, which names each line and calls nobody', async () => {
      const before = (await world.ledger()).length
      const { id } = await begun(world, [
        chatLine('a'),
        chatLine('a'),
        { ...chatLine('b'), url: '/v1/embeddings' },
        { ...chatLine('c'), method: 'GET' },
        { ...chatLine(''), custom_id: '' },
        { ...chatLine('e'), body: 'x' },
      ])
      const { status, errors, output_file_id: output } = await ended(world, id)
      assert.deepEqual([status, output], ['failed', null])
      assert.deepEqual(
        errors?.data?.map(({ line, code }) => [line, code]),
        [
          [2, 'duplicate_custom_id'],
          [3, 'invalid_url'],
          [4, 'invalid_method'],
          [5, 'invalid_custom_id'],
          [6, 'invalid_body'],
        ],
      )
      assert.equal((await world.ledger()).length, before)
    })

    test('a batch that cannot be created is refused in the format of the wire', async () => {
      const { openai } = world
      const input = await uploaded(world, [chatLine('a')])
      const right = { input_file_id: input, endpoint: chatPath, completion_window: '24h' }
      const wrong: readonly (readonly [object, number, string])[] = [
        [{ ...right, endpoint: '/v1/videos' }, 400, 'endpoint'],
        [{ ...right, completion_window: '1h' }, 400, 'completion_window'],
        [{ ...right, input_file_id: 'file-none' }, 404, 'id'],
        [{ ...right, metadata: { tide: 7 } }, 400, 'metadata'],
        [{ ...right, output_expires_after: { anchor: 'created_at', seconds: 1 } }, 400, 'expires_after[seconds]'],
        [{ endpoint: chatPath, completion_window: '24h' }, 400, 'input_file_id'],
      ]
      for (const [body, expected, param] of wrong) {
        const answer = await world.call('/v1/batches', { method: 'POST', body: JSON.stringify(body) })
        assert.deepEqual([answer.status, answer.body.error?.param], [expected, param])
      }
      await assert.rejects(openai.batches.retrieve('batch_none'), OpenAI.NotFoundError)
    })

    test('lists have pages, newest first, and no account sees the batches of another', async () => {
      const { openai, anthropic, clock } = world
      const made: string[] = []
      for (const id of ['a', 'b', 'c']) {
        clock.ms += 1000
        made.unshift((await begun(world, [chatLine(id)])).id)
      }
      const listed: string[] = []
      for await (const batch of openai.batches.list({ limit: 2 })) listed.push(batch.id)
      assert.deepEqual(listed.slice(0, 3), made)
      const { key } = await world.gateway.account()
      assert.equal((await world.call(`/v1/batches/${made[0]}`, { key })).status, 404)
      assert.deepEqual((await world.call('/v1/batches', { key })).body.data, [])
      // and neither contract shows the batches of the other
      await assert.rejects(anthropic.messages.batches.retrieve(made[0] ?? ''), { status: 404 })
    })

    test('messages: a batch, its results, its removal', async () => {
      const { batches } = world.anthropic.messages
      const params = { model: 'claude-x', max_tokens: 50, messages: [{ role: 'user' as const, content: 'Say: low' }] }
      const created = await batches.create({
        requests: [
          { custom_id: 'right', params },
          { custom_id: 'wrong', params: { ...params, max_tokens: -1 } },
        ],
      })
      assert.deepEqual([created.type, created.results_url], ['message_batch', null])
      const batch = await messagesEnded(world, created.id)
      assert.deepEqual(batch.request_counts, { processing: 0, succeeded: 1, errored: 1, canceled: 0, expired: 0 })
      const results = new Map<string, KnownJson>()
      for await (const { custom_id: id, result } of await batches.results(batch.id)) results.set(id, result)
      assert.equal(results.get('right').type, 'succeeded')
      assert.match(results.get('right').message.content[0].text, /low/)
      assert.deepEqual(
        [results.get('wrong').type, results.get('wrong').error.error.type],
        ['errored', 'invalid_request_error'],
      )
      const listed: string[] = []
      for await (const { id } of batches.list({ limit: 1 })) listed.push(id)
      assert.ok(listed.includes(batch.id))
      assert.deepEqual(await batches.delete(batch.id), { id: batch.id, type: 'message_batch_deleted' })
      await assert.rejects(batches.retrieve(batch.id), { status: 404 })
    })

    test('messages: what cannot be a batch is refused, and leaves none', async () => {
      const count = async () => (await world.call('/v1/messages/batches?limit=1000')).body.data.length
      const before = await count()
      const params = { model: 'm', max_tokens: 5, messages: [] }
      const wrong = [
        [],
        [{ custom_id: 'a b', params }],
        [
          { custom_id: 'a', params },
          { custom_id: 'a', params },
        ],
        [7],
      ]
      for (const requests of wrong) {
        const { status, body } = await world.call('/v1/messages/batches', {
          method: 'POST',
          body: JSON.stringify({ requests }),
        })
        assert.deepEqual([status, body.type, body.error?.type], [400, 'error', 'invalid_request_error'])
      }
      assert.equal(await count(), before)
    })

    test('parts of an upload become a file in the order that the caller names', async () => {
      const { uploads, files } = world.openai
      const content = Buffer.from(Array.from({ length: 1_500_000 }, (_, at) => at % 251))
      const upload = await uploads.create({
        ...{ filename: 'a.bin', purpose: 'user_data', bytes: content.length, mime_type: 'application/octet-stream' },
      })
      assert.deepEqual([upload.status, upload.file], ['pending', null])
      const part = async (from: number, to: number) =>
        (await uploads.parts.create(upload.id, { data: await toFile(content.subarray(from, to), 'part') })).id
      const [last, first] = [await part(700_000, content.length), await part(0, 700_000)]
      await assert.rejects(uploads.complete(upload.id, { part_ids: [first] }), { status: 400, param: 'part_ids' })
      await assert.rejects(uploads.complete(upload.id, { part_ids: [first, last], md5: '00' }), { param: 'md5' })
      const { status, file } = await uploads.complete(upload.id, { part_ids: [first, last] })
      assert.equal(status, 'completed')
      assert.deepEqual([file?.bytes, file?.filename, file?.purpose], [content.length, 'a.bin', 'user_data'])
      const back = await (await files.content(file?.id ?? '')).arrayBuffer()
      assert.ok(Buffer.from(back).equals(content))
      await assert.rejects(uploads.parts.create(upload.id, { data: await toFile(Buffer.from('x'), 'part') }), {
        code: 'invalid_upload_state',
      })
      const { body } = await world.call('/v1/files?purpose=upload')
      assert.deepEqual(body.data, [])
    })

    test('an upload ends by being cancelled, or an hour after it began', async () => {
      const { uploads } = world.openai
      const about = { filename: 'a.txt', purpose: 'user_data', bytes: 1, mime_type: 'text/plain' } as const
      const cancelled = await uploads.create(about)
      assert.equal((await uploads.cancel(cancelled.id)).status, 'cancelled')
      await assert.rejects(uploads.complete(cancelled.id, { part_ids: ['part_a'] }), { status: 400 })
      const late = await uploads.create(about)
      const { id } = await uploads.parts.create(late.id, { data: await toFile(Buffer.from('x'), 'part') })
      world.clock.ms += 3_600_000
      await assert.rejects(uploads.complete(late.id, { part_ids: [id] }), { status: 400 })
      const other = await world.gateway.account()
      const { status } = await world.call(`/v1/uploads/${late.id}/cancel`, { key: other.key, method: 'POST' })
      assert.equal(status, 404)
    })
  }),
)
