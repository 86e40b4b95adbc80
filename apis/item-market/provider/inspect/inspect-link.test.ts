// Every form of inspect link, and what is refused: links are read as text, never fetched, and bounded in length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { InspectError } from './inspect-error.ts'
import { linkLengthLimit, readInspectLink, writeInspectLink } from './inspect-link.ts'

const hex = '001807202C2805300438F08BA6E203409505A8AC4EC0'
const certificate = { kind: 'certificate', hex }
const run = `steam://run/730//+csgo_econ_action_preview%20${hex}`
const inInventory = { kind: 'pointer', owner: '76561198084749846', assetId: '698323590', d: '7935523998312483177' }
const onMarket = { kind: 'pointer', listing: '625254122282020305', assetId: '6760346663', d: '30614827701953021' }
const pointer = 'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20'

test('a certificate is found in every form it comes in', () => {
  const forms = [
    run,
    `steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20${hex}`,
    `csgo://rungame/730/1/+csgo_econ_action_preview%20${hex}`,
    `steam://run/730//+csgo_econ_action_preview ${hex}`,
    `steam://run/730// csgo_econ_action_preview ${hex}`,
    `steam://run/730//+csgo_econ_action_preview+${hex}`,
    `STEAM://RUN/730//+CSGO_ECON_ACTION_PREVIEW%20${hex}`,
    `csgo_econ_action_preview ${hex}`,
    `+csgo_econ_action_preview ${hex}`,
    hex,
    ` ${hex}\n`,
    `A${hex}`,
    `steam://run/730//+csgo_econ_action_preview%20A${hex}`,
  ]
  for (const form of forms) assert.deepEqual(readInspectLink(form), certificate, form)
  assert.deepEqual(readInspectLink(run.toLowerCase()), { kind: 'certificate', hex: hex.toLowerCase() })
})

test('a link that was encoded once or twice more is read, three times is not', () => {
  let link = run
  for (let times = 0; times <= 2; times++) {
    assert.deepEqual(readInspectLink(link), certificate, `${times} times`)
    link = encodeURIComponent(link)
  }
  assert.throws(() => readInspectLink(link), { code: 'link.invalid' })
})

test('an https address that holds a link or a bare certificate is read without being fetched', () => {
  const addresses = [
    `https://site.test/checker?inspect=${encodeURIComponent(run)}`,
    `https://site.test/checker?a=1&inspectLink=${encodeURIComponent(encodeURIComponent(run))}&b=2`,
    `https://site.test/#${encodeURIComponent(run)}`,
    `https://site.test/checker?inspect=${run}&x=y`,
    `https://site.test/${hex}`,
    `https://site.test/item/${hex}?from=abc#top`,
    `https://site.test/?c=${hex}&d=1`,
    `https://site.test/#${hex}`,
    `HTTPS://site.test/?c=${hex}`,
    encodeURIComponent(`https://site.test/?c=${hex}`),
    `https://site.test/deadbeefcafe/${hex}`,
  ]
  for (const address of addresses) assert.deepEqual(readInspectLink(address), certificate, address)
  assert.deepEqual(
    readInspectLink('https://site.test/?inspect=S76561198084749846A698323590D7935523998312483177'),
    inInventory,
  )
})

test('pointer links name an asset of an inventory or a listing', () => {
  assert.deepEqual(readInspectLink(`${pointer}S76561198084749846A698323590D7935523998312483177`), inInventory)
  assert.deepEqual(readInspectLink(`${pointer}M625254122282020305A6760346663D30614827701953021`), onMarket)
  assert.deepEqual(readInspectLink('s076561198084749846a698323590d7935523998312483177'), inInventory)
})

test('a hybrid link yields the certificate with its owner and asset', () => {
  assert.deepEqual(readInspectLink(`${pointer}S76561198084749846A698323590D${hex}`), {
    ...certificate,
    owner: '76561198084749846',
    assetId: '698323590',
  })
  assert.deepEqual(readInspectLink(`${pointer}M1A698323590D${hex}`), { ...certificate, assetId: '698323590' })
  // digits alone, but more than any decimal number here has
  const digits = '1807202805300438080620340950508040'
  assert.equal(readInspectLink(`S1A2D${digits}`).kind, 'certificate')
})

test('a template says that it must be filled in', () => {
  for (const link of [
    'steam://run/730//+csgo_econ_action_preview%20%propid:6%',
    'steam://run/730//+csgo_econ_action_preview%2520%25propid:6%25',
    `${pointer}S%owner_steamid%A%assetid%D7935523998312483177`,
    `${pointer}M%listingid%A%assetid%D7935523998312483177`,
  ])
    assert.throws(() => readInspectLink(link), { code: 'link.template' }, link)
})

test('links of other games, other addresses and other strings are refused', () => {
  for (const link of [
    `steam://rungame/440/76561202255233023/+tf_econ_item_preview%20${hex}`,
    `http://site.test/${hex}`,
    `ftp://site.test/${hex}`,
    'https://site.test/',
    'https://site.test/?id=deadbeef',
    'https://site.test/?x=%2e%2e%2f',
    `https://site.test/?i=csgo_econ_action_preview%20${hex}.exe`,
    `steam://run/730//+other_command%20${hex}`,
    `steam://run/730//+csgo_econ_action_preview${hex}`,
    `steam://run/730//+csgo_econ_action_preview%20${hex} and more`,
    `text before csgo_econ_action_preview ${hex}`,
    'steam://run/730//+csgo_econ_action_preview%20',
    'steam://run/730//+csgo_econ_action_preview%20nothing',
    'S1A2',
    'S1A2D',
    'S99999999999999999999A1D1',
    'S1A18446744073709551616D1',
    'hello',
    '%',
    '%%%',
    '',
  ])
    assert.throws(() => readInspectLink(link), { code: 'link.invalid' }, link)
  for (const link of [
    `steam://rungame/440/1/+csgo_econ_action_preview%20${hex}`,
    `https://site.test/?i=${encodeURIComponent(`steam://run/440//+csgo_econ_action_preview ${hex}`)}`,
  ])
    assert.throws(() => readInspectLink(link), { code: 'link.other_game' }, link)
})

test('a link of ten million characters is refused for its length, and so is one character too many', () => {
  for (const text of ['A'.repeat(10_000_000), `https://x/${'%25'.repeat(3_000_000)}`, 'A'.repeat(linkLengthLimit + 1)])
    assert.throws(() => readInspectLink(text), { code: 'link.too_long' })
})

test('any string yields a link or an InspectError', () => {
  const pieces = fc.constantFrom(
    'steam://',
    'https://',
    'run/730//',
    'rungame/730/',
    '+csgo_econ_action_preview',
    '%20',
    '%2520',
    '%25',
    '%',
    ' ',
    'S1',
    'A2',
    'D3',
    'M9',
    hex,
    '/',
    '?',
    '=',
    '%propid:6%',
    'A',
  )
  const text = fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(pieces, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('').repeat(60)),
  )
  fc.assert(
    fc.property(text, (link) => {
      try {
        const details = readInspectLink(link)
        assert.deepEqual(readInspectLink(writeInspectLink(details)).kind, details.kind)
      } catch (error) {
        assert.ok(error instanceof InspectError, String(error))
      }
    }),
    { numRuns: sampled(20_000) },
  )
})

test('a written link is read back', () => {
  for (const link of [certificate, inInventory, onMarket])
    assert.deepEqual(readInspectLink(writeInspectLink(readInspectLink(linkText(link)))), link)
})

function linkText(link: typeof certificate | typeof inInventory | typeof onMarket): string {
  if ('hex' in link) return link.hex
  return 'owner' in link ? `S${link.owner}A${link.assetId}D${link.d}` : `M${link.listing}A${link.assetId}D${link.d}`
}
