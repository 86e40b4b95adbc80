// Skins as callers see them: generated, signed, served, listed and found again; each account for itself.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { readSkinImage } from './provider/images/skin-image.ts'
import { readSample } from './provider/sample/sample.ts'
import { randomSkin } from './test/pictures.ts'
import { encodePng } from './test/png.ts'
import { baseUrl, openStoreWorld, upload, type World } from './test/world.ts'

interface SkinBody {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly variant: string
  readonly views: number
  readonly duplicate: boolean
  readonly data: { uuid: string; texture: { value: string; signature: string; url: string; urls: { skin: string } } }
  readonly [name: string]: unknown
}
const skinIn = (body: unknown) => body as SkinBody // its shape has been checked against the declaration

const png = (seed: number, variant: 'classic' | 'slim' = 'classic') => encodePng(randomSkin(seed, variant))
const sample = readSample()

async function generated(world: World, seed: number, fields: Record<string, string> = {}, account?: string) {
  const answer = await upload(world, png(seed), fields, account === undefined ? {} : { account })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return skinIn(answer.body)
}
async function uuidsOf(world: World, path: string, account?: string): Promise<string[]> {
  const { body } = await world.ask(path, account === undefined ? {} : { account })
  return Object(body).skins.map(({ uuid }: SkinBody) => uuid)
}
const pathOf = (url: string) => url.slice(baseUrl.length)

await eachStore('game skins', (database) => {
  let accounts = 0
  /** A world whose account is new. */
  const openOwn = () => openStoreWorld(database.store, { account: `acc_${++accounts}` })

  test('an uploaded skin is signed with the published key, and its texture is served as it was sent', async () => {
    const world = await openOwn()
    const skin = await generated(world, 1, { name: 'First', visibility: '0' })
    const { value, signature, url, urls } = skin.data.texture
    assert.deepEqual([skin.name, skin.variant, skin.duplicate, urls.skin], ['First', 'classic', false, url])

    const keys = Object((await world.ask('/publickeys')).body).profilePropertyKeys
    assert.equal(keys.length, 1)
    const key = createPublicKey({ key: Buffer.from(keys[0].publicKey, 'base64'), format: 'der', type: 'spki' })
    assert.equal(key.asymmetricKeyDetails?.modulusLength, 4096)
    assert.ok(verify('sha1', Buffer.from(value), key, Buffer.from(signature, 'base64')))
    assert.ok(!verify('sha1', Buffer.from(`${value}A`), key, Buffer.from(signature, 'base64')))

    const text = Buffer.from(value, 'base64').toString('utf8')
    assert.ok(value.startsWith('ewogICJ0aW1lc3RhbXAiIDog'))
    assert.deepEqual(JSON.parse(text), {
      timestamp: world.clock.now(),
      profileId: skin.data.uuid.replaceAll('-', ''),
      profileName: 'Gatehouse',
      signatureRequired: true,
      textures: { SKIN: { url } },
    })
    const texture = await world.ask<Buffer>(pathOf(url))
    assert.deepEqual(readSkinImage(texture.body).data, randomSkin(1, 'classic').data)
    assert.equal(texture.headers['x-gateway-sample'], undefined)
  })

  test('a skin is found by uuid, with or without dashes, and by id, and counts its views', async () => {
    const world = await openOwn()
    const { uuid, id } = await generated(world, 2)
    const dashed = uuid.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const seen = []
    for (const path of [`/get/uuid/${uuid}`, `/get/uuid/${dashed}`, `/get/id/${id}`]) {
      const answer = await world.ask(path)
      const skin = skinIn(answer.body)
      assert.deepEqual([skin.uuid, skin.id, answer.headers['cache-control']], [uuid, id, 'public, max-age=3600'])
      seen.push([skin.views, typeof skin._deprecated])
    }
    assert.deepEqual(seen, [
      [0, 'undefined'],
      [1, 'undefined'],
      [2, 'string'],
    ])
  })

  test('an id that is a uuid is redirected through the gateway; other mistakes are refused in the words of the provider', async () => {
    const world = await openOwn()
    const { uuid } = await generated(world, 3)
    const moved = await world.ask(`/get/id/${uuid}`)
    assert.deepEqual([moved.status, moved.headers.location], [301, `${baseUrl}/get/uuid/${uuid}`])
    const unknown = '0'.repeat(32)
    const expected: Record<string, [number, string]> = {
      '/get/id/abc': [400, 'invalid number'],
      '/get/id/1': [404, 'Skin not found'],
      '/get/id/99999999999999999999': [404, 'Skin not found'],
      '/get/uuid/abc': [400, 'invalid uuid'],
      [`/get/uuid/${unknown}00000`]: [400, 'invalid uuid'],
      [`/get/uuid/${unknown}`]: [404, 'Skin not found'],
      [`/render/${unknown}/head`]: [404, 'Skin not found'],
      [`/texture/${unknown}${unknown}`]: [404, 'Texture not found'],
      '/texture/..': [404, 'Texture not found'],
    }
    for (const [path, [status, error]] of Object.entries(expected)) {
      const answer = await world.ask(path)
      assert.deepEqual([answer.status, answer.body], [status, { error }], path)
    }
  })

  test('pages by number and by anchor list public skins, newest first, each once', async () => {
    const world = await openOwn()
    const made = []
    for (let seed = 10; seed < 15; seed++) made.unshift((await generated(world, seed)).uuid)
    await generated(world, 15, { visibility: '1' })
    const all = [...made, ...sample.skins.map(({ uuid }) => uuid).reverse()]

    const byNumber = []
    for (let page = 1; page <= 5; page++) byNumber.push(...(await uuidsOf(world, `/get/list/${page}?size=4`)))
    assert.deepEqual(byNumber, all)
    const first = Object((await world.ask('/get/list/1?size=4')).body)
    assert.deepEqual(first.page, { index: 1, amount: Math.round(all.length / 4), total: all.length })
    assert.deepEqual(Object.keys(first.skins[0]), ['id', 'uuid', 'name', 'url', 'time'])

    const byAnchor = []
    for (let anchor = 'start'; ; anchor = byAnchor.at(-1) ?? '') {
      const page = await uuidsOf(world, `/get/list/${anchor}?size=3`)
      if (page.length === 0) break
      byAnchor.push(...page)
    }
    assert.deepEqual(byAnchor, all)
    const start = Object((await world.ask('/get/list/start')).body)
    assert.deepEqual([start.page, start.skins.length, start.skins[0].variant], [{ anchor: 'start' }, 16, 'classic'])

    const lost = await world.ask('/get/list/ffffffffffffffffffffffffffffffff?filter=x')
    const page = { anchor: 'f'.repeat(32) }
    assert.deepEqual([lost.status, lost.body], [404, { msg: 'anchor not found', skins: [], page, filter: 'x' }])
    for (const path of ['/get/list/99', '/get/list/99999999999999999999'])
      assert.deepEqual(Object((await world.ask(path)).body).skins, [], path)
    const sizes: Record<string, number> = { '1?size=0': 16, '0?size=x': 16, '1?size=500': 17, 'start?size=500': 17 }
    for (const [path, length] of Object.entries(sizes))
      assert.equal((await uuidsOf(world, `/get/list/${path}`)).length, length, path)
  })

  test('a filter matches words of the name in any case, literally', async () => {
    const world = await openOwn()
    const { uuid } = await generated(world, 20, { name: 'Old_Quarry' })
    await generated(world, 21, { name: 'OldXQuarry' })
    const found = (filter: string) => uuidsOf(world, `/get/list/1?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual(await found('old_q'), [uuid])
    assert.deepEqual(await found('%'), [])
    assert.equal((await found('OLD pilot')).length, 3)
    assert.deepEqual(await found(`${'x'.repeat(32)} quarry`), [])
    assert.equal((await world.ask('/get/list/1?filter=Pilot')).body.filter, 'Pilot')
  })

  test('options come from body or query, unreadable ones count as omitted, and names are cut and cleaned', async () => {
    const world = await openOwn()
    const cases: [Record<string, string>, Partial<SkinBody>][] = [
      [{ variant: 'slim' }, { variant: 'slim', model: 'slim', private: false, name: '' }],
      [{ variant: 'ALEX', model: 'steve' }, { variant: 'slim' }],
      [{ model: 'default' }, { variant: 'classic', model: 'steve' }],
      [{ variant: 'other', model: 'constructor' }, { variant: 'classic' }],
      [
        { visibility: '1', name: '  A <b>name</b> that is far too long' },
        { private: true, name: 'A bnameb that is' },
      ],
      [
        { visibility: '2', name: 'ünïcode_1.2-3' },
        { private: false, name: 'ncode_1.2-3' },
      ],
    ]
    for (const [at, [fields, expected]] of cases.entries()) {
      const skin = await generated(world, 30 + at, fields)
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(skin[name], value, `${at} ${name}`)
    }
    world.clock.advance(10_000)
    const data = `data:image/png;base64,${png(40).toString('base64')}`
    const path = '/generate/url?variant=slim&name=From%20the%20query&visibility=1'
    const { body } = await world.ask(path, { method: 'POST', body: { url: data, name: '' } })
    assert.deepEqual([body.variant, body.name, body.private], ['slim', 'From the query', true])
  })

  test('no account sees skins, views or duplicates of another, and the same picture has another texture there', async () => {
    const world = await openOwn()
    const mine = await generated(world, 50, { name: 'Mine' })
    const other = 'acc_other'
    assert.equal((await world.ask(`/get/uuid/${mine.uuid}`, { account: other })).status, 404)
    assert.equal((await world.ask(`/get/id/${mine.id}`, { account: other })).status, 404)
    assert.equal((await world.ask(`/render/${mine.uuid}/head`, { account: other })).status, 404)
    assert.equal((await world.ask(`/get/list/${mine.uuid}`, { account: other })).status, 404)
    assert.ok(!(await uuidsOf(world, '/get/list/1', other)).includes(mine.uuid))
    const theirs = await generated(world, 50, {}, other)
    assert.equal(theirs.duplicate, false)
    assert.notEqual(theirs.data.texture.url, mine.data.texture.url)
    const [shared = ''] = sample.skins.map(({ uuid }) => uuid)
    await world.ask(`/get/uuid/${shared}`)
    assert.equal((await world.ask(`/get/uuid/${shared}`, { account: other })).body.views, 0)
  })

  test('whatever comes of the sample is marked, and nothing else', async () => {
    const world = await openOwn()
    const { uuid } = await generated(world, 60)
    const [first] = sample.skins
    assert.ok(first)
    const marked: Record<string, string | undefined> = {
      [`/get/uuid/${first.uuid}`]: 'true',
      [`/get/id/${first.id}`]: 'true',
      [`/texture/${first.textureHash}`]: 'true',
      [`/render/${first.uuid}/head`]: 'true',
      '/get/list/1': 'true',
      '/validate/name/Vellum': 'true',
      '/validate/name/nobody': 'true',
      '/get/list/1?size=1': undefined,
      [`/get/uuid/${uuid}`]: undefined,
      '/get/delay': undefined,
    }
    for (const [path, mark] of Object.entries(marked))
      assert.equal((await world.ask(path)).headers['x-gateway-sample'], mark, path)
  })

  test('players of the sample are valid by name and id; others are a 404 with what was sent and why', async () => {
    const world = await openOwn()
    const ask = (path: string) => {
      world.clock.advance(10_000)
      return world.ask(path)
    }
    const { body } = await ask('/validate/name/VELLUM')
    assert.deepEqual([body.valid, body.name], [true, 'Vellum'])
    assert.deepEqual((await ask(`/validate/uuid/${body.uuid}`)).body, body)
    const nobody = await ask('/validate/name/Notch')
    const { error, ...sent } = Object(nobody.body)
    assert.deepEqual([nobody.status, sent], [404, { valid: false, name: 'Notch' }])
    assert.match(error.message, /sample has no such player/)
    const unknown = '0'.repeat(32)
    assert.deepEqual((await ask(`/validate/uuid/${unknown}`)).body, { valid: false, uuid: unknown, error })
    assert.deepEqual((await ask('/validate/name/seventeen_letters')).body, { error: 'invalid name' })
    assert.deepEqual((await ask('/validate/uuid/abc')).body, { error: 'invalid uuid' })
  })

  test('skins are signed again for a new public address of the gateway', async () => {
    const world = await openOwn()
    const { uuid } = await generated(world, 70)
    const handler = (await world.open()).handlers.skinByUuid
    assert.ok(handler)
    const request = {
      method: 'GET',
      path: '/',
      query: new URLSearchParams(),
      headers: {},
      baseUrl: 'https://skins.test',
    }
    const call = { account: `acc_${accounts}`, key: 'k', request, signal: new AbortController().signal }
    const { body } = Object(await handler({ uuid } as never, call))
    const { url, value } = skinIn(body).data.texture
    assert.match(url, /^https:\/\/skins\.test\/texture\//)
    assert.equal(JSON.parse(Buffer.from(value, 'base64').toString()).textures.SKIN.url, url)
  })
})
