// Guards that a key with a list of addresses works from those and no others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#define'
import { allowsAddress, readAddresses } from './addresses.ts'

const listed = (entries: string[], address: string) => allowsAddress({ addresses: readAddresses(entries) }, address)

test('without a list every address is accepted', () => {
  assert.ok(allowsAddress({ addresses: null }, '203.0.113.9'))
  assert.equal(readAddresses(null), null)
})

test('single addresses and blocks of both families contain exactly what belongs to them', () => {
  const entries = ['192.0.2.7', '10.1.2.3/8', '2001:db8::/32', '::1', '198.51.100.0/31']
  for (const address of ['192.0.2.7', '10.255.0.1', '2001:DB8:1::9', '::1', '0:0:0:0:0:0:0:1', '198.51.100.1'])
    assert.ok(listed(entries, address), address)
  for (const address of ['192.0.2.8', '11.0.0.1', '2001:db9::1', '::2', '198.51.100.2', '127.0.0.1'])
    assert.ok(!listed(entries, address), address)
})

test('an IPv4-mapped IPv6 address counts as the IPv4 address, in calls and in lists', () => {
  const spellings = ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:FFFF:C000:0207']
  for (const entry of spellings)
    for (const address of spellings) assert.ok(listed([entry], address), `${entry} ${address}`)
  assert.ok(listed(['::ffff:10.0.0.0/104'], '10.9.9.9'))
  assert.ok(!listed(['::ffff:10.0.0.0/104'], '11.9.9.9'))
  assert.ok(!listed(['::/0'], '192.0.2.7'))
  assert.ok(!listed(['0.0.0.0/0'], '2001:db8::1'))
})

test('whatever is not an address is never in a list', () => {
  for (const address of [
    '',
    'localhost',
    '10.0.0',
    '10.0.0.1.5',
    '10.0.0.1/8',
    '::ffff:999.0.0.1',
    '[::1]',
    ' 10.0.0.1',
  ])
    assert.ok(!listed(['10.0.0.0/8', '::/0'], address), address)
})

test('a link-local address is found with or without its interface', () => {
  assert.ok(listed(['fe80::/10'], 'fe80::1%eth0'))
})

test('a block contains exactly the addresses that share its prefix', () => {
  const address = fc.tuple(...[1, 2, 3, 4].map(() => fc.integer({ min: 0, max: 255 })))
  const number = (parts: number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
  fc.assert(
    fc.property(address, address, fc.integer({ min: 0, max: 32 }), (block, other, bits) => {
      const size = 2 ** (32 - bits)
      const same = Math.floor(number(block) / size) === Math.floor(number(other) / size)
      assert.equal(listed([`${block.join('.')}/${bits}`], other.join('.')), same)
    }),
  )
})

test('invalid entries are refused when a key is created', () => {
  const bad: unknown[] = [
    [],
    '10.0.0.1',
    [''],
    [7],
    [null],
    ['localhost'],
    ['10.0.0.1/33'],
    ['10.0.0.1/-1'],
    ['10.0.0.1/'],
    ['10.0.0.1/08x'],
    ['2001:db8::/129'],
    ['::ffff:10.0.0.0/95'],
    ['10.0.0.0/8,11.0.0.0/8'],
    ['fe80::1%eth0'],
    ['*'],
    Array.from({ length: 101 }, () => '10.0.0.1'),
  ]
  for (const value of bad)
    assert.throws(
      () => readAddresses(value),
      (error) => error instanceof Failure && error.code === 'input.invalid',
      JSON.stringify(value),
    )
})
