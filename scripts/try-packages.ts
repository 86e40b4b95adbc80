// `npm run try-packages`: installs what `npm run pack` has made into empty folders, as others do, and uses it there.
// This needs the registry of npm the first time, and is therefore no test.
//
// The gateway is installed a second time offline. On its own Node, on the oldest that it supports and on a current one
// it starts, answers a first call, and then the examples of all endpoints without an error of its own. The client is
// compiled by the oldest and a current TypeScript 5 with both ways of resolving modules. The archive of this platform,
// if `npm run archives` has made it, starts where there is no other Node.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leastNode } from '../packages/cli/bundled-node.js'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { everyEndpoint, exampleCall } from '../tests/harness/every-endpoint.ts'
import { npm } from './npm.ts'
import { root } from './run-tests.ts'

const otherNodes = [`${leastNode}.0`, '24']
const typescripts = ['5.0.4', '5.9.3']
const startSeconds = 120

const say = (line: string) => console.log(line)
const work = mkdtempSync(join(tmpdir(), 'gatehouse try '))
async function tryGateway(): Promise<void> {
  const project = emptyProject('app')
  const begunMs = performance.now()
  install(project, tarball('gatehouse'))
  say(`gatehouse: installed in ${secondsSince(begunMs)} s, ${megabytesOf(project)} MB with dependencies`)
  const offline = emptyProject('offline')
  install(offline, '--offline', tarball('gatehouse'))
  say('gatehouse: installed offline')
  const launcher = 'node_modules/gatehouse/packages/cli/gatehouse.js'
  await useGateway([process.execPath, join(offline, launcher)], 'its own Node')
  const modules = join(project, 'node_modules')
  const own = readdirSync(modules).find((name) => /^node-(?:bin-)?(?:linux|darwin|win)-/.test(name))
  if (own === undefined) throw new Error('npm has installed no Node for this platform')
  rmSync(join(modules, own), { recursive: true })
  for (const version of otherNodes) {
    const folder = emptyProject(`node ${version}`)
    install(folder, `${own}@${version}`)
    const bin = join(folder, 'node_modules', own, 'bin')
    const node = ['node', 'node.exe'].map((name) => join(bin, name)).find((path) => existsSync(path))
    if (node === undefined) throw new Error(`${own}@${version} has no binary`)
    await useGateway([node, join(project, launcher)], execFileSync(node, ['--version'], { encoding: 'utf8' }).trim())
  }
}

async function tryArchive(): Promise<void> {
  const [archive] = globSync(`packed/gatehouse-*-${process.platform}-${process.arch}.tar.gz`, { cwd: root })
  if (archive === undefined) return say('archive: none for this platform; npm run archives makes it')
  const folder = mkdtempSync(join(work, 'unpacked '))
  execFileSync('tar', ['-xzf', join(root, archive), '-C', folder])
  await useGateway([join(folder, 'gatehouse/gatehouse')], 'the archive', '/usr/bin:/bin')
}

/** Starts a gateway by its launcher, and calls it. Throws for an answer that is the gateway's fault. */
async function useGateway(
  [program = '', ...words]: readonly string[],
  name: string,
  PATH = process.env.PATH ?? '',
): Promise<void> {
  const data = mkdtempSync(join(work, 'data '))
  const env = { PATH, GATEHOUSE_DATA: data, GATEHOUSE_PORT: '0', GATEHOUSE_MARKET_PORT: '0' }
  const begunMs = performance.now()
  const child = spawn(program, [...words, 'start'], { cwd: work, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await answering(child)
    const { baseUrl, gatewayKey } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8'))
    const headers = { 'x-gateway-key': String(gatewayKey) }
    const first = await fetch(`${baseUrl}/v1/proxy/randomness/dice`, { headers })
    const seconds = secondsSince(begunMs)
    if (first.status !== 200) throw new Error(`${name}: the first call answers ${first.status}`)
    let calls = 0
    for (const entry of everyEndpoint(await loadApis(), 'hosted')) {
      const { path, init } = exampleCall(entry)
      const answer = await fetch(`${baseUrl}${path}`, { ...init, headers: { ...init.headers, ...headers } })
      const text = await answer.text()
      if (/internal\.bug/.test(text)) throw new Error(`${name}: ${entry.title} answers ${answer.status} ${text}`)
      calls++
    }
    say(`gatehouse on ${name}: first call after ${seconds} s, then ${calls} calls of all endpoints`)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** Resolves when the gateway takes calls. Rejects when it ends, or takes too long. */
async function answering(child: ReturnType<typeof spawn>): Promise<void> {
  const limit = setTimeout(() => child.kill('SIGKILL'), startSeconds * 1000)
  let output = ''
  for await (const text of child.stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []) {
    output += text
    if (/^Gatehouse answers at /m.test(output)) {
      clearTimeout(limit)
      // what it prints later is read, so that its pipe never fills up
      child.stdout?.resume()
      return
    }
  }
  clearTimeout(limit)
  throw new Error(`The gateway has ended.\n${output}`)
}

const strictProgram = `
import { connect, connectTo, type Gateway, NotFoundError } from '@gatehouse/client'
import { type DiceOutput, randomness } from '@gatehouse/client/apis/randomness'
const gateway: Gateway = connect({ key: 'k' })
export const calls = async () => {
  const dice: DiceOutput = await connectTo(randomness, { key: 'k' }).dice({ count: 2 })
  const rolls: readonly number[] = (await gateway.randomness.dice()).rolls
  for await (const { name } of gateway.characters.listCharacters.items({ name: 'a' })) name.at(0)
  // @ts-expect-error a parameter is misspelt
  await gateway.randomness.dice({ cuont: 2 })
  return [dice, rolls, NotFoundError]
}
`

function tryClient(): void {
  const project = emptyProject('typed')
  install(project, tarball('gatehouse-client'))
  writeFileSync(join(project, 'use.ts'), strictProgram)
  for (const version of typescripts) {
    install(project, '--no-save', `typescript@${version}`)
    for (const [moduleResolution, module] of Object.entries({ nodenext: 'nodenext', bundler: 'esnext' })) {
      const lib = ['es2022', 'dom']
      const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: [], lib, module, moduleResolution }
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
      execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: project, stdio: 'inherit' })
      say(`@gatehouse/client: compiled by TypeScript ${version}, ${moduleResolution}`)
    }
  }
}

function emptyProject(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  return folder
}

function tarball(name: string): string {
  const [path] = globSync(`packed/${name}-[0-9]*.tgz`, { cwd: root })
  if (path === undefined) throw new Error('There are no packages. Run npm run pack first.')
  return join(root, path)
}

function install(folder: string, ...words: readonly string[]): void {
  npm(folder, 'install', ...words, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
}

function megabytesOf(folder: string): string {
  return execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t', 1).join('')
}

function secondsSince(begunMs: number): string {
  return ((performance.now() - begunMs) / 1000).toFixed(1)
}

try {
  tryClient()
  await tryGateway()
  await tryArchive()
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}
