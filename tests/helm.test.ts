// The Helm chart, by Helm itself: it is linted, its values are checked, and what it renders is read. No cluster runs
// it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../packages/gateway/src/process/config.ts'
import { projectFolder } from './harness/program.ts'

const chart = join(projectFolder, 'deploy/helm/gatehouse')
const helm = helmPath()

/** Path of Helm: that of the variable, or where `.ci/run install` has put it; undefined if there is none. */
function helmPath(): string | undefined {
  const paths = [process.env.GATEHOUSE_TEST_HELM, join(projectFolder, '.engines/helm/helm')]
  const path = paths.find((one) => one !== undefined && existsSync(one))
  if (path === undefined && process.env.CI === 'true') throw new Error('no Helm, and under CI nothing is left out')
  if (path === undefined) console.log('not run: no Helm on this machine')
  return path
}

function run(...words: readonly string[]) {
  assert.ok(helm)
  return spawnSync(helm, words, { encoding: 'utf8' })
}

interface Rendered {
  readonly kind: string
  readonly metadata: { readonly name: string }
  // the parts of different kinds that the tests read
  readonly spec: {
    readonly replicas?: number
    readonly strategy?: { readonly type: string }
    readonly template?: { readonly spec: Pod }
  }
}
interface Pod {
  readonly enableServiceLinks: boolean
  readonly automountServiceAccountToken: boolean
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: object
  readonly containers: readonly {
    readonly image: string
    readonly securityContext: object
    readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[]
    readonly readinessProbe: { readonly httpGet: { readonly path: string } }
    readonly livenessProbe: { readonly httpGet: { readonly path: string } }
  }[]
}

function render(...values: readonly string[]): Rendered[] {
  return rendered(...values.flatMap((value) => ['--set', value]))
}

function rendered(...words: readonly string[]): Rendered[] {
  const { status, stdout, stderr } = run('template', 'test', chart, ...words)
  assert.equal(status, 0, stderr)
  return parseAllDocuments(stdout).map((document) => document.toJS())
}

const kindsOf = (all: readonly Rendered[]) => all.map(({ kind }) => kind).sort()

function podOf(all: readonly Rendered[]) {
  const pod = all.find(({ kind }) => kind === 'Deployment')?.spec.template?.spec
  const container = pod?.containers[0]
  assert.ok(pod && container)
  return { ...pod, container }
}

test('the version of the chart is that of the program', () => {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  const { version: ofChart, appVersion } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))
  assert.deepEqual([ofChart, appVersion], [version, version])
})

if (helm !== undefined) {
  test('Helm finds nothing wrong with it', () => {
    const { status, stdout } = run('lint', '--strict', chart)
    assert.equal(status, 0, stdout)
  })

  test('on SQLite it is one pod at a time with a volume, on PostgreSQL several that replace each other', () => {
    const sqlite = render()
    assert.deepEqual(kindsOf(sqlite), ['Deployment', 'PersistentVolumeClaim', 'Service', 'Service'])
    assert.equal(sqlite.find(({ kind }) => kind === 'Deployment')?.spec.strategy?.type, 'Recreate')
    const one = render('database.kind=postgresql')
    assert.deepEqual(kindsOf(one), ['Deployment', 'Service', 'Service'])
    const three = render('database.kind=postgresql', 'replicas=3')
    assert.deepEqual(kindsOf(three), ['Deployment', 'PodDisruptionBudget', 'Service', 'Service'])
    assert.equal(three.find(({ kind }) => kind === 'Deployment')?.spec.strategy?.type, 'RollingUpdate')
    assert.equal(render('replicas=1', 'database.existingClaim=mine').length, 3)
  })

  test('pods have no rights, keep secrets in Secrets, and are probed where the gateway answers', () => {
    for (const values of [[], ['database.kind=postgresql']]) {
      const pod = podOf(render(...values))
      const { container } = pod
      assert.deepEqual([pod.enableServiceLinks, pod.automountServiceAccountToken], [false, false])
      assert.match(JSON.stringify(pod.securityContext), /"runAsNonRoot":true.*RuntimeDefault/)
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.equal(container.readinessProbe.httpGet.path, '/readyz')
      assert.equal(container.livenessProbe.httpGet.path, '/healthz')
      const secrets = container.env.filter(({ name }) => /_KEY$|DATABASE_URL/.test(name))
      assert.equal(secrets.length, 2 + values.length)
      for (const { value, valueFrom } of secrets) assert.ok(value === undefined && valueFrom)
    }
  })

  test('its settings are settings of the gateway, as they are written, and a pod has the time to drain', () => {
    const settings = { GATEHOUSE_MAX_CALLS: 1_000_000, GATEHOUSE_PRODUCTION: false, GATEHOUSE_LOG_LEVEL: 'warn' }
    const pod = podOf(rendered('--set-json', `settings=${JSON.stringify(settings)}`))
    const plain = pod.container.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))
    const config = readConfig(Object.fromEntries(plain))
    assert.deepEqual([config.GATEHOUSE_MAX_CALLS, config.GATEHOUSE_PRODUCTION], [1_000_000, false])
    const drainMs = config.GATEHOUSE_DRAIN_NOTICE_MS + config.GATEHOUSE_DRAIN_MS
    assert.ok(pod.terminationGracePeriodSeconds * 1000 >= drainMs + 5000)
  })

  test('values that cannot work are refused', () => {
    const digest = `sha256:${'0'.repeat(64)}`
    assert.equal(podOf(render(`image.digest=${digest}`)).container.image, `gatehouse@${digest}`)
    for (const wrong of [
      'replicas=2',
      'replicas=0',
      'database.kind=mysql',
      'image.digest=latest',
      'settings.GATEHOUSE_ADMIN_KEY=secret',
      'setings.GATEHOUSE_LOG_LEVEL=warn',
      'secret.name=',
    ])
      assert.notEqual(run('template', 'test', chart, '--set', wrong).status, 0, wrong)
  })
}
