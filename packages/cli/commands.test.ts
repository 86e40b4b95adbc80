// The commands against a real gateway over small APIs: what they change, what they print, how they fail.
import assert from 'node:assert/strict'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { keyedApis, keySchemes } from '../../tests/harness/keyed-apis.ts'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { openUpstream } from '../../tests/harness/upstream.ts'
import { sampleApis } from '../gateway/src/api/admin/sample-apis.fixture.ts'
import { captured, emptyFolder, type Run } from './captured-io.fixture.ts'

const secret = 'weather-secret-0123456789-abcd'

describe('the command line against a running gateway', () => {
  const closers: (() => unknown)[] = []
  const later = (close: () => unknown) => void closers.unshift(close)
  const state: { gateway?: OpenGateway; accepts: number } = { accepts: 200 }
  const gateway = (): OpenGateway => {
    assert.ok(state.gateway)
    return state.gateway
  }
  const folder = emptyFolder(later)
  before(async () => {
    const upstream = await openUpstream({ after: later }, (_request, response) => {
      response.writeHead(state.accepts, { 'content-type': 'application/json' })
      response.end('{"city":"Lyon","sky":"rain"}')
    })
    const upstreams = { weather: upstream.url, 'weather-pro': upstream.url }
    state.gateway = await openGateway({ after: later }, { apis: sampleApis(), upstreams })
  })
  after(async () => {
    for (const close of closers) await close()
  })
  /** Configured by the files that the first start left in the data folder. */
  const cli = (...words: string[]): Promise<Run> => captured(['--data', gateway().dataDir, ...words])
  const asJson = async (...words: string[]): Promise<Record<string, unknown>> => {
    const ran = await cli('--json', ...words)
    assert.equal(ran.code, 0, ran.err)
    return ran.json()
  }

  test('address and keys are found in the data folder of this machine', async () => {
    const ran = await cli('call', 'dictionary', 'define', '--word', 'tea')
    assert.deepEqual([ran.code, ran.out, ran.err], [0, '{\n  "word": "tea"\n}\n', ''])
    assert.equal((await captured(['apis'], { cwd: folder, env: { GATEHOUSE_DATA: gateway().dataDir } })).code, 0)
  })

  test('keys from files are not sent to another machine', async () => {
    const ran = await captured(['--data', gateway().dataDir, '--url', 'http://gateway.example', 'accounts', 'list'])
    assert.deepEqual([ran.code, ran.out], [2, ''])
    assert.match(ran.err, /No operator key is known/)
    assert.ok(
      ran.err.includes(`are those of ${gateway().baseUrl} and are not sent to http://gateway.example.`),
      ran.err,
    )
  })

  test('an account is created, shown, changed and listed in aligned columns', async () => {
    const { id } = await asJson('accounts', 'create', 'Night desk', '--plan', 'free')
    await asJson('accounts', 'update', String(id), '--name', 'Day desk', '--disable')
    const shown = await cli('accounts', 'show', String(id))
    assert.match(shown.out, /^name +Day desk$/m)
    assert.match(shown.out, /^state +disabled$/m)
    const { out } = await cli('accounts', 'list')
    const [head = '', ...rows] = out.trimEnd().split('\n')
    assert.equal(rows.length, 2)
    for (const row of rows) assert.equal(row.indexOf(' free '), head.indexOf('PLAN') - 1)
    const { accounts } = await asJson('accounts', 'list')
    assert.ok(Array.isArray(accounts) && accounts.length === 2)
  })

  test('a new key works, is shown once, and stops working when it is revoked', async () => {
    const { accountId } = await gateway().account()
    const words = ['--scope', 'dictionary:GET:/define', '--address', '127.0.0.1', '--expires', '1d']
    const { id, key } = await asJson('keys', 'create', 'reader', '--account', accountId, ...words)
    const call = () => cli('--key', String(key), 'call', 'dictionary', 'define', '--word', 'tea')
    assert.equal((await call()).code, 0)
    const suggest = ['--key', String(key), 'call', 'dictionary', 'suggest', '--body', '{"word":"x"}']
    assert.equal((await cli(...suggest)).code, 4)
    const listed = await cli('keys', 'list', '--account', accountId)
    assert.match(listed.out, /reader .*works .*dictionary:GET:\/define 127\.0\.0\.1/)
    assert.ok(!listed.out.includes(String(key)))
    assert.equal((await cli('keys', 'revoke', String(id))).code, 0)
    assert.equal((await call()).code, 4)
    assert.match((await cli('keys', 'list', '--account', accountId, '--all')).out, /reader .*revoked/)
  })

  test('revoking a key names the keys that were made with it, and revokes them if asked to', async () => {
    const { accountId } = await gateway().account()
    const { id, key } = await asJson('keys', 'create', 'leaked', '--account', accountId)
    const headers = { 'x-gateway-key': String(key), 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'hidden' })
    const made = Object(
      await (await fetch(`${gateway().baseUrl}/v1/me/keys`, { method: 'POST', headers, body })).json(),
    )
    const { out } = await cli('keys', 'revoke', String(id))
    assert.match(out, new RegExp(`gatehouse keys revoke ${id} --with-made[^]*${made.id}[^]*hidden`))
    assert.match(
      (await cli('keys', 'revoke', String(id), '--with-made')).out,
      new RegExp(`${made.id}, created with it, is revoked`),
    )
    const listed = await cli('keys', 'list', '--account', accountId, '--all')
    assert.match(listed.out, /hidden .*revoked/)
  })

  test('a rotated key keeps its id, and the old key expires after the grace period', async () => {
    const { accountId } = await gateway().account()
    const { id, key } = await asJson('keys', 'create', 'turning', '--account', accountId)
    const rotated = await cli('keys', 'rotate', String(id), '--grace', '1h')
    assert.match(rotated.out, new RegExp(`^id +${id}\nkey +gh_live_`))
    assert.match(rotated.err, /The previous key works until/)
    assert.equal((await cli('--key', String(key), 'usage')).code, 0)
    assert.match((await cli('keys', 'rotate', String(id))).err, /has stopped working/)
    const refused = await cli('--key', String(key), 'usage')
    assert.deepEqual(
      [refused.code, refused.err],
      [4, 'gatehouse: The gateway does not know this key. Pass another with --key or GATEHOUSE_KEY.\n'],
    )
  })

  test('the account must be named when there are several', async () => {
    const ran = await cli('keys', 'create', 'whose')
    assert.deepEqual([ran.code, /--account/.test(ran.err)], [2, true])
  })

  test('a provider key comes from a file, the standard input or a prompt, and is never printed', async () => {
    const { key } = await gateway().account()
    const path = join(folder, 'key')
    writeFileSync(path, `${secret}\n`)
    const own = ['--data', gateway().dataDir, '--key', key]
    const ways = [
      await captured([...own, 'provider-keys', 'set', 'weather', '--key-file', path]),
      await captured([...own, 'provider-keys', 'set', 'weather', '--key-file', '-'], { stdin: `${secret}\n` }),
      await captured([...own, 'provider-keys', 'set', 'weather-pro'], { stdin: secret }),
      await captured([...own, 'provider-keys', 'set', 'weather'], { stdin: `${secret}x\u007f\r`, terminal: true }),
    ]
    for (const [at, ran] of ways.entries()) {
      assert.equal(ran.code, 0, ran.err)
      assert.match(ran.out, new RegExp(`^ends with +…abcd\nversion +${at + 1}$`, 'm'))
      assert.ok(!(ran.out + ran.err).includes('secret'), 'the key is not printed')
    }
    assert.match(ways[3]?.err ?? '', /^Provider key of weather: \n/)
    assert.match((await captured([...own, 'call', 'weather', 'current', '--city', 'Lyon'])).out, /rain/)
  })

  test('a string that cannot be a provider key is refused with the reason', async () => {
    const { key } = await gateway().account()
    const own = ['--data', gateway().dataDir, '--key', key, 'provider-keys', 'set', 'weather']
    const ran = await captured(own, { stdin: key })
    assert.equal(ran.code, 1)
    assert.match(
      ran.err,
      /This cannot be a provider key: it is a key of this gateway\. Store the key that the provider/,
    )
    assert.ok(!ran.err.includes(key))
  })

  test('a provider key on the command line is accepted with a warning, and is not mistaken for the gateway key', async () => {
    const { key } = await gateway().account()
    const own = ['--data', gateway().dataDir]
    const ran = await captured([...own, 'provider-keys', 'set', 'weather', '--key', secret, '--gateway-key', key])
    assert.equal(ran.code, 0, ran.err)
    assert.match(ran.err, /^warning: .*history/)
    assert.ok(!(ran.out + ran.err).includes(secret))
    const listed = await captured([...own, '--key', key, 'provider-keys', 'list'])
    assert.match(listed.out, /^weather +Weather +…abcd +1 +not verified/m)
  })

  test('a key can be verified and removed, by the operator for any account too', async () => {
    const { accountId } = await gateway().account()
    const mine = ['--account', accountId]
    const stored = await captured(['--data', gateway().dataDir, 'provider-keys', 'set', 'weather', ...mine], {
      stdin: secret,
    })
    assert.equal(stored.code, 0, stored.err)
    assert.equal((await cli('provider-keys', 'verify', 'weather', ...mine)).code, 0)
    assert.match((await cli('provider-keys', 'list', ...mine)).out, / verified /)
    state.accepts = 401
    const refused = await cli('provider-keys', 'verify', 'weather', ...mine)
    state.accepts = 200
    assert.deepEqual([refused.code, /refuses the key \(401\)/.test(refused.out)], [1, true])
    assert.equal((await cli('provider-keys', 'remove', 'weather', ...mine)).code, 0)
    assert.equal((await cli('provider-keys', 'remove', 'weather', ...mine)).code, 5)
    assert.equal((await cli('provider-keys', 'remove', 'dictionary', ...mine)).code, 1)
  })

  test('usage shows the calls of the key, of an account, or of all', async () => {
    const { accountId, key } = await gateway().account()
    await cli('--key', key, 'call', 'dictionary', 'define', '--word', 'tea')
    const own = await cli('--key', key, 'usage', '--by', 'day')
    assert.match(own.out, /^DAY \(UTC\) .*CALLS/)
    assert.match(own.out, /^all +1 +0 /m)
    const { total } = await asJson('usage', '--account', accountId, '--from', '2h', '--listing', 'dictionary')
    assert.equal(Object(total).calls, 1)
    assert.ok(Object((await asJson('usage', '--all')).total).calls >= 1)
    assert.match((await cli('usage', '--from', '2020-01-01', '--to', '2020-01-02')).out, /^No call from 2020-01-01/)
    assert.equal((await cli('usage', '--from', 'yesterday')).code, 2)
    await cli('--key', key, 'call', 'tides', 'today')
    const limited = await cli('--key', key, 'usage', '--limit', '1')
    assert.match(limited.err, /Only the first 1 are shown/)
    assert.match(limited.out, /^all +2 /m)
    const byKey = await cli('--key', key, 'usage', '--by', 'key,status')
    assert.match(byKey.out, /^KEY +STATUS +CALLS .*\nkey_\w+ +200 +1 /)
    assert.equal((await cli('--key', key, 'usage', '--by', 'colour')).code, 2)
    assert.match((await cli('usage', '--by', 'account', '--all')).out, /^ACCOUNT +CALLS/)
  })

  test('calls shows single calls, one by its id, and what fails', async () => {
    const { accountId, key } = await gateway().account()
    await cli('--key', key, 'call', 'dictionary', 'define', '--word', 'tea')
    await cli('--key', key, 'call', 'tides', 'today')
    const all = await cli('--key', key, 'calls')
    assert.match(all.out, /^TIME \(UTC\) .*ID\n.* tides +today +502 .*\n.* dictionary +define +200 /)
    const failed = await asJson('--key', key, 'calls', '--failed')
    assert.equal(Object(failed.calls).length, 1)
    const { id } = Object(failed.calls)[0]
    assert.match((await cli('--key', key, 'calls', id)).out, /^status +502 upstream.unreachable$/m)
    assert.equal(Object(await asJson('calls', id, '--account', accountId)).account, accountId)
    assert.equal((await cli('--key', key, 'calls', 'req_unknown')).code, 5)
    assert.match((await cli('calls', '--errors', '--account', accountId)).out, / 502 +upstream\.unreachable +gateway /)
  })

  test('a key gets limits of its own, and loses them', async () => {
    const { accountId, key } = await gateway().account()
    const { id } = await asJson('keys', 'create', 'limited', '--account', accountId, '--per-day', '5')
    assert.match((await cli('keys', 'list', '--account', accountId)).out, / limited .* ∞\/min 5\/day /)
    const changed = await cli('keys', 'limit', String(id), '--per-minute', '1000', '--per-day', '7')
    assert.match(changed.out, /may make 1,000 calls per minute and 7 calls per day\.$/m)
    const money = await cli('keys', 'limit', String(id), '--per-day', '7', '--usd-per-day', '2.50')
    assert.match(money.out, /may make 7 calls per day, and may spend \$2\.5 per day\.$/m)
    assert.match((await cli('keys', 'list', '--account', accountId)).out, / limited .* ∞\/min 7\/day \$2\.5\/day /)
    assert.notEqual((await cli('keys', 'limit', String(id), '--usd-per-day', 'much')).code, 0)
    assert.match((await cli('keys', 'limit', String(id), '--none')).out, /has no limit of its own/)
    assert.equal((await cli('keys', 'limit', String(id))).code, 2)
    assert.equal((await cli('--key', key, 'usage')).code, 0)
  })

  test('plans are set and listed', async () => {
    assert.equal((await cli('plans', 'set', 'team', '--per-minute', '1200', '--per-day', '50000')).code, 0)
    assert.match((await cli('plans', 'list')).out, /^team +1,200 +50,000$/m)
    assert.equal((await cli('plans', 'set', 'team', '--per-minute', 'many', '--per-day', '1')).code, 2)
    assert.equal((await cli('plans', 'set', 'team', '--per-minute', '1')).code, 2)
  })

  test('calls beyond the quota have their own exit code and say when the quota resets', async () => {
    const { key } = await gateway().account({ perMinute: 0, perDay: 10 })
    const ran = await cli('--key', key, 'call', 'dictionary', 'define', '--word', 'tea')
    assert.deepEqual([ran.code, /Rate limit reached: .*Try again in \d+ s/.test(ran.err)], [6, true])
  })

  test('the APIs are listed with their providers, and the endpoints of one', async () => {
    const { out } = await cli('apis')
    assert.match(out, /^weather +Weather +embedded and live +embedded +placeholder +2$/m)
    assert.match(out, /^dictionary +Dictionary +embedded +embedded +- +2$/m)
    assert.match((await captured(['--url', gateway().baseUrl, '--data', folder, 'apis'])).out, /^weather .* - +- +-$/m)
    assert.match((await cli('apis', 'weather')).out, /^current +GET +\/current\/\{city\} +Weather of a city$/m)
    assert.equal((await cli('apis', 'nope')).code, 5)
  })

  test('the shell completes commands, APIs and endpoints, and nothing where the gateway is away', async () => {
    const complete = async (...words: string[]) => (await cli('complete', '--', ...words)).out.split('\n')
    assert.ok((await complete()).includes('provider-keys'))
    assert.ok(!(await complete()).includes('complete'))
    assert.deepEqual((await complete('plans')).slice(0, 2), ['list', 'set'])
    assert.ok((await complete('call')).includes('weather'))
    assert.ok((await complete('call', 'weather')).includes('current'))
    const away = await captured(['complete', '--url', 'http://127.0.0.1:1', '--', 'call'])
    assert.deepEqual([away.code, away.out], [0, ''])
    assert.match((await cli('completion', 'bash')).out, /^complete -F _gatehouse gatehouse$/m)
    assert.equal((await cli('completion', 'tcsh')).code, 2)
  })

  test('open prints the address of the console or the reference', async () => {
    assert.match((await cli('open')).out, /^http:\/\/127\.0\.0\.1:\d+\/console\n$/)
    assert.match((await cli('open', 'docs')).out, /\/docs\n$/)
  })

  test('a file is imported; a refused file and an API without an importer are reported', async () => {
    const { accountId } = await gateway().account()
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const words = file('words.txt', 'tea\n'.repeat(200_000))
    const done = await cli('import', 'dictionary', words, '--account', accountId)
    assert.deepEqual([done.code, done.err], [0, ''])
    assert.match(done.out, /^words\.txt is imported \(800\.0 kB\)\.\n/)
    assert.match(done.out, /^bytes +800,000$/m)
    const noted = await cli('import', 'dictionary', file('noted', 'tea\n'), '--account', accountId)
    assert.match(noted.out, /\nSkipped: line 2\.\n$/)
    const lines = (await cli('--json', 'import', 'dictionary', words, '--account', accountId)).out.trim().split('\n')
    assert.equal(JSON.parse(lines.at(-1) ?? '').kind, 'result')
    const bad = await cli('import', 'dictionary', file('bad', 'BAD'), '--account', accountId)
    assert.deepEqual([bad.code, /line 1 is not a word/.test(bad.err)], [1, true])
    const codes = []
    for (const [slug, path] of [
      ['weather', words],
      ['nope', words],
      ['dictionary', join(folder, 'nope')],
      ['dictionary', folder],
    ] as const)
      codes.push((await cli('import', slug, path, '--account', accountId)).code)
    assert.deepEqual(codes, [1, 5, 2, 2])
  })

  test('on a terminal an import shows its progress', async () => {
    const { accountId } = await gateway().account()
    const path = join(folder, 'shown.txt')
    writeFileSync(path, 'tea\n'.repeat(100_000))
    const words = ['--data', gateway().dataDir, 'import', 'dictionary', path, '--account', accountId]
    const { err, code } = await captured(words, { terminal: true })
    assert.equal(code, 0)
    assert.match(err, /\[#+·*\] reading +\d+ % +\d+\.\d kB of 400\.0 kB/)
    assert.match(err, /\[#+\] writing 100 % +400,000 bytes/)
  })

  test('the master key is rotated, and its state is shown', async () => {
    const rotated = await cli('vault', 'rotate')
    assert.match(rotated.out, /^The master key is version 2; \d+ records are re-sealed\.\n$/)
    assert.match((await cli('vault', 'status')).out, /^master key +version 2$/m)
  })

  test('doctor finds nothing wrong with a healthy gateway, and says what to do about a file that others can read', async () => {
    const healthy = await cli('doctor')
    assert.deepEqual([healthy.code, /^problem/m.test(healthy.out)], [0, false], healthy.out)
    assert.match(healthy.out, /^ok +gateway +answers at/m)
    assert.match(healthy.out, /^ok +database +sqlite answers/m)
    const { dataDir } = gateway()
    const path = join(dataDir, 'master.key')
    const backup = join(dataDir, 'monday.backup')
    writeFileSync(backup, '')
    for (const one of [path, backup, join(dataDir, 'gatehouse.db')]) chmodSync(one, 0o644)
    const ill = await cli('--json', 'doctor')
    for (const one of [path, join(dataDir, 'gatehouse.db')]) chmodSync(one, 0o600)
    rmSync(backup)
    assert.equal(ill.code, 1)
    const checks = ill.json().checks
    assert.ok(Array.isArray(checks))
    assert.deepEqual(
      checks.filter(({ ok }) => !ok).map(({ name, todo }) => [name, todo]),
      [
        ['master.key', `chmod 600 ${path}`],
        ['gatehouse.db', `chmod 600 ${join(dataDir, 'gatehouse.db')}`],
        ['monday.backup', `chmod 600 ${backup}`],
      ],
    )
  })
})

test('each part of a provider key is asked for without being shown, or read from JSON', async (t) => {
  const parts = { 'DD-API-KEY': 'dd-api-0123456789abcdef', 'DD-APPLICATION-KEY': 'dd-app-fedcba9876543210' }
  const schemes = { double: keySchemes('http://127.0.0.1:1/token').double }
  const gateway = await openGateway(t, { apis: keyedApis('http://127.0.0.1:1', schemes) })
  const { key, accountId } = await gateway.account()
  const own = ['--data', gateway.dataDir, '--key', key, 'provider-keys']
  const typed = `${parts['DD-API-KEY']}\r${parts['DD-APPLICATION-KEY']}\r`
  const ways = [
    await captured([...own, 'set', 'double'], { stdin: typed, terminal: true }),
    await captured([...own, 'set', 'double'], { stdin: JSON.stringify(parts) }),
    await captured(['--data', gateway.dataDir, 'provider-keys', 'set', 'double', '--account', accountId], {
      stdin: JSON.stringify(parts),
    }),
  ]
  for (const [at, ran] of ways.entries()) {
    assert.equal(ran.code, 0, ran.err)
    assert.match(ran.out, /^ends with +DD-API-KEY: …cdef, DD-APPLICATION-KEY: …3210$/m)
    assert.match(ran.out, new RegExp(`^version +${at + 1}$`, 'm'))
    assert.ok(!/dd-(?:api|app)-/.test(ran.out + ran.err), 'no part is printed')
  }
  assert.match(
    ways[0]?.err ?? '',
    /^Provider key of double, DD-API-KEY: \nProvider key of double, DD-APPLICATION-KEY: \n/,
  )
  for (const stdin of ['dd-api-0123456789abcdef', '["a"]', '{"DD-API-KEY":"dd-api-0123456789abcdef"}']) {
    const ran = await captured([...own, 'set', 'double'], { stdin })
    assert.notEqual(ran.code, 0)
    assert.ok(ran.err.includes('DD-API-KEY, DD-APPLICATION-KEY') && !ran.err.includes('dd-api-'), ran.err)
  }
  assert.equal((await captured([...own, 'set', 'double', '--key', 'one-0123456789', '--gateway-key', key])).code, 2)
})
