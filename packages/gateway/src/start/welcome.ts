// The message that the program prints after start.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, servesSample } from '../process/config.ts'
import type { Urls } from '../request/servers.ts'
import type { Gateway } from './gateway.ts'

const nextSteps = [
  'Next: create a plan, an account and a key.',
  '  npx gatehouse plans set team --per-minute 600 --per-day 50000',
  '  npx gatehouse accounts create Team --plan team',
  '  npx gatehouse keys create "first key" --account <the id printed before>',
]

function whereKeysAre({ GATEHOUSE_DATA: dataDir }: Config): string[] {
  const file = join(dataDir, 'first-run.json')
  return existsSync(file) ? [`Keys of the demo account: ${file}`] : []
}

/** Lists the APIs whose embedded providers have sample data, and says whether it is served. */
function sampleLines({ listings }: Gateway, config: Config): string[] {
  const sampled = listings.filter(({ api, provider }) => provider && api.sample && api.surface.name === 'hosted')
  const slugs = new Set(sampled.map(({ api }) => api.slug))
  if (slugs.size === 0) return []
  const says = servesSample(config)
    ? 'GATEHOUSE_SAMPLE is set: without imported data these APIs answer from made-up sample data:'
    : 'No sample data is served. Until data is imported, the embedded providers of these APIs answer 501:'
  return [says, `  ${[...slugs].join(', ')}`]
}

/** Returns the gateway's addresses and, on a first start, its keys and calls that work. */
export function welcome(gateway: Gateway, config: Config, urls: Urls = gateway): string {
  const { firstRun: run, firstCalls } = gateway
  const { baseUrl, marketUrl } = urls
  const lines = [
    `Gatehouse answers at ${baseUrl}`,
    ...firstCalls.flatMap(({ port, title }) => (port === 'market' ? [`${title} answers at ${marketUrl}`] : [])),
    `Console: ${baseUrl}/console`,
    `API reference, with a call to copy for every operation: ${baseUrl}/docs`,
  ]
  if (!run) {
    const rest = config.GATEHOUSE_PRODUCTION ? [...sampleLines(gateway, config), ...nextSteps] : whereKeysAre(config)
    return [...lines, ...rest].join('\n')
  }
  const calls = firstCalls.map(({ port, keyHeader, address }) => {
    const [key, url] = port === 'market' ? [run.marketKey, marketUrl] : [run.gatewayKey, baseUrl]
    return `  curl -H '${keyHeader}: ${key}' '${url}${address}'`
  })
  return [
    ...lines,
    '',
    'This is the first start, so there is a demo account. Its keys are printed only this once,',
    `and saved in ${config.GATEHOUSE_DATA}/first-run.json:`,
    '',
    `  gateway key  ${run.gatewayKey}`,
    `  market key   ${run.marketKey}`,
    `  admin key    ${run.adminKey}`,
    '',
    calls.length > 1 ? 'First calls:' : 'A first call:',
    '',
    ...calls,
    '',
  ].join('\n')
}
