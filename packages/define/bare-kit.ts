// For tests of handlers without a gateway: a kit of which every part refuses. Spread it and put in what the handler may
// use.
import type { Kit } from './legacy-provider.ts'

const refused = (part: string) => (): never => {
  throw new Error(`this kit has no ${part}`)
}

/** Every part of it throws when it is used, except the log, which is silent, and the account, which is `acc_test`. */
export const bareKit: Kit = {
  db: new Proxy({} as Kit['db'], { get: refused('database') }),
  dialect: 'sqlite',
  now: refused('clock'),
  today: refused('clock'),
  random: { bytes: refused('random draws'), int: refused('random draws') },
  fetch: refused('fetcher'),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  cacheFolder: '',
  ask: refused('other API'),
  secrets: { put: refused('secrets'), remove: refused('secrets'), names: refused('secrets') },
  outbound: refused('way out'),
  config: undefined,
  mayCallOut: false,
  account: 'acc_test',
  key: 'key_test',
  signal: new AbortController().signal,
  request: { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, baseUrl: 'http://gateway.test' },
}
