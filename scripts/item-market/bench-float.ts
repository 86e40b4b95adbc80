// Measures the float and trade-up arithmetic, without HTTP: `node scripts/item-market/bench-float.ts`. Each case runs
// one call; batches are timed, because one call is shorter than the clock's resolution. It asserts nothing: times
// depend on the machine.

import { pathToFileURL } from 'node:url'
import { present } from '#define/present'
import { readCatalogue } from '../../apis/item-market/provider/catalogue/catalogue.ts'
import { nameItem } from '../../apis/item-market/provider/float/item-naming.ts'
import { fadeOf } from '../../apis/item-market/provider/float/patterns/fade.ts'
import { patternFor } from '../../apis/item-market/provider/float/view.ts'
import { decodeCertificate } from '../../apis/item-market/provider/inspect/certificate.ts'
import { readInspectLink } from '../../apis/item-market/provider/inspect/inspect-link.ts'
import { readContract } from '../../apis/item-market/provider/tradeup/contract.ts'
import { outcomesOf } from '../../apis/item-market/provider/tradeup/outcomes.ts'

const catalogue = readCatalogue()

interface BenchCase {
  readonly name: string
  /** Maximum microseconds, if the project has set a bound. */
  readonly boundUs?: number
  run(): unknown
}

const plain = '001807202C2805300438F08BA6E203409505A8AC4EC0'
const dressed =
  'E3F3555B131DCEFBE7C3C5CBE7D3E7DB5B5E770FE0A318E6B9EE207F8D204C808C8786C3017B6681E7EBE3F3AF81FBEBE7F3DFFEE3E363DDCEE3E39322DEE3E3E3DDA6E3E3635E8BE493E741E2F5EBE3F3EEDEE3E323DCA6E3E3E3DCAEE3E3E3A2B35A83C35D1AE3'
const link = `steam://run/730//+csgo_econ_action_preview%20${dressed}`
const wrapped = `https://site.test/checker?inspect=${encodeURIComponent(encodeURIComponent(link))}`
const items = Array.from({ length: 10 }, () => ({ name: 'MAC-10 | Heat (Field-Tested)', float: 0.2 }))

const cases: readonly BenchCase[] = [
  { name: 'certificate, plain', boundUs: 20, run: () => decodeCertificate(plain) },
  { name: 'certificate with stickers, charm and name tag', boundUs: 20, run: () => decodeCertificate(dressed) },
  { name: 'link', run: () => readInspectLink(link) },
  { name: 'link in an address, encoded twice', run: () => readInspectLink(wrapped) },
  { name: 'link, certificate, names and pattern', run: () => describe(link) },
  { name: 'fade of a seed', run: () => fadeOf('fade', 'Karambit', 412) },
  { name: 'trade-up without prices', run: contract },
]

function describe(text: string): unknown {
  const read = readInspectLink(text)
  if (read.kind !== 'certificate') return read
  const item = decodeCertificate(read.hex)
  const named = nameItem(item, catalogue)
  return [named, patternFor(item, named)]
}

function contract(): unknown {
  return outcomesOf(readContract(items, catalogue), catalogue, 'normalized')
}

const warmUps = 20_000
const batches = 200
const perBatch = 200

/** Microseconds per call at the median and at the 99th percentile of the batches. */
interface Times {
  readonly p50: number
  readonly p99: number
}

/** Returns the best of five runs, because other load only adds. */
function measure(one: BenchCase): Times {
  for (let at = 0; at < warmUps; at++) one.run()
  const runs = Array.from({ length: 5 }, () => measureOnce(one))
  return { p50: Math.min(...runs.map(({ p50 }) => p50)), p99: Math.min(...runs.map(({ p99 }) => p99)) }
}

function measureOnce({ run }: BenchCase): Times {
  const times = Array.from({ length: batches }, () => {
    const started = process.hrtime.bigint()
    for (let at = 0; at < perBatch; at++) run()
    return Number(process.hrtime.bigint() - started) / perBatch / 1000
  }).sort((a, b) => a - b)
  const at = (share: number) => present(times[Math.floor(times.length * share)])
  return { p50: at(0.5), p99: at(0.99) }
}

if (import.meta.url === pathToFileURL(present(process.argv[1])).href) {
  process.stdout.write(
    `${'microseconds per call'.padEnd(50)}${'p50'.padStart(8)}${'p99'.padStart(8)}${'bound'.padStart(8)}\n`,
  )
  for (const one of cases) {
    const { p50, p99 } = measure(one)
    const bound = one.boundUs === undefined ? '' : String(one.boundUs)
    process.stdout.write(
      `${one.name.padEnd(50)}${p50.toFixed(2).padStart(8)}${p99.toFixed(2).padStart(8)}${bound.padStart(8)}\n`,
    )
  }
}
