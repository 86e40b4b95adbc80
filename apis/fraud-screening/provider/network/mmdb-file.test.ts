// MMDB files: what is in them is found, and damaged or hostile ones end in a message that names the file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encode, head, type MmdbValue, mmdbOf, pointerTo } from '../../test/mmdb-writer.ts'
import { MmdbError } from './mmdb-error.ts'
import { openMmdb } from './mmdb-file.ts'

const record: MmdbValue = {
  country: { iso_code: 'NL' },
  location: { latitude: 52.37, longitude: -4.9 },
  flags: [true, 7],
}

test('the record of an address is that of its network, and other addresses have none', () => {
  const file = openMmdb('city.mmdb', mmdbOf({ '192.0.2.0/24': record, '198.51.100.64/26': { city: 'x' } }))
  assert.deepEqual([file.name, file.type, file.built], ['city.mmdb', 'Test-City', '2026-10-01'])
  assert.deepEqual(file.get('192.0.2.255'), record)
  assert.deepEqual(file.get('198.51.100.100'), { city: 'x' })
  for (const ip of ['192.0.3.0', '198.51.100.1', '2001:db8::1']) assert.equal(file.get(ip), undefined, ip)
})

test('a database of IPv4 alone knows no IPv6 address', () => {
  const file = openMmdb('v4.mmdb', mmdbOf({}, { metadata: { ip_version: 4 } }))
  assert.equal(file.get('2001:db8::1'), undefined)
})

const whole = mmdbOf({ '192.0.2.0/24': record })
const brokenFiles: Record<string, [content: Buffer, reason: RegExp]> = {
  'an empty file': [Buffer.alloc(0), /^x\.mmdb: this is not an MMDB file/],
  'a file of something else': [Buffer.from('PK\x03\x04'.repeat(1000)), /not an MMDB file/],
  'a file without its end': [whole.subarray(0, -200), /not an MMDB file|cut off/],
  'a file without its beginning': [whole.subarray(600), /shorter than its search tree/],
  'a tree larger than the file': [
    mmdbOf({}, { metadata: { node_count: 4_000_000_000 } }),
    /shorter than its search tree/,
  ],
  'an odd record size': [mmdbOf({}, { metadata: { record_size: 25 } }), /record_size is 25/],
  'another version of IP': [mmdbOf({}, { metadata: { ip_version: 5 } }), /ip_version is 5/],
  'a word for a number': [mmdbOf({}, { metadata: { node_count: 'many' } }), /no node_count/],
  'metadata that ends early': [whole.subarray(0, -10), /cut off/],
  'metadata that is a list': [
    Buffer.concat([whole.subarray(0, whole.lastIndexOf('MaxMind.com') + 11), encode([1])]),
    /no map/,
  ],
}
for (const [what, [content, reason]] of Object.entries(brokenFiles))
  test(`${what} is refused with a message that names it`, () => {
    assert.throws(
      () => openMmdb('x.mmdb', content),
      (error) => error instanceof MmdbError && reason.test(error.message),
    )
  })

/** Ten levels of lists, each of ten pointers to the next: ten thousand million values in some 200 bytes. */
function unfolding(): Buffer {
  const levels: Buffer[] = []
  let at = 0
  for (let level = 0; level < 10; level++) {
    const size = head(11, 10).length + 20
    levels.push(Buffer.concat([head(11, 10), ...Array.from({ length: 10 }, () => pointerTo(at + size))]))
    at += size
  }
  return Buffer.concat([...levels, encode('end')])
}
const hostileRecords: Record<string, MmdbValue> = {
  'a pointer to itself': pointerTo(0),
  'a list that holds itself': Buffer.concat([head(11, 1), pointerTo(0)]),
  'lists that unfold': unfolding(),
  'a list of sixteen million': head(11, 16_000_000),
  'a string of sixteen megabytes': head(2, 16_000_000),
  'a map without its values': head(7, 20),
  'a type that does not exist': Buffer.from([0, 200]),
  'a pointer beyond the end': Buffer.from([0x3f, 0xff, 0xff, 0xff, 0xff]),
}
for (const [what, value] of Object.entries(hostileRecords))
  test(`${what} is refused before it is read, and the file's other records are found`, () => {
    const file = openMmdb('x.mmdb', mmdbOf({ '192.0.2.0/24': value, '198.51.100.0/24': record }))
    assert.throws(
      () => file.get('192.0.2.1'),
      (error) => error instanceof MmdbError && error.message.startsWith('x.mmdb: '),
    )
    assert.deepEqual(file.get('198.51.100.1'), record)
  })

test('whatever bytes of a file are changed, reading it ends in a value or in a message', () => {
  const bytes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(bytes, fc.nat(whole.length), (changes, length) => {
      const changed = Buffer.from(whole.subarray(0, length > 40 ? whole.length : length))
      for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte
      try {
        const file = openMmdb('x.mmdb', changed)
        for (const ip of ['192.0.2.1', '0.0.0.0', '2001:db8::1']) file.get(ip)
      } catch (error) {
        assert.ok(error instanceof MmdbError, String(error))
      }
    }),
  )
})
