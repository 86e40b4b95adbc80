// The files for operators are valid to the programs that read them, and the gateway describes itself to models.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGateway } from '../harness/open-gateway.ts'
import { newFolder } from '../harness/program.ts'

const deploy = new URL('../../deploy/', import.meta.url).pathname

test('nginx accepts the server blocks', (t) => {
  const folder = newFolder(t)
  const certificate = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1']
  execFileSync('openssl', ['req', ...certificate, '-keyout', join(folder, 'key'), '-out', join(folder, 'pem')], {
    stdio: 'ignore',
  })
  const blocks = readFileSync(`${deploy}nginx.conf`, 'utf8')
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${join(folder, 'pem')};`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${join(folder, 'key')};`)
    .replaceAll('listen 443 ssl', 'listen 127.0.0.1:18443 ssl')
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, `pid ${join(folder, 'pid')};\nevents {}\nhttp {\n${blocks}\n}\n`)
  const path = `${process.env.PATH}:/usr/sbin`
  const tried = spawnSync('nginx', ['-t', '-e', 'stderr', '-c', config], { encoding: 'utf8', env: { PATH: path } })
  assert.equal(tried.status, 0, tried.stderr)
})

for (const name of ['gatehouse.service', 'gatehouse-backup.service'])
  test(`systemd accepts ${name}, which has few rights`, (t) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
      t.diagnostic('not run: systemd-analyze is not installed')
      assert.notEqual(process.env.CI, 'true', 'CI has systemd-analyze')
      return
    }
    // the path of the program exists on the operator's machine alone
    const unit = join(newFolder(t), name)
    const text = readFileSync(`${deploy}${name}`, 'utf8')
    writeFileSync(unit, text.replace('/opt/gatehouse/packages/cli/gatehouse.js', process.execPath))
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    assert.deepEqual([verified.status, verified.stderr.includes(unit)], [0, false], verified.stderr)
    const judged = execFileSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(judged)?.[1])
    assert.ok(exposure <= 2, `exposure ${exposure}`)
  })

test('/llms.txt leads to the description of every API, at the address that was asked', async (t) => {
  const gateway = await openGateway(t)
  const page = await (await fetch(`${gateway.baseUrl}/llms.txt`)).text()
  const links = [...page.matchAll(/\]\((http[^)]*\/openapi\/[^)]*)\)/g)].map(([, link = '']) => link)
  assert.ok(links.length > 20 && links.every((link) => link.startsWith(gateway.baseUrl)), page)
  for (const link of links.slice(0, 3)) assert.equal((await fetch(link)).status, 200, link)
})
