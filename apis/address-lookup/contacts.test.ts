// Phone numbers against Google's own library, e-mail addresses against a DNS server of the test's own.
import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { createSeededRandom } from '#provider/test'
import { sampled } from '../../tests/harness/seed.ts'
import { createMailDomains } from './provider/contacts/mail-domains.ts'
import { isoThreeOf } from './provider/places/countries.ts'
import { type Json, openWorld } from './test/world.ts'

const { PhoneNumberUtil, PhoneNumberFormat } = createRequire(import.meta.url)('google-libphonenumber')

/** Countries of which the two libraries have different editions of Google's metadata. */
const otherEditions = ['+267', '+40', '+290', '+263']

describe('phone numbers', () => {
  /** The judgement of Google's library of a number that begins with +. */
  function expected(text: string) {
    const google = PhoneNumberUtil.getInstance()
    let parsed: unknown
    try {
      parsed = google.parse(text)
    } catch {
      return { valid: false }
    }
    if (!google.isValidNumber(parsed)) return { valid: false }
    const region: string = google.getRegionCodeForNumber(parsed)
    return {
      valid: true,
      national_format: google.format(parsed, PhoneNumberFormat.NATIONAL),
      // ours has blanks only between groups, as ITU-T E.123 recommends
      international_format: google.format(parsed, PhoneNumberFormat.INTERNATIONAL).replace(/[-.()/ ]+/g, ' '),
      iso_country_2: region === '001' ? '' : region,
    }
  }

  test('numbers of all countries, valid and invalid, have the validity and forms of the reference', async () => {
    const { validatePhone } = await import('./provider/contacts/phones.ts')
    const random = createSeededRandom(1919)
    const countries = getCountries()
    const different: string[] = []
    for (let count = 0; count < sampled(10_000); count++) {
      const example = getExampleNumber(countries[count % countries.length] ?? 'GB', examples)
      const digits = [...String(example?.number ?? '+442079460018')]
      // further digits change from round to round, so that ranges of all kinds are met, and some that do not exist
      const changed = Math.min(digits.length - 3, 2 + (Math.floor(count / countries.length) % 9))
      for (let at = 0; at < changed; at++) digits[digits.length - 1 - at] = String(random.int(0, 9))
      if (count % 50 === 49) digits.pop()
      const number = digits.join('')
      const wanted = expected(number)
      const { valid, national_format, international_format, iso_country_2 } = await validatePhone(number)
      const got = valid ? { valid, national_format, international_format, iso_country_2 } : { valid }
      if (JSON.stringify(got) !== JSON.stringify(wanted))
        different.push(`${number}: ${JSON.stringify(got)} where the reference has ${JSON.stringify(wanted)}`)
    }
    const unexplained = different.filter((one) => !otherEditions.some((code) => one.startsWith(code)))
    assert.deepEqual(unexplained, [])
    assert.ok(different.length <= 10, different.join('\n'))
  })

  test('a number says to whom its range was given out, and nothing about its present operator', async () => {
    const world = await openWorld()
    const carrierOf = async (number: string) =>
      (await world.result(`/phone_numbers?query=${encodeURIComponent(number)}&current_carrier=true`)).original_carrier
    assert.deepEqual(await carrierOf('+447510123456'), {
      ...{ network_code: null, name: 'O2', country: 'GB', network_type: 'mobile' },
    })
    assert.equal(Object(await carrierOf('+442079460018')).name, null)
    assert.equal(
      (await world.result('/phone_numbers?query=%2B447510123456&current_carrier=true')).current_carrier,
      null,
    )
  })

  test('spellings of a country code mean the same, and an international number belongs to no country', async () => {
    const world = await openWorld()
    const bodies = await Promise.all(
      ['%2B44 20 7946 0018', '442079460018', '0044 (20) 7946-0018'].map((text) =>
        world.result(`/phone_numbers?query=${text}`),
      ),
    )
    for (const body of bodies) assert.deepEqual(body, bodies[0])
    assert.deepEqual([bodies[0]?.iso_country, bodies[0]?.country], [isoThreeOf('GB'), 'United Kingdom'])
    const free = await world.result('/phone_numbers?query=%2B80012345678')
    assert.deepEqual([free.valid, free.iso_country, free.iso_country_2, free.country], [true, '', '', ''])
    const invalid = await world.result('/phone_numbers?query=%2B4412')
    assert.deepEqual([invalid.valid, new Set(Object.values(invalid).slice(1))], [false, new Set([null])])
  })
})

describe('e-mail addresses', () => {
  const sockets: Socket[] = []
  after(() => {
    for (const socket of sockets) socket.close()
  })

  test('without the setting nobody is asked, and what is well-formed is unknown, with what lists know', async () => {
    const world = await openWorld({ kit: { mayCallOut: true } })
    const flags = async (address: string) => {
      const { result, deliverable, disposable, free, role } = await world.result(`/emails?query=${address}`)
      return [result, deliverable, disposable, free, role]
    }
    assert.deepEqual(await flags('ada@gmail.com'), ['unknown', null, false, true, false])
    assert.deepEqual(await flags('test@mailinator.com'), ['unknown', null, true, false, false])
    assert.deepEqual(await flags('info@ferry.org'), ['unknown', null, false, false, true])
    assert.equal((await world.result('/emails?query=ada@@gmail.com')).result, 'not_deliverable')
    assert.equal((await world.result('/emails?query=ada@nowhere.invalid')).result, 'not_deliverable')
    assert.deepEqual(await world.codeOf(`/emails?query=${'a'.repeat(321)}`), [400, 40017])
  })

  test('with it the DNS decides whether the domain takes mail, and the lists say what it is', async () => {
    const { server, asked } = await openDns()
    const world = await openWorld({ kit: { mayCallOut: true, config: { emailDns: { servers: [server] } } } })
    const verdict = async (address: string) => {
      const { result, disposable, free, role } = await world.result(`/emails?query=${encodeURIComponent(address)}`)
      return [result, disposable, free, role]
    }
    assert.deepEqual(await verdict('ada@gmail.com'), ['deliverable', false, true, false])
    assert.deepEqual(await verdict('info@takes-mail.org'), ['deliverable', false, false, true])
    assert.deepEqual(await verdict('ada@only-address.org'), ['deliverable', false, false, false])
    assert.deepEqual(await verdict('ada@null-exchange.org'), ['not_deliverable', false, false, false])
    assert.deepEqual(await verdict('ada@absent.org'), ['not_deliverable', false, false, false])
    assert.deepEqual(await verdict('ada@mailinator.com'), ['deliverable', true, false, false])
    assert.deepEqual(await verdict('ada@bücher.org'), ['deliverable', false, false, false])
    assert.ok(asked.includes('xn--bcher-kva.org'))
    const before = asked.length
    await verdict('grace@gmail.com')
    assert.equal(asked.length, before, 'an answer is remembered')
  })

  test('a DNS that fails or is silent leaves the address unknown', async () => {
    const { server } = await openDns()
    const config = { emailDns: { servers: [server], timeoutMs: 200 } }
    const world = await openWorld({ kit: { mayCallOut: true, config } })
    for (const domain of ['broken.org', 'silent.org'])
      assert.equal((await world.result(`/emails?query=ada@${domain}`)).result, 'unknown', domain)
  })

  test('domains that stay silent hold up only the account that names them', async () => {
    const { server, asked } = await openDns()
    const takesMail = createMailDomains({ servers: [server], timeoutMs: 2000 }, Date.now)
    const silent = Array.from({ length: 60 }, (_, at) => takesMail(`${at}.silent.org`, 'acc_a'))
    assert.equal(await takesMail('gmail.com', 'acc_a'), 'unknown')
    assert.equal(await takesMail('gmail.com', 'acc_b'), 'yes')
    assert.deepEqual(new Set(await Promise.all(silent)), new Set(['unknown']))
    assert.equal(asked.filter((name) => name.endsWith('.silent.org')).length, 10)
  })

  test('where providers may not call out, the setting asks nobody', async () => {
    const { server, asked } = await openDns()
    const world = await openWorld({ kit: { mayCallOut: false, config: { emailDns: { servers: [server] } } } })
    assert.equal((await world.result('/emails?query=ada@gmail.com')).result, 'unknown')
    assert.deepEqual(asked, [])
  })

  test('a mistake in the setting refuses the start', async () => {
    for (const emailDns of [{ servers: ['dns.example'] }, { servers: '1.1.1.1' }, { timeoutMs: 0 }, { port: 53 }, 1])
      await assert.rejects(openWorld({ kit: { config: { emailDns } as Json } }), /emailDns/)
  })

  /** A DNS server on UDP (RFC 1035) that knows a few domains; `asked` has the names of all questions. */
  async function openDns() {
    const socket = createSocket('udp4')
    sockets.push(socket)
    const asked: string[] = []
    socket.on('message', (question, { port, address }) => {
      const { name, type, end } = readQuestion(question)
      asked.push(name)
      if (name.endsWith('silent.org')) return
      const isMail = type === mailExchange
      const exchange = name === 'null-exchange.org' ? Buffer.from([0, 0, 0]) : Buffer.from('\0\x0a\x02mx\x03org\0')
      const hasAddress = name === 'only-address.org' && type === hostAddress
      const isKnown = !['absent.org', 'only-address.org', 'broken.org'].includes(name)
      const data = isMail && isKnown ? exchange : hasAddress ? Buffer.from([192, 0, 2, 1]) : undefined
      const failure = name === 'broken.org' ? serverFailure : name === 'absent.org' ? noSuchName : 0
      socket.send(answerTo(question, { end, type, data, failure }), port, address)
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    const { port }: AddressInfo = socket.address()
    return { server: `127.0.0.1:${port}`, asked }
  }
})

const [hostAddress, mailExchange] = [1, 15]
const [serverFailure, noSuchName] = [2, 3]

function readQuestion(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

interface Answer {
  readonly end: number
  readonly type: number
  readonly data: Buffer | undefined
  readonly failure: number
}

function answerTo(question: Buffer, { end, type, data, failure }: Answer): Buffer {
  const head = Buffer.from(question.subarray(0, end))
  head.writeUInt16BE(0x8180 | failure, 2)
  head.writeUInt16BE(data ? 1 : 0, 6)
  head.fill(0, 8, 12)
  if (!data) return head
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(type, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, record, data])
}
