// Guards the self-service API on both databases, through a running gateway. Provider keys and the choice of provider
// are guarded in ../accounts/.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { operated } from '../admin/operator.fixture.ts'

await eachStore('the self-service API', (database) =>
  operated(database, (at) => {
    test('an account sees itself and its plan; without a key nothing is visible', async () => {
      const { accountId, key } = await at.gateway.account({ perMinute: 7, perDay: 70 })
      const { status, json } = await at.as(key, 'GET', '/v1/me')
      assert.equal(status, 200)
      assert.deepEqual(json.account, { id: accountId, name: 'Test', isDemo: false, provider: null })
      assert.deepEqual({ ...Object(json.plan), id: '' }, { id: '', perMinute: 7, perDay: 70 })
      assert.equal((await at.as('gh_live_no', 'GET', '/v1/me')).status, 401)
      assert.equal((await at.as(at.gateway.adminKey, 'GET', '/v1/me')).status, 401)
    })

    test('reading the limits reports what is left and uses up nothing', async () => {
      const { key } = await at.gateway.account({ perMinute: 7, perDay: 70 })
      for (let i = 0; i < 3; i++) await at.as(key, 'GET', '/v1/proxy/dictionary/define?word=tea')
      for (let i = 0; i < 2; i++) {
        const { hosted, market } = (await at.as(key, 'GET', '/v1/me/limits')).json
        const { limitMinute, remainingMinute, limitDay, remainingDay, minuteResetS, dayResetS } = Object(hosted)
        assert.deepEqual([limitMinute, limitDay], [7, 70])
        assert.ok(remainingMinute === 4 || remainingMinute === 7, 'a new minute may have begun')
        assert.ok(remainingDay === 67 || remainingDay === 70)
        assert.ok(minuteResetS >= 1 && minuteResetS <= 60 && dayResetS <= 86_400)
        assert.deepEqual([Object(market).remainingMinute, Object(market).remainingDay], [7, 70])
      }
    })

    test('an account sees the usage of its own calls only', async () => {
      const [mine, other] = [await at.gateway.account(), await at.gateway.account()]
      await at.as(mine.key, 'GET', '/v1/proxy/dictionary/define?word=tea')
      await at.as(other.key, 'GET', '/v1/proxy/dictionary/define?word=tea')
      const { json } = await at.as(mine.key, 'GET', '/v1/me/usage')
      assert.ok(Array.isArray(json.rows))
      const rows = json.rows.map(({ listing, provider, calls }) => [listing, provider, calls])
      assert.deepEqual(rows, [['dictionary', 'embedded', 1]])
      assert.equal(Object(json.total).calls, 1)
      await at.as(mine.key, 'GET', '/v1/proxy/tides/today')
      const first = (await at.as(mine.key, 'GET', '/v1/me/usage?limit=1')).json
      const second = (await at.as(mine.key, 'GET', `/v1/me/usage?limit=1&after=${first.next}`)).json
      assert.deepEqual(
        [first, second].map((page) => [Object(page.rows)[0].listing, Object(page.total).calls, typeof page.next]),
        [
          ['dictionary', 2, 'string'],
          ['tides', 2, 'undefined'],
        ],
      )
    })

    test('a misspelt member or parameter is refused by name', async () => {
      const { key, accountId } = await at.gateway.account()
      const refused = [
        [
          'PUT',
          '/v1/me/listings/weather',
          { provider: 'live', provder: 'embedded' },
          'provder is not known; did you mean',
        ],
        [
          'PUT',
          '/v1/me/provider-keys/weather',
          { key: 'a-key-of-ours', Key: 'x' },
          'Key is not known; did you mean key?',
        ],
        [
          'GET',
          `/v1/me/usage?account=${accountId}`,
          undefined,
          'account is not known; known are by, from, to, listing',
        ],
      ] as const
      for (const [method, path, body, sentence] of refused) {
        const { status, text } = await at.as(key, method, path, body)
        assert.equal(status, 400)
        assert.ok(text.includes(sentence), text)
      }
    })

    test('a key scoped to other listings is refused by the self-service API', async () => {
      const { accountId } = await at.gateway.account()
      const { components } = at.gateway
      const { reveal } = await import('../../process/secret.ts')
      const scoped = await components.keys.create({
        accountId,
        surface: 'hosted',
        name: 'Scoped',
        scopes: [{ slug: 'dictionary' }],
      } as const)
      assert.equal((await at.as(reveal(scoped.key), 'GET', '/v1/me')).status, 403)
      assert.equal((await at.as(reveal(scoped.key), 'GET', '/v1/proxy/dictionary/define?word=tea')).status, 200)
    })
  }),
)
