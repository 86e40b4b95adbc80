// Measures how often two IP databases name the same country: `node scripts/fraud-screening/compare-countries.ts FILE
// [FILE …]` compares the built-in database with each file, for 10,000 addresses drawn with a fixed seed from the IPv4
// space that both cover, and the files with each other. A file is an MMDB, or the `geoip` table of the Tor project (a
// package `tor-geoipdb` of Debian). Prints the shares and the most frequent differences; asserts nothing.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { openMmdb } from '../../apis/fraud-screening/provider/network/mmdb-file.ts'
import { readNetwork } from '../../apis/fraud-screening/provider/network/network.ts'

const addresses = 10_000
const builtIn = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

interface Source {
  readonly name: string
  readonly built: string
  countryOf(ip: number): string | undefined
}

const paths = [createRequire(import.meta.url).resolve(builtIn), ...process.argv.slice(2)]
const sources = paths.map((path) => (path.endsWith('.mmdb') ? mmdbSource(path) : rangeSource(path)))
for (const { name, built } of sources) console.log(`${name.padEnd(32)}${built}`)
for (const [at, a] of sources.entries()) for (const b of sources.slice(at + 1)) compare(a, b)

function compare(a: Source, b: Source): void {
  const next = xorshift(22)
  const differences = new Map<string, number>()
  let same = 0
  for (let drawn = 0; drawn < addresses; ) {
    const ip = next()
    const [inA, inB] = [a.countryOf(ip), b.countryOf(ip)]
    if (inA === undefined || inB === undefined) continue
    drawn += 1
    if (inA === inB) same += 1
    else differences.set(`${inA}/${inB}`, (differences.get(`${inA}/${inB}`) ?? 0) + 1)
  }
  const most = [...differences].sort(([, one], [, other]) => other - one).slice(0, 5)
  const list = most.map(([pair, count]) => `${pair} ${count}`).join(', ')
  console.log(`${a.name} and ${b.name}: ${((100 * same) / addresses).toFixed(2)} % of ${addresses} (${list})`)
}

function mmdbSource(path: string): Source {
  const file = openMmdb(basename(path), readFileSync(path))
  const databases = { files: [file], problems: [] }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return {
    name: basename(path, '.mmdb'),
    built: file.built,
    countryOf: (ip) =>
      readNetwork([24, 16, 8, 0].map((shift) => (ip >>> shift) & 255).join('.'), databases, log).country,
  }
}

/** Reads lines `first,last,country` with addresses as numbers. */
function rangeSource(path: string): Source {
  const lines = readFileSync(path, 'latin1').split('\n')
  const ranges = lines
    .filter((line) => /^\d+,\d+,[A-Z]{2}$/.test(line))
    .map((line) => {
      const [first, last, country = ''] = line.split(',')
      return { first: Number(first), last: Number(last), country }
    })
    .sort((a, b) => a.first - b.first)
  return {
    name: basename(path),
    built: /Generated: (.+)/.exec(lines.slice(0, 40).join('\n'))?.[1] ?? 'unknown',
    countryOf(ip) {
      let [low, high] = [0, ranges.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ranges[middle]?.last ?? 0) < ip) low = middle + 1
        else high = middle
      }
      const range = ranges[low]
      return range && range.first <= ip ? range.country : undefined
    },
  }
}

/** Marsaglia's generator of 32 bits. */
function xorshift(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
