// @portkey-ai/gateway, which routes to model vendors, in its own wire format: the vendor's format and the address in
// headers. bench/package.json pins its @hono/node-server: with versions after 1.13 its streamed responses fail (they
// append to immutable headers).
import { fileURLToPath } from 'node:url'
import { providerKey } from '../answers.ts'
import { installed } from '../installed.ts'
import { answers, freePort, startProgram, waitFor } from '../process.ts'
import type { Contender } from './contender.ts'

const name = '@portkey-ai/gateway'

export const portkey: Contender = {
  name,
  version: installed(name)?.version,
  kind: 'node',
  async start(upstream) {
    const port = await freePort()
    const file = fileURLToPath(new URL(`../node_modules/${name}/build/start-server.js`, import.meta.url))
    const program = startProgram(process.execPath, {
      args: [file, `--port=${port}`, '--headless'],
      environment: { NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: 'localhost,127.0.0.1' },
    })
    const base = `http://127.0.0.1:${port}`
    await waitFor(() => answers(base), { program })
    const headers = {
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstream}/v1`,
      authorization: `Bearer ${providerKey}`,
    }
    return { pid: program.pid, base, headers, stop: program.stop }
  },
}
