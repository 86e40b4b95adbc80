// Where skins come from: files as clients send them, addresses, links, players; and which of them are duplicates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetched } from '#define/outbound'
import { eachStore } from '../../tests/harness/services.ts'
import { imageHashOf } from './provider/images/skin-image.ts'
import { readSample } from './provider/sample/sample.ts'
import { randomOldSkin, randomSkin, withPixel } from './test/pictures.ts'
import { encodePng } from './test/png.ts'
import { baseUrl, multipart, openStoreWorld, upload, type World } from './test/world.ts'

const sample = readSample()
const skin = randomSkin(1, 'classic')
const png = encodePng(skin)

/** Answers of a host, by address. */
type Hosts = Readonly<Record<string, Partial<Fetched> | Error>>

await eachStore('generating game skins', (database) => {
  let accounts = 0
  const fetched: string[] = []
  async function openOwn(hosts: Hosts = {}): Promise<World> {
    fetched.length = 0
    return openStoreWorld(database.store, {
      account: `acc_${++accounts}`,
      kit: {
        fetch: async (url) => {
          fetched.push(url)
          const answer = hosts[url]
          if (answer === undefined || answer instanceof Error) throw answer ?? new Error('unknown host')
          return { status: 200, contentType: 'image/png', bytes: png, ...answer }
        },
      },
    })
  }
  async function post(world: World, path: string, body: unknown) {
    world.clock.advance(10_000)
    return world.ask(path, { method: 'POST', body })
  }
  const fromUrl = (world: World, url: string, more: object = {}) => post(world, '/generate/url', { url, ...more })

  test('the same picture re-encoded is a duplicate that keeps id and name; one changed pixel is not', async () => {
    const world = await openOwn()
    const first = (await upload(world, png, { name: 'Original' })).body
    assert.deepEqual([first.duplicate, first.hash], [false, imageHashOf(skin)])
    for (const encoding of [
      { palette: true },
      { interlaced: true },
      { filter: 1 },
      { comment: 'x', level: 0 },
    ] as const) {
      const again = (await upload(world, encodePng(skin, encoding), { name: 'Other', visibility: '1' })).body
      const { id, uuid, name, duplicate } = again
      assert.deepEqual([id, uuid, name, again.private, duplicate], [first.id, first.uuid, 'Original', false, true])
    }
    const changed = (await upload(world, encodePng(withPixel(skin, 20, 20, [1, 2, 3, 255])))).body
    assert.equal(changed.duplicate, false)
    assert.notEqual(changed.id, first.id)
  })

  test('a chosen variant has to match for a duplicate', async () => {
    const world = await openOwn()
    const classic = (await upload(world, png)).body
    const slim = (await upload(world, png, { variant: 'slim' })).body
    assert.deepEqual([classic.variant, slim.variant, slim.duplicate], ['classic', 'slim', false])
    for (const [variant, { id }] of Object.entries({ classic, slim })) {
      const again = (await upload(world, png, { variant })).body
      assert.deepEqual([again.id, again.duplicate], [id, true])
    }
    assert.equal((await upload(world, png)).body.id, classic.id)
  })

  test('the variant of a slim and of an old skin is detected', async () => {
    const world = await openOwn()
    assert.equal((await upload(world, encodePng(randomSkin(2, 'slim')))).body.variant, 'slim')
    assert.equal((await upload(world, encodePng(randomOldSkin(3)))).body.variant, 'classic')
  })

  test("an upload is read as the provider's own client sends it: multipart under the type of a form, without a boundary", async () => {
    const world = await openOwn()
    world.clock.advance(10_000)
    const { body } = multipart({ name: 'From a client', variant: 'slim' }, png, '--------------------------81a7')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await world.ask('/generate/upload', { method: 'POST', body, headers })
    assert.deepEqual([answer.status, answer.body.name, answer.body.variant], [200, 'From a client', 'slim'])
  })

  test('an upload without a file, with two, with too long a one or damaged is a 400 that says so', async () => {
    const world = await openOwn()
    const boundary = 'x'
    const send = async (body: Buffer, type = `multipart/form-data; boundary=${boundary}`) => {
      world.clock.advance(10_000)
      const answer = await world.ask('/generate/upload', { method: 'POST', body, headers: { 'content-type': type } })
      return [answer.status, answer.body.error]
    }
    const two = Buffer.concat([multipart({}, png, boundary).body.subarray(0, -7), multipart({}, png, boundary).body])
    const fields = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`field${at}`, 'x']))
    assert.deepEqual(await send(multipart({ name: 'x' }, undefined, boundary).body), [400, 'missing files'])
    assert.deepEqual(await send(Buffer.alloc(0)), [400, 'upload error'])
    assert.deepEqual(await send(Buffer.from('{"a":1}'), 'application/json'), [400, 'missing files'])
    assert.deepEqual(await send(two), [400, 'invalid file: Unexpected field (LIMIT_UNEXPECTED_FILE)'])
    assert.deepEqual(await send(multipart(fields, png, boundary).body), [
      400,
      'invalid file: Too many fields (LIMIT_FIELD_COUNT)',
    ])
    assert.deepEqual(await send(multipart({}, Buffer.alloc(20_001), boundary).body), [
      400,
      'invalid file: File too large (LIMIT_FILE_SIZE)',
    ])
    assert.deepEqual(await send(multipart({}, png, boundary).body.subarray(0, -6)), [400, 'upload error'])
    const broken = await upload(world, Buffer.alloc(200))
    const { errorCode, success, breadcrumb, delay } = broken.body
    assert.deepEqual([broken.status, errorCode, success, delay], [400, 'invalid_image', false, 2])
    assert.equal(breadcrumb, broken.headers['mineskin-breadcrumb'])
  })

  test('an address is fetched and its picture generated, once', async () => {
    const url = 'https://images.example.org/a/pilot.png?b=1'
    const world = await openOwn({ [url]: {} })
    const first = await fromUrl(world, url, { name: 'Pilot', visibility: '1' })
    assert.deepEqual([first.status, first.body.name, first.body.duplicate], [200, 'Pilot', false])
    assert.equal((await fromUrl(world, url)).body.id, first.body.id)
    assert.deepEqual(fetched, [url, url])
    const views = (await world.ask(`/get/uuid/${first.body.uuid}`)).body
    assert.equal(views.hash, imageHashOf(skin))
  })

  test('what an address answers is refused in the words of the provider', async () => {
    const at = (name: string) => `https://images.example.org/${name}`
    const world = await openOwn({
      [at('jpeg')]: { contentType: 'image/jpeg' },
      [at('none')]: { contentType: '' },
      [at('missing')]: { status: 404 },
      [at('moved')]: { status: 302, location: at('ok') },
      [at('ok')]: {},
      [at('small')]: { bytes: png.subarray(0, 90) },
      [at('html')]: { bytes: Buffer.alloc(500, 'x') },
      [at('gone')]: new Error('refused'),
    })
    const expected: Record<string, [code: string, error: string]> = {
      jpeg: ['invalid_image', 'Invalid image content type: image/jpeg'],
      none: ['invalid_image', 'Invalid image content type: none'],
      missing: ['invalid_image_url', 'Failed to find image from url (status 404)'],
      moved: ['invalid_image_url', 'Failed to find image from url (status 302)'],
      small: ['invalid_image', 'Invalid file size (90)'],
      html: ['invalid_image', 'Invalid file type: unknown'],
      gone: ['invalid_image_url', 'Failed to find image from url'],
    }
    for (const [name, wrong] of Object.entries(expected)) {
      const { status, body } = await fromUrl(world, at(name))
      assert.deepEqual([status, body.errorCode, body.error], [400, ...wrong], name)
    }
  })

  test('no address, another scheme and a long one are invalid; private hosts are blocked before anything is fetched', async () => {
    const world = await openOwn()
    for (const url of [
      '',
      'x',
      'ftp://example.org/a.png',
      `https://example.org/${'a'.repeat(256)}`,
      'data:image/gif;base64,x',
    ])
      assert.deepEqual((await fromUrl(world, url)).body, { error: 'invalid url' }, url)
    assert.deepEqual((await post(world, '/generate/url', 'text')).body, { error: 'invalid url' })
    const hosts = [
      'localhost',
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '10.1.2.3',
      '192.168.1.1',
      '172.16.0.1',
      '[::1]',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      const { status, body } = await fromUrl(world, `http://${host}:8787/v1/admin`)
      assert.deepEqual([status, body.errorCode], [400, 'blocked_url_host'], host)
    }
    assert.deepEqual(fetched, [])
  })

  test('redirects are followed only from the hosts that the provider follows, five times, and never to a private one', async () => {
    const short = (at: number) => `https://novask.in/${at}.png`
    const loop = Object.fromEntries(
      [0, 1, 2, 3, 4, 5, 6].map((at) => [short(at), { status: 301, location: `/${at + 1}.png` }]),
    )
    const world = await openOwn({
      ...loop,
      'https://i.imgur.com/a.png': { status: 302, location: 'https://images.example.org/b.png' },
      'https://images.example.org/b.png': {},
      'https://i.imgur.com/c.png': { status: 302, location: 'http://169.254.1.1/x' },
      'https://i.imgur.com/d.png': { status: 302, location: 'http://127.0.0.1/x' },
    })
    assert.equal((await fromUrl(world, 'https://i.imgur.com/a.png')).status, 200)
    assert.equal((await fromUrl(world, short(0))).body.errorCode, 'invalid_image_url')
    assert.equal(fetched.filter((url) => url.includes('novask')).length, 6)
    assert.equal((await fromUrl(world, 'https://i.imgur.com/c.png')).body.errorCode, 'invalid_image_url')
    assert.equal((await fromUrl(world, 'https://i.imgur.com/d.png')).body.errorCode, 'blocked_url_host')
    assert.ok(!fetched.includes('http://127.0.0.1/x'))
  })

  test('addresses of pages about a picture stand for the picture', async () => {
    const pages: Record<string, string> = {
      'https://imgur.com/AbC12': 'https://i.imgur.com/AbC12.png',
      'https://de.namemc.com/skin/0a1b2c': 'https://namemc.com/texture/0a1b2c.png',
      'https://www.minecraftskins.com/skin/123/some-name/': 'https://www.minecraftskins.com/skin/download/123',
      'https://minecraft.novaskin.me/skin/45/x': 'https://minecraft.novaskin.me/skin/45/download',
      'https://minesk.in/0123456789abcdef0123456789abcdef':
        'https://api.mineskin.org/v2/skins/0123456789abcdef0123456789abcdef/texture',
      'http://textures.minecraft.net/texture/0a1b2c3d': 'http://textures.minecraft.net/texture/0a1b2c3d',
    }
    const world = await openOwn(Object.fromEntries(Object.values(pages).map((image) => [image, {}])))
    for (const page of Object.keys(pages)) assert.equal((await fromUrl(world, page)).status, 200, page)
    assert.deepEqual(fetched, Object.values(pages))
  })

  test('links to stored skins and textures, and inline data, need no network', async () => {
    const world = await openOwn()
    const { uuid, id, data } = (await upload(world, png)).body as {
      uuid: string
      id: number
      data: { texture: { url: string } }
    }
    const [first] = sample.skins
    assert.ok(first)
    const links: Record<string, unknown> = {
      [`https://minesk.in/${uuid}`]: id,
      [`https://mineskin.org/skins/${uuid}`]: id,
      [`https://minesk.in/${id}`]: id,
      [data.texture.url]: id,
      [`http://textures.minecraft.net/texture/${first.textureHash}`]: first.id,
      [`${baseUrl}/texture/${first.textureHash}`]: first.id,
      [`data:image/png;base64,${png.toString('base64')}`]: id,
    }
    for (const [url, expected] of Object.entries(links)) {
      const { status, body } = await fromUrl(world, url)
      assert.deepEqual([status, body.id, body.duplicate], [200, expected, true], url)
    }
    const slim = await fromUrl(world, data.texture.url, { variant: 'slim' })
    assert.deepEqual([slim.body.variant, slim.body.duplicate], ['slim', false])
    const lost = await fromUrl(world, `${baseUrl}/texture/${'0'.repeat(64)}`)
    assert.equal(lost.body.errorCode, 'invalid_image_url')
    assert.deepEqual(fetched, [])
  })

  test('checkOnly generates nothing: a duplicate is found, or there is none', async () => {
    const url = 'https://images.example.org/new.png'
    const world = await openOwn({ [url]: {} })
    const check = { checkOnly: true }
    const missing = await fromUrl(world, url, check)
    assert.deepEqual([missing.status, missing.body.errorCode], [404, 'no_duplicate'])
    const file = await upload(world, png, { checkOnly: '1' })
    assert.deepEqual([file.status, file.body.error], [400, 'No duplicate found'])
    assert.equal(Object((await world.ask('/get/list/1')).body.page).total, sample.skins.length)
    await fromUrl(world, url)
    assert.equal((await fromUrl(world, url, check)).body.duplicate, true)
    assert.equal((await upload(world, png, { checkOnly: 'true' })).body.duplicate, true)
  })

  test('the skin of a player is copied once, with the profile of the player', async () => {
    const world = await openOwn()
    const player = sample.playerByName('MintTeapot')
    assert.ok(player)
    const copy = (uuid: string) => post(world, '/generate/user', { uuid, name: 'Copy of a player!', visibility: 1 })
    const first = await copy(player.uuid)
    const { name, variant, duplicate, warnings } = first.body
    assert.deepEqual(
      [name, first.body.private, variant, duplicate, warnings],
      ['Copy of a player!', true, 'slim', false, []],
    )
    assert.equal(first.headers['x-gateway-sample'], 'true')
    assert.equal(first.headers['mineskin-api-version'], 'v1')
    const { uuid, texture } = Object(first.body.data)
    assert.equal(uuid.replaceAll('-', ''), player.uuid)
    const property = JSON.parse(Buffer.from(texture.value, 'base64').toString())
    assert.deepEqual([property.profileId, property.profileName], [player.uuid, 'MintTeapot'])
    assert.deepEqual(property.textures.SKIN.metadata, { model: 'slim' })
    const again = await copy(uuid.toUpperCase())
    assert.deepEqual([again.body.id, again.body.duplicate], [first.body.id, true])
  })

  test('no uuid, a malformed one and an unknown player are refused in the words of the provider', async () => {
    const world = await openOwn()
    const expected: [unknown, string][] = [
      [{}, 'missing uuid'],
      [{ uuid: ['x'] }, 'missing uuid'],
      [{ uuid: 'abc' }, 'invalid uuid'],
      [{ uuid: '0'.repeat(32) }, 'invalid uuid'],
      [{ uuid: 'bcd2033c63ec4bf88aca680b22461340' }, 'invalid user'],
    ]
    for (const [body, error] of expected) {
      const answer = await post(world, '/generate/user', body)
      assert.deepEqual([answer.status, answer.body], [400, { error }])
    }
  })

  test('a browser or nobody in the User-Agent is warned; MineSkin-User-Agent counts first', async () => {
    const world = await openOwn()
    const [first] = sample.skins
    const warnings = async (headers: Record<string, string>) => {
      world.clock.advance(10_000)
      const body = { url: `https://minesk.in/${first?.uuid}` }
      const answer = await world.ask('/generate/url', { method: 'POST', body, headers })
      return Object(answer.body).warnings.map(({ code }: { code: string }) => code)
    }
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
    assert.deepEqual(await warnings({}), ['deprecated'])
    assert.deepEqual(await warnings(browser), ['deprecated', 'user_agent'])
    assert.deepEqual(await warnings({ ...browser, 'mineskin-user-agent': 'MyApp/1.0' }), ['deprecated'])
  })
})
