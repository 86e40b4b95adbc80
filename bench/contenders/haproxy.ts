// HAProxy with the same part of the work as nginx: a key looked up in a map, a rate counted and limited per key, the
// provider key inserted, the caller's key removed, a request id, connections to the upstream kept and shared.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { providerKey, providerKeyHeader } from '../answers.ts'
import { answers, freePort, startProgram, waitFor } from '../process.ts'
import type { Contender } from './contender.ts'

const callerKey = 'gh_bench_0123456789abcdefghijklmnopqrstuvwxyz'

const configuration = (folder: string, ports: { own: number; upstream: number }) => `
global
  nbthread 1
  maxconn 8000
defaults
  mode http
  timeout connect 5s
  timeout client 600s
  timeout server 600s
  timeout http-keep-alive 600s
  option http-keep-alive
frontend callers
  bind 127.0.0.1:${ports.own} backlog 4096
  unique-id-format %[uuid()]
  unique-id-header x-request-id
  stick-table type string len 64 size 100k expire 2m store http_req_rate(60s)
  http-request set-var(txn.account) req.hdr(x-gateway-key),map(${folder}/keys.map)
  http-request deny deny_status 401 unless { var(txn.account) -m found }
  http-request track-sc0 var(txn.account)
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 1000000000 }
  http-request del-header x-gateway-key
  http-request del-header cookie
  http-request set-header ${providerKeyHeader} ${providerKey}
  http-request replace-path /v1/proxy/personal-finance(/.*) \\1
  http-response set-header x-request-id %[unique-id]
  default_backend provider
backend provider
  http-reuse always
  server one 127.0.0.1:${ports.upstream} pool-max-conn 256
`

export const haproxy: Contender = {
  name: 'HAProxy',
  version: /version (\S+)/.exec(spawnSync('haproxy', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[1],
  kind: 'native',
  async start(upstream) {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-haproxy-'))
    const own = await freePort()
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, configuration(folder, { own, upstream }))
    writeFileSync(join(folder, 'keys.map'), `${callerKey} bench\n`)
    const program = startProgram('haproxy', { args: ['-db', '-f', file] })
    const base = `http://127.0.0.1:${own}/v1/proxy/personal-finance`
    await waitFor(() => answers(base), { program })
    return {
      pid: program.pid,
      base,
      headers: { 'x-gateway-key': callerKey },
      stop: async () => {
        await program.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}
