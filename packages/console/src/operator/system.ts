// System: the state of this process and of its dependencies, and the rotation of the master key.
import { html, nothing } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { request } from '../connection.ts'
import { ask } from '../kit/dialog.ts'
import { bytes, count, minuteOf, since } from '../kit/format.ts'
import {
  announce,
  type Content,
  facts,
  heading,
  identifier,
  note,
  section,
  state,
  type Tile,
  tiles,
} from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { Refusal } from '../refusal.ts'
import { consoleHeader } from '../session.ts'
import { operatorClient } from '../source.ts'
import type { Stage, View } from '../view.ts'
import { readOutages, uptime } from './uptime.ts'

type Status = Awaited<ReturnType<Admin['status']>>
type ApiState = Awaited<ReturnType<Admin['listApis']>>['apis'][number]
type Rotation = Awaited<ReturnType<Admin['vaultRotation']>>

export const system: View = async (stage) => {
  const operator = await operatorClient()
  const now = Date.now()
  const [status, rotation, { apis }, outages] = await Promise.all([
    operator.status(),
    operator.vaultRotation(),
    operator.listApis(),
    readOutages(operator, now),
  ])
  return () => html`
    ${heading('System', { lead: html`Gatehouse ${status.version} on Node.js ${status.node}, running for ${since(status.startedAt)}, since ${minuteOf(status.startedAt)}`, actions: html`<button type="button" @click=${() => void stage.reload()}>Refresh</button>` })}
    ${tiles([
      {
        label: `${status.database.kind === 'postgres' ? 'PostgreSQL' : 'SQLite'} ${status.database.version ?? ''}`,
        value: status.database.reachable ? state('good', 'Reachable') : state('bad', 'Away'),
        note: status.database.ms === null ? 'did not respond' : `responds in ${status.database.ms} ms`,
      },
      {
        label: 'Redis',
        value: redis(status),
        note:
          status.redis === 'off'
            ? 'processes share quotas through the database'
            : 'processes count quotas together in it',
      },
      {
        label: 'Processes',
        value: count(status.processes),
        note: status.mayServe ? 'this one receives revocations' : 'this one refuses calls',
      },
      {
        label: 'Free disk',
        value: status.dataFolder.freeBytes === null ? '–' : bytes(status.dataFolder.freeBytes),
        note: 'in the data folder',
      },
      { label: 'Memory', value: bytes(status.memoryBytes), note: 'of this process' },
      backup(status),
    ])}
    ${status.mayServe ? nothing : note('bad', 'This process does not receive revocations of keys, so it refuses calls until the database answers again.')}
    ${section('Providers in the last 30 days', uptime(outages, now), { lead: 'When providers of live listings failed, so that calls were refused, as far back as events are kept.' })}
    ${section(
      'Contents',
      facts([
        ['Accounts', html`<a href=${href('/operator/accounts')}>${count(status.counts.accounts)}</a>`],
        ['Active keys', html`<a href=${href('/operator/keys')}>${count(status.counts.keys)}</a>`],
        ['Provider keys', count(status.counts.providerKeys)],
        ['Data folder', identifier(status.dataFolder.path)],
      ]),
    )}
    ${section('Vault', vault(status, rotation), { actions: html`<button type="button" @click=${() => void rotate(stage)}>Rotate master key</button>` })}
    ${section('Sample data', samples(status, apis), { lead: 'APIs whose embedded providers come with invented data. Answers made from it say so; a file that is imported replaces it.' })}`
}

function backup({ dataFolder: { lastBackupAt: at } }: Status): Tile {
  if (at === null)
    return { label: 'Newest backup', value: state('warn', 'None'), note: html`in the folder <code>backups</code>` }
  const isOld = Date.now() - at > oldBackupMs
  return {
    label: 'Newest backup',
    value: isOld ? state('warn', since(at)) : since(at),
    note: html`old, of ${minuteOf(at)}`,
  }
}
const oldBackupMs = 7 * 86_400_000

function samples({ servesSample }: Status, apis: readonly ApiState[]): Content {
  const sampled = apis.filter(({ sample, state: providers }) => sample !== null && providers.includes('embedded'))
  if (sampled.length === 0) return html`<p>${state('good', 'No API comes with sample data.')}</p>`
  return html`<div class="stack">${note(servesSample ? 'info' : 'good', servesSample ? 'Sample data is served (GATEHOUSE_SAMPLE).' : 'Sample data is refused: such calls are answered with 501 until real data is imported.')}
    ${table({
      caption: 'APIs that come with sample data',
      rows: sampled,
      key: ({ slug }) => slug,
      columns: [
        { label: 'API', cell: ({ slug, title }) => html`<a href=${`/docs/${slug}`}>${title}</a>` },
        { label: 'Sample', wide: true, wraps: true, cell: ({ sample }) => sample ?? '–' },
        { label: 'Real data', wide: true, wraps: true, cell: ({ imports }) => imports ?? '–' },
      ],
    })}</div>`
}

function redis({ redis: word }: Status): Content {
  if (word === 'off') return state('off', 'Not used')
  return word === 'reachable' ? state('good', 'Reachable') : state('bad', 'Away')
}

const rotationWords = {
  idle: ['off', 'None since the start'],
  running: ['info', 'Under way'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  unfinished: ['warn', 'Interrupted: start it again'],
} as const

function vault({ masterKey }: Status, rotation: Rotation): Content {
  const [tone, word] = rotationWords[rotation.state]
  return html`<div class="panel stack">
    ${facts([
      ['Master key', `version ${masterKey.version}`],
      ['Versions in use', masterKey.versionsInUse.join(', ') || 'none'],
      ['Rotation', state(tone, word)],
      ['Sealed again by the last rotation', count(rotation.rewrapped)],
    ])}
    ${rotation.problem === null ? nothing : note('bad', rotation.problem)}
    ${rotation.unreadable.length === 0 ? nothing : note('warn', `These records could not be opened, so the old versions are kept: ${rotation.unreadable.join(', ')}`)}
  </div>`
}

async function rotate({ reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: 'Rotate the master key?',
    action: 'Rotate',
    content: html`<p>A new master key is created and every provider key is sealed under it, while calls go on. Back up the data folder first: without a master key nobody can open the vault.</p>`,
    submit: async () => {
      const answer = await request('/v1/admin/vault/rotation', { method: 'POST', headers: consoleHeader })
      // a stream of events, of which the last reports the outcome
      const last = (await answer.text()).split('\n').findLast((line) => line.startsWith('data:'))
      const event = JSON.parse(last?.slice('data:'.length) ?? '{}')
      if (event.kind === 'error')
        throw new Refusal(String(event.error?.message), { status: 0, code: String(event.error?.code) })
    },
  })
  if (!isDone) return
  announce('The master key has been rotated.')
  await reload()
}
