// The upstream without a gateway, the baseline of all added latency.

import { providerKey, providerKeyHeader } from '../answers.ts'
import type { Contender } from './contender.ts'

export const direct: Contender = {
  name: 'direct',
  version: process.version,
  kind: 'none',
  start: async (upstreamPort) => ({
    pid: 0,
    base: `http://127.0.0.1:${upstreamPort}`,
    headers: { [providerKeyHeader]: providerKey },
    stop: async () => {},
  }),
}
