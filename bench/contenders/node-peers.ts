// The Node proxies that can be installed from npm. They do none of the gateway's work: only forwarding is measured.
import { fileURLToPath } from 'node:url'
import { providerKey, providerKeyHeader } from '../answers.ts'
import { installed } from '../installed.ts'
import { answers, freePort, startProgram, waitFor } from '../process.ts'
import type { Contender } from './contender.ts'

export const fastifyHttpProxy = peer('@fastify/http-proxy', 'fastify-program.js')
export const httpProxy = peer('http-proxy', 'http-proxy-program.js')

function peer(name: string, file: string): Contender {
  return {
    name,
    version: installed(name)?.version,
    kind: 'node',
    async start(upstream) {
      const port = await freePort()
      const args = [fileURLToPath(new URL(file, import.meta.url)), String(port), `http://127.0.0.1:${upstream}`]
      const program = startProgram(process.execPath, { args, environment: { NODE_ENV: 'production' } })
      const base = `http://127.0.0.1:${port}`
      await waitFor(() => answers(base), { program })
      return { pid: program.pid, base, headers: { [providerKeyHeader]: providerKey }, stop: program.stop }
    },
  }
}
