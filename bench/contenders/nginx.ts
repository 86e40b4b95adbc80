// nginx with the part of the work that its configuration can do: a key looked up in a map, a limit per key, the
// provider key inserted, the caller's key removed, a request id, connections to the upstream kept open.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { providerKey, providerKeyHeader } from '../answers.ts'
import { answers, freePort, startProgram, waitFor } from '../process.ts'
import type { Contender } from './contender.ts'

const callerKey = 'gh_bench_0123456789abcdefghijklmnopqrstuvwxyz'

const configuration = (folder: string, ports: { own: number; upstream: number }) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;
events { worker_connections 16384; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  tcp_nodelay on;
  map $http_x_gateway_key $account { default ""; "${callerKey}" "bench"; }
  limit_req_zone $account zone=calls:10m rate=1000000r/s;
  limit_req_status 429;
  upstream provider {
    server 127.0.0.1:${ports.upstream};
    keepalive 256; keepalive_requests 1000000000; keepalive_timeout 600s;
  }
  server {
    listen 127.0.0.1:${ports.own} backlog=4096;
    location /v1/proxy/personal-finance/ {
      if ($account = "") { return 401; }
      limit_req zone=calls burst=100000 nodelay;
      proxy_pass http://provider/;
      proxy_http_version 1.1;
      proxy_set_header connection "";
      proxy_set_header x-gateway-key "";
      proxy_set_header cookie "";
      proxy_set_header ${providerKeyHeader} "${providerKey}";
      proxy_buffers 16 16k;
      proxy_read_timeout 600s;
      add_header x-request-id $request_id;
    }
    location /events/ {
      if ($account = "") { return 401; }
      limit_req zone=calls burst=100000 nodelay;
      proxy_pass http://provider/;
      proxy_http_version 1.1;
      proxy_set_header connection "";
      proxy_set_header x-gateway-key "";
      proxy_set_header ${providerKeyHeader} "${providerKey}";
      proxy_buffering off;
      proxy_read_timeout 600s;
    }
  }
}
`

export const nginx: Contender = {
  name: 'nginx',
  version: /nginx\/(\S+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1],
  kind: 'native',
  async start(upstream) {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-nginx-'))
    mkdirSync(join(folder, 'logs'))
    const own = await freePort()
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, configuration(folder, { own, upstream }))
    const program = startProgram('nginx', { args: ['-p', folder, '-e', `${folder}/error.log`, '-c', file] })
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

/** Returns the location where nginx forwards bytes as they arrive; elsewhere it fills its buffers first. */
export const unbuffered = (base: string) => base.replace('/v1/proxy/personal-finance', '/events')
