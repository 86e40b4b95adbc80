// What the program prints once it has started.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Gateway } from './gateway.ts'
import type { Urls } from './servers.ts'

const nextSteps = [
  'New callers get a plan, an account and a key:',
  '  npx gatehouse plans set team --per-minute 600 --per-day 50000',
  '  npx gatehouse accounts create Team --plan team',
  '  npx gatehouse keys create "first key" --account <the id printed before>',
]

function whereKeysAre({ GATEHOUSE_DATA: dataDir }: Config): string[] {
  const file = join(dataDir, 'first-run.json')
  return existsSync(file) ? [`Keys of the demo account: ${file}`] : []
}

/** Where the gateway listens and, on a first start, its keys and calls that work. */
export function welcome(gateway: Gateway, config: Config, urls: Urls = gateway): string {
  const { firstRun: run, firstCalls } = gateway
  const { baseUrl, marketUrl } = urls
  const lines = [
    `Gatehouse answers at ${baseUrl}`,
    ...firstCalls.flatMap(({ port, title }) => (port === 'market' ? [`${title} answers at ${marketUrl}`] : [])),
    `Console: ${baseUrl}/console`,
    `Reference of all APIs, with forms to try them: ${baseUrl}/docs`,
  ]
  if (!run) return [...lines, ...(config.GATEHOUSE_PRODUCTION ? nextSteps : whereKeysAre(config))].join('\n')
  const calls = firstCalls.map(({ port, keyHeader, address }) => {
    const [key, url] = port === 'market' ? [run.marketKey, marketUrl] : [run.gatewayKey, baseUrl]
    return `  curl -H '${keyHeader}: ${key}' '${url}${address}'`
  })
  return [
    ...lines,
    '',
    'This is the first start, so there is a demo account. Its keys are shown once,',
    `and kept in ${config.GATEHOUSE_DATA}/first-run.json:`,
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
