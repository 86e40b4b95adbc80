// What the program says when it has started.
import type { Config } from './config.ts'
import type { Gateway } from './gateway.ts'

/** Where a gateway listens. */
export type Urls = Pick<Gateway, 'baseUrl' | 'marketUrl'>

/** A few lines for a person: where it listens and, on a first start, the keys and a call that works. */
export function welcome(gateway: Gateway, config: Config, { baseUrl }: Urls = gateway): string {
  const lines = [`Gatehouse answers at ${baseUrl}`, `Reference and try-it: ${baseUrl}/docs`]
  const run = gateway.firstRun
  if (!run) return lines.join('\n')
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
    'A first call:',
    '',
    `  curl -H 'x-gateway-key: ${run.gatewayKey}' '${baseUrl}/v1/proxy/randomness/dice?count=2'`,
    '',
  ].join('\n')
}
