// System: the state of this process and of its dependencies, and the rotation of the master key.
import { html, nothing } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { request } from '../connection.ts'
import { ask } from '../kit/dialog.ts'
import { bytes, count } from '../kit/format.ts'
import {
  announce,
  type Content,
  facts,
  heading,
  identifier,
  moment,
  note,
  section,
  state,
  tiles,
} from '../kit/parts.ts'
import { Refusal } from '../refusal.ts'
import { consoleHeader } from '../session.ts'
import { operatorClient } from '../source.ts'
import type { Stage, View } from '../view.ts'

type Status = Awaited<ReturnType<Admin['status']>>
type Rotation = Awaited<ReturnType<Admin['vaultRotation']>>

export const system: View = async (stage) => {
  const operator = await operatorClient()
  const [status, rotation] = await Promise.all([operator.status(), operator.vaultRotation()])
  return () => html`
    ${heading('System', { lead: html`Gatehouse ${status.version} on Node.js ${status.node}, started ${moment(status.startedAt)}`, actions: html`<button type="button" @click=${() => void stage.reload()}>Refresh</button>` })}
    ${tiles([
      {
        label: status.database.kind === 'postgres' ? 'PostgreSQL' : 'SQLite',
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
    ])}
    ${status.mayServe ? nothing : note('bad', 'This process does not receive revocations of keys, so it refuses calls until the database answers again.')}
    ${section(
      'Holds',
      facts([
        ['Accounts', html`<a href=${href('/operator/accounts')}>${count(status.counts.accounts)}</a>`],
        ['Keys that are not revoked', html`<a href=${href('/operator/keys')}>${count(status.counts.keys)}</a>`],
        ['Provider keys', count(status.counts.providerKeys)],
        ['Data folder', identifier(status.dataFolder.path)],
      ]),
    )}
    ${section('Vault', vault(status, rotation), { actions: html`<button type="button" @click=${() => void rotate(stage)}>Rotate master key</button>` })}`
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
