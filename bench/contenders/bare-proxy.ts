// The lower bound for any gateway on Node without its own parser: Node's server, undici's lowest interface, and nothing
// in between. It is not an installable peer, but the floor for ours.
import { fileURLToPath } from 'node:url'
import { gatewayFlags } from '../../packages/cli/launch.js'
import { providerKey, providerKeyHeader } from '../answers.ts'
import { answers, freePort, startProgram, waitFor } from '../process.ts'
import type { Contender } from './contender.ts'

const file = fileURLToPath(new URL('bare-proxy-program.js', import.meta.url))

export const bareProxy: Contender = {
  name: 'bare dispatch',
  version: process.version,
  kind: 'floor',
  async start(upstream) {
    const port = await freePort()
    // with the gateway's flags
    const program = startProgram(process.execPath, {
      args: [...gatewayFlags, file, String(port), `http://127.0.0.1:${upstream}`],
    })
    const base = `http://127.0.0.1:${port}`
    await waitFor(() => answers(base), { program })
    return { pid: program.pid, base, headers: { [providerKeyHeader]: providerKey }, stop: program.stop }
  },
}
