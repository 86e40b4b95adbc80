// Files, fine-tunes, models, videos, counts and compaction through a running gateway, with the vendors' SDKs where
// these have a method for it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { openGatewayWorld, type World } from '../../../test/world.ts'
import { countText } from '../../tokens/text-tokens.ts'

const line = '{"prompt":"a","completion":"b"}\n'

await eachStore('stored things', (database) =>
  describe('through a gateway', () => {
    const closing: (() => unknown)[] = []
    const ending = { after: (close: () => unknown) => void closing.unshift(close) }
    let world: World
    before(async () => {
      world = await openGatewayWorld(ending, { now: '2026-11-02T12:00:00Z', database: database.target })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const upload = async (
      content: string | Buffer,
      name = 'a.jsonl',
      purpose: 'fine-tune' | 'user_data' = 'fine-tune',
    ) => world.openai.files.create({ file: await toFile(Buffer.from(content), name), purpose })
    const post = (path: string, body: unknown) => world.call(path, { method: 'POST', body: JSON.stringify(body) })

    test('a file is returned byte for byte, is listed, and is gone once removed', async () => {
      const { openai } = world
      const content = Buffer.alloc(2_500_000, 'gatehouse ')
      const file = await upload(content, 'notes.bin', 'user_data')
      assert.deepEqual(
        [file.object, file.bytes, file.filename, file.purpose],
        ['file', content.length, 'notes.bin', 'user_data'],
      )
      assert.deepEqual(await openai.files.retrieve(file.id), file)
      const back = Buffer.from(await (await openai.files.content(file.id)).arrayBuffer())
      assert.ok(back.equals(content))
      assert.deepEqual(await openai.files.delete(file.id), { id: file.id, object: 'file', deleted: true })
      await assert.rejects(openai.files.retrieve(file.id), OpenAI.NotFoundError)
      await assert.rejects(openai.files.delete(file.id), OpenAI.NotFoundError)
      await assert.rejects(openai.files.content(file.id), OpenAI.NotFoundError)
    })

    test('lists of files have pages, either order, and a purpose filter', async () => {
      const { openai, clock } = world
      const created: string[] = []
      for (const name of ['one', 'two', 'three']) {
        clock.ms += 1000
        created.push((await upload('x', name, 'user_data')).id)
      }
      const ids: string[] = []
      for await (const file of openai.files.list({ purpose: 'user_data', order: 'asc', limit: 2 })) ids.push(file.id)
      assert.deepEqual(ids, created)
      const { body } = await world.call('/v1/files?purpose=user_data&limit=2')
      assert.deepEqual([body.data.map(({ id }: { id: string }) => id), body.has_more], [[created[2], created[1]], true])
      for (const wrong of ['limit=0', 'limit=10001', 'order=up'])
        assert.equal((await world.call(`/v1/files?${wrong}`)).status, 400)
      assert.equal((await world.call('/v1/files?after=file-none')).status, 404)
      for (const id of created) await openai.files.delete(id)
    })

    test("no account sees another's objects", async () => {
      const file = await upload(line)
      const other = await world.gateway.account()
      for (const path of [`/v1/files/${file.id}`, `/v1/files/${file.id}/content`])
        assert.equal((await world.call(path, { key: other.key })).status, 404)
      assert.deepEqual((await world.call('/v1/files', { key: other.key })).body.data, [])
      assert.equal((await world.call(`/v1/files/${file.id}`, { key: other.key, method: 'DELETE' })).status, 404)
      const tune = (await post('/v1/fine-tunes', { training_file: file.id })).body
      assert.equal((await world.call(`/v1/fine-tunes/${tune.id}`, { key: other.key })).status, 404)
      assert.equal(
        (await world.call(`/v1/fine-tunes/${tune.id}/cancel`, { key: other.key, method: 'POST' })).status,
        404,
      )
      await world.openai.files.delete(file.id)
    })

    test('file names never contain a path', async () => {
      const names = {
        '../../etc/passwd': 'passwd',
        'c:\\x\\evil.exe': 'evil.exe',
        '..': 'unnamed',
        'a\u202egpj.exe': 'agpj.exe',
      }
      for (const [sent, stored] of Object.entries(names)) {
        const file = await upload('x', sent, 'user_data')
        assert.equal(file.filename, stored)
        const { headers } = await world.call(`/v1/files/${file.id}/content`)
        assert.equal(headers.get('content-disposition'), `attachment; filename*=UTF-8''${stored}`)
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        await world.openai.files.delete(file.id)
      }
      const long = await upload('x', 'ü'.repeat(2000), 'user_data')
      assert.equal(long.filename.length, 255)
      for (const id of ['%00', 'a%00b', 'x'.repeat(3000), '%F0%9F%98%80'])
        assert.match(String((await world.call(`/v1/files/${id}`)).status), /^40[04]$/)
    })

    test("invalid uploads are refused in the wire's format", async () => {
      const wrong = [
        ['x', 'a.txt', 'fine-tune', 'file'],
        ['{"a":1}\n[1]\n', 'a.jsonl', 'fine-tune', 'file'],
        ['{"a":1}\n{', 'a.jsonl', 'batch', 'file'],
        ['\n\n', 'a.jsonl', 'fine-tune', 'file'],
        ['x', 'a', 'secrets', 'purpose'],
      ]
      for (const [content = '', name = '', purpose = '', param] of wrong) {
        const form = new FormData()
        form.set('file', new Blob([content]), name)
        form.set('purpose', purpose)
        const { status, body } = await world.call('/v1/files', { method: 'POST', body: form })
        assert.deepEqual([status, body.error?.type, body.error?.param], [400, 'invalid_request_error', param])
      }
      const form = new FormData()
      form.set('file', new Blob(['x']), 'a')
      form.set('purpose', 'user_data')
      form.set('expires_after[anchor]', 'created_at')
      form.set('expires_after[seconds]', '60')
      assert.equal((await world.call('/v1/files', { method: 'POST', body: form })).status, 400)
    })

    test('a file is gone once it has expired', async () => {
      const file = await world.openai.files.create({
        file: await toFile(Buffer.from('x'), 'a'),
        purpose: 'user_data',
        expires_after: { anchor: 'created_at', seconds: 3600 },
      })
      assert.equal(file.expires_at, file.created_at + 3600)
      world.clock.ms += 3_599_000
      await world.openai.files.retrieve(file.id)
      world.clock.ms += 2000
      await assert.rejects(world.openai.files.retrieve(file.id), OpenAI.NotFoundError)
    })

    test('a fine-tune goes through its states with the clock, and ends with its model and result', async () => {
      const { clock } = world
      const file = await upload(line.repeat(10))
      const created = await post('/v1/fine-tunes', {
        training_file: file.id,
        n_epochs: 2,
        suffix: 'My Harbour!',
        model: 'ada',
      })
      const { id, status, fine_tuned_model, training_files, result_files } = created.body
      assert.deepEqual([status, fine_tuned_model, training_files[0].id, result_files], ['pending', null, file.id, []])
      const messages = async () =>
        (await world.call(`/v1/fine-tunes/${id}/events`)).body.data.map(({ message }: { message: string }) => message)
      assert.equal((await messages())[0], `Created fine-tune: ${id}`)
      clock.ms += 12_000
      assert.equal((await world.call(`/v1/fine-tunes/${id}`)).body.status, 'running')
      const tuned = async () => (await world.call('/v1/models')).body.data.map(({ id }: { id: string }) => id).join()
      assert.doesNotMatch(await tuned(), /my-harbour/)
      clock.ms += 60_000
      const { body } = await world.call(`/v1/fine-tunes/${id}`)
      assert.equal(body.status, 'succeeded')
      assert.match(body.fine_tuned_model, /^ada:ft-gatehouse:my-harbour-2026-11-02-\d\d-\d\d-\d\d$/)
      assert.equal(body.events.at(-1).message, 'Fine-tune succeeded')
      assert.ok(body.events.some(({ message }: { message: string }) => message === 'Completed epoch 2/2'))
      const { body: csv } = await world.call(`/v1/files/${body.result_files[0].id}/content`)
      assert.match(String(csv), /^step,elapsed_examples\n1,1\n/)
      assert.match(await tuned(), /my-harbour/)
      const model = encodeURIComponent(body.fine_tuned_model)
      assert.equal((await world.call(`/v1/models/${model}`)).body.owned_by, 'fine-tune')
      assert.equal((await world.call(`/v1/fine-tunes/${id}/cancel`, { method: 'POST' })).status, 400)
      assert.equal((await world.call(`/v1/models/${model}`, { method: 'DELETE' })).body.deleted, true)
      assert.equal((await world.call(`/v1/models/${model}`)).status, 404)
      assert.equal((await world.call(`/v1/models/${model}`, { method: 'DELETE' })).status, 404)
    })

    test('a cancelled fine-tune stays cancelled and leaves no model and no result', async () => {
      const { clock } = world
      clock.ms += 600_000 // the fine-tunes of other tests have ended
      const file = await upload(line)
      const { id } = (await post('/v1/fine-tunes', { training_file: file.id })).body
      const files = (await world.call('/v1/files')).body.data.length
      clock.ms += 11_000
      const cancelled = await world.call(`/v1/fine-tunes/${id}/cancel`, { method: 'POST' })
      assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'])
      clock.ms += 600_000
      const { body } = await world.call(`/v1/fine-tunes/${id}`)
      assert.deepEqual([body.status, body.fine_tuned_model, body.result_files], ['cancelled', null, []])
      assert.equal(body.events.at(-1).message, 'Fine-tune cancelled')
      assert.equal((await world.call('/v1/files')).body.data.length, files)
      assert.equal((await world.call(`/v1/fine-tunes/${id}/cancel`, { method: 'POST' })).status, 400)
    })

    test('lines of a file are read across the chunks that it is stored in', async () => {
      const long = `${JSON.stringify({ prompt: 'ä'.repeat(700_000), completion: 'b' })}\n`
      const file = await upload(`\uFEFF${long.repeat(3)}\r\n{"prompt":1}`)
      const { id } = (await post('/v1/fine-tunes', { training_file: file.id })).body
      world.clock.ms += 60_000
      assert.match((await world.call(`/v1/fine-tunes/${id}`)).body.events.at(-1).message, /Line 5 /)
      await assert.rejects(upload(`{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`), /Line 1 is longer/)
    })

    test('a fine-tune with an invalid example fails and says at which line', async () => {
      const file = await upload(`${line}{"prompt":"a"}\n`)
      const { id } = (await post('/v1/fine-tunes', { training_file: file.id })).body
      world.clock.ms += 60_000
      const { body } = await world.call(`/v1/fine-tunes/${id}`)
      assert.equal(body.status, 'failed')
      assert.match(body.events.at(-1).message, /Line 2 /)
      assert.equal(body.events.at(-1).level, 'error')
    })

    test('invalid parameters of a fine-tune are refused by name', async () => {
      const file = await upload(line)
      const other = await upload('x', 'x', 'user_data')
      const wrong: readonly [object, string][] = [
        [{ training_file: 'file-none' }, 'training_file'],
        [{ training_file: 'a\0' }, 'training_file'],
        [{ training_file: 7 }, 'training_file'],
        [{}, 'training_file'],
        [{ training_file: file.id, n_epochs: 'two' }, 'n_epochs'],
        [{ training_file: other.id }, 'training_file'],
        [{ training_file: file.id, validation_file: 'file-none' }, 'validation_file'],
        [{ training_file: file.id, model: 'gpt-9' }, 'model'],
        [{ training_file: file.id, n_epochs: 0 }, 'n_epochs'],
        [{ training_file: file.id, batch_size: 0 }, 'batch_size'],
        [{ training_file: file.id, learning_rate_multiplier: -1 }, 'learning_rate_multiplier'],
        [{ training_file: file.id, suffix: 'x'.repeat(41) }, 'suffix'],
      ]
      for (const [body, param] of wrong) {
        const answer = await post('/v1/fine-tunes', body)
        assert.deepEqual([answer.status, answer.body.error.param], [400, param])
      }
    })

    test('events are streamed as they happen and end with the fine-tune', async () => {
      const file = await upload(line)
      const { id } = (await post('/v1/fine-tunes', { training_file: file.id, n_epochs: 1 })).body
      const moving = setInterval(() => {
        world.clock.ms += 5000
      }, 100)
      const { headers, body } = await world.call(`/v1/fine-tunes/${id}/events?stream=true`)
      clearInterval(moving)
      assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
      const frames = String(body).trim().split('\n\n')
      assert.equal(frames.at(-1), 'data: [DONE]')
      assert.match(frames.at(-2) ?? '', /^data: \{"object":"fine-tune-event".*Fine-tune succeeded/)
      assert.equal(new Set(frames).size, frames.length)
    })

    test('models are listed in the dialect of the client, and unknown ones are 404', async () => {
      const listed = await world.openai.models.list()
      assert.ok(listed.data.some(({ id }) => id === 'gatehouse/echo-1'))
      const model = await world.openai.models.retrieve('gatehouse/echo-1')
      assert.deepEqual([model.id, model.object, model.owned_by], ['gatehouse/echo-1', 'model', 'gatehouse'])
      await assert.rejects(world.openai.models.retrieve('gatehouse/nothing-like-it'), (error) => {
        assert.ok(error instanceof OpenAI.NotFoundError)
        assert.deepEqual(
          [error.code, error.param, error.message],
          ['model_not_found', 'model', "404 The model 'gatehouse/nothing-like-it' does not exist"],
        )
        return true
      })
      const ids: string[] = []
      for await (const { id, type } of world.anthropic.models.list({ limit: 3 })) {
        assert.equal(type, 'model')
        ids.push(id)
      }
      assert.deepEqual(
        ids,
        listed.data.map(({ id }) => id),
      )
      const { body } = await world.call('/v1/models', { headers: { 'x-goog-api-client': 'test' } })
      assert.ok(body.models.some(({ name }: { name: string }) => name === 'models/gatehouse/echo-1'))
      const refused = await world.call('/v1/models/gatehouse%2Fecho-1', { method: 'DELETE' })
      assert.deepEqual([refused.status, refused.body.error.param], [403, 'model'])
    })

    test('models of channels are listed, patterns and switched-off ones are not', async () => {
      const channel = { name: 'c', base: 'http://127.0.0.1:9/v1', models: ['m-1', 'gpt-*'], mapping: { short: 'm-1' } }
      const { body } = await world.operate('POST', '/channels', channel)
      const ids = async () => (await world.openai.models.list()).data.map(({ id }) => id)
      assert.deepEqual(
        (await ids()).filter((id) => ['m-1', 'short', 'gpt-*'].includes(id)),
        ['m-1', 'short'],
      )
      await world.operate('PATCH', `/channels/${body.id}`, { enabled: false })
      assert.ok(!(await ids()).includes('m-1'))
      await world.operate('DELETE', `/channels/${body.id}`)
    })

    test('the sample model exists until it is removed', async () => {
      const path = `/v1/models/${encodeURIComponent('curie:ft-example-2024-05-02-10-00-00')}`
      assert.equal((await world.call(path)).body.owned_by, 'sample-data')
      assert.equal((await world.call(path, { method: 'DELETE' })).body.deleted, true)
      assert.equal((await world.call(path, { method: 'DELETE' })).status, 404)
      const other = await world.gateway.account()
      assert.equal((await world.call(path, { key: other.key })).status, 200)
    })

    test('input tokens of a message are counted without running a model', async () => {
      const messages = [{ role: 'user' as const, content: 'Why are there tides?' }]
      const counted = await world.anthropic.messages.countTokens({ model: 'claude-sonnet-4-5', messages })
      assert.equal(counted.input_tokens, 2 + (await countText('user')) + (await countText('Why are there tides?')))
      const more = await world.anthropic.beta.messages.countTokens({
        model: 'claude-sonnet-4-5',
        messages,
        system: 'Be brief.',
      })
      assert.equal(more.input_tokens, counted.input_tokens + (await countText('Be brief.')))
      const malformed = await post('/v1/messages/count_tokens', { model: 7, messages: 'x' })
      assert.deepEqual([malformed.status, malformed.body.error.type], [400, 'invalid_request_error'])
      const wrong = await post('/v1/messages/count_tokens', {
        model: 'm',
        messages: [{ role: 'wizard', content: 'x' }],
      })
      assert.deepEqual([wrong.status, wrong.body.type, wrong.body.error.type], [400, 'error', 'invalid_request_error'])
    })

    test('a remix keeps the properties of the original, and goes through its states', async () => {
      const created = await world.call('/v1/videos/video_9Ck3/remix', {
        method: 'POST',
        body: JSON.stringify({ prompt: 'Make it snow.' }),
      })
      const { id, status, progress, size, seconds, model, remixed_from_video_id } = created.body
      assert.deepEqual(
        [status, progress, size, seconds, model, remixed_from_video_id],
        ['queued', 0, '1280x720', '8', 'sora-2', 'video_9Ck3'],
      )
      assert.deepEqual(JSON.parse(created.headers.get('x-new-api-other-ratios') ?? ''), { seconds: 8, size: 1 })
      const state = async () => (await world.call(`/v1/video/generations/${id}`)).body.data
      assert.deepEqual([(await state()).status, (await state()).data.status], ['queued', 'QUEUED'])
      world.clock.ms += 5000 + 16_000
      assert.deepEqual([(await state()).status, (await state()).progress], ['processing', '50%'])
      world.clock.ms += 16_000
      assert.deepEqual(
        [(await state()).status, (await state()).progress, (await state()).url],
        ['succeeded', '100%', null],
      )
      const other = await world.gateway.account()
      const hidden = await world.call(`/v1/video/generations/${id}`, { key: other.key })
      assert.deepEqual([hidden.status, hidden.body.code], [400, 'task_not_exist'])
      assert.equal((await world.call('/v1/video/generations/task_4Yp0')).body.data.metadata.sample, true)
      for (const prompt of ['', 'x'.repeat(32_001)])
        assert.equal((await post('/v1/videos/video_9Ck3/remix', { prompt })).status, 400)
      assert.equal((await post('/v1/videos/none/remix', { prompt: 'x' })).status, 400)
    })

    test('a video is made from a text and can be remixed', async () => {
      const video = await world.openai.videos.create({ prompt: 'Gulls.', seconds: '12', size: '1792x1024' })
      assert.deepEqual([video.status, video.seconds, video.size, video.model], ['queued', '12', '1792x1024', 'sora-2'])
      world.clock.ms += 60_000
      assert.deepEqual(
        await world.openai.videos.retrieve(video.id).then(({ status, progress }) => [status, progress]),
        ['completed', 100],
      )
      const remix = await world.openai.videos.remix(video.id, { prompt: 'At night.' })
      assert.deepEqual([remix.remixed_from_video_id, remix.seconds, remix.prompt], [video.id, '12', 'At night.'])
      for (const wrong of [
        { prompt: '' },
        { prompt: 'x', seconds: '5' },
        { prompt: 'x', size: '1x1' },
        { prompt: 'x', model: '' },
      ])
        assert.equal((await post('/v1/videos', wrong)).status, 400)
      assert.equal((await world.call('/v1/videos/none')).status, 400)
    })

    test('a compaction keeps what users said, and only its account can expand it', async () => {
      const input = [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Plan the survey.' }] },
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: `Begin ${'long '.repeat(500)} end` }],
        },
        { type: 'function_call', name: 'tide', arguments: '{"at":"noon"}', call_id: 'c1' },
      ]
      const first = await post('/v1/responses/compact', { model: 'gpt-5-mini', input })
      assert.equal(first.status, 200)
      const [message, item] = first.body.output
      assert.deepEqual(message, input[0])
      assert.equal(item.type, 'compaction')
      assert.ok(!Buffer.from(item.encrypted_content, 'base64').includes('tide'))
      assert.ok(first.body.usage.output_tokens < first.body.usage.input_tokens)
      const again = await post('/v1/responses/compact', { model: 'gpt-5-mini', input: first.body.output })
      assert.equal(again.status, 200)
      assert.ok(again.body.usage.input_tokens >= first.body.usage.output_tokens)
      const other = await world.gateway.account()
      const body = JSON.stringify({ model: 'gpt-5-mini', input: [item] })
      assert.equal((await world.call('/v1/responses/compact', { method: 'POST', body, key: other.key })).status, 400)
      const changed = Buffer.from(item.encrypted_content, 'base64')
      changed[40] = (changed[40] ?? 0) ^ 1
      for (const encrypted_content of [changed.toString('base64'), '', 'AQ==', 7])
        assert.equal(
          (await post('/v1/responses/compact', { model: 'm', input: [{ type: 'compaction', encrypted_content }] }))
            .status,
          400,
        )
      for (const wrong of [{ input: [] }, { input: '' }, {}, { input: 'x', previous_response_id: 'resp_1' }])
        assert.equal((await post('/v1/responses/compact', { model: 'm', ...wrong })).status, 400)
    })
  }),
)
