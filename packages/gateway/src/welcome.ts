// What the program prints once it has started.
import type { Config } from './config.ts'
import type { Gateway } from './gateway.ts'
import type { Urls } from './servers.ts'

/** Where the gateway listens and, on a first start, its keys and calls that work. */
export function welcome(gateway: Gateway, config: Config, urls: Urls = gateway): string {
  const { firstRun: run, firstCalls } = gateway
  const { baseUrl, marketUrl } = urls
  const lines = [
    `Gatehouse answers at ${baseUrl}`,
    ...firstCalls.flatMap(({ port, title }) => (port === 'market' ? [`${title} answers at ${marketUrl}`] : [])),
    `Reference and try-it: ${baseUrl}/docs`,
  ]
  if (!run) return lines.join('\n')
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
