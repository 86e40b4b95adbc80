// One sandbox: how to call it, its clock, its snapshots, its faults, its scripts of models and its journal.
import { html, type TemplateResult } from 'lit-html'
import { go, href } from '../address.ts'
import { ask, field, textIn } from '../kit/dialog.ts'
import { announce, type Content, codeBlock, empty, facts, heading, moment, section, state } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { hostedTitles } from '../names.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { self } from '../session.ts'
import type { Stage, View } from '../view.ts'
import { keyActions } from './key-actions.ts'
import { keySourceOf } from './key-source.ts'
import { deleteSandbox, nowField, resetSandbox, type Sandbox, sandboxNameField, utc } from './sandbox-actions.ts'
import { faultsOf } from './sandbox-faults.ts'
import { journalOf } from './sandbox-journal.ts'
import { scriptsOf } from './sandbox-scripts.ts'

export const oneSandbox: View = async (stage) => {
  const name = stage.query.get('name') ?? ''
  const sandbox = await self.getSandbox({ name }).catch(nothingUnknown)
  if (!sandbox) return () => unknown(name)
  const [apis, source] = await Promise.all([hostedTitles('account'), keySourceOf('account')])
  const [faults, scripts, journal] = await Promise.all([
    faultsOf(name, stage, apis),
    scriptsOf(name, stage),
    journalOf(name, stage),
  ])
  const keys = keyActions(source, stage, { apis, sandboxes: [name] })
  return () => html`
    ${heading(name, {
      lead: html`Seed ${sandbox.seed}, created ${moment(sandbox.createdAt)}, last used ${moment(sandbox.usedAt)}.`,
      actions: html`<button type="button" @click=${() => void resetSandbox(name, stage)}>Reset</button>
        <button type="button" class="destructive" @click=${() => void remove(name)}>Delete</button>`,
    })}
    ${section('Call it', codeBlock(`x-gateway-sandbox: ${name}`, 'header'), {
      lead: 'Send this header with any call to an API, or use a key that belongs to the sandbox: all its calls are answered here.',
      actions: html`<button type="button" class="small" @click=${() => void keys.make('', name)}>New key for ${name}</button>`,
    })}
    ${section('Clock', clock(sandbox, stage), { lead: 'The time of its providers. Scheduled work that falls due on the way ahead runs in order.' })}
    ${section('Snapshots', snapshots(sandbox, stage), {
      lead: 'Named states, each with its clock; twenty at most.',
      actions: html`<button type="button" class="small" @click=${() => void take(name, stage)}>Take a snapshot</button>`,
    })}
    ${faults()} ${scripts()} ${journal()}`
}

/** Returns nothing for a sandbox that does not exist; other failures reject. */
function nothingUnknown(error: unknown): undefined {
  if (error instanceof Refusal && [400, 404].includes(error.status)) return undefined
  throw error
}

const unknown = (name: string): TemplateResult =>
  html`${heading('No such sandbox')}${empty(`This account has no sandbox “${name}”`, html`It may have been deleted, or not used for seven days. See <a href=${href('/sandboxes')}>all sandboxes</a>.`)}`

async function remove(name: string): Promise<void> {
  if (await deleteSandbox(name)) go(href('/sandboxes'))
}

function clock({ name, clock: { now, running } }: Sandbox, stage: Stage): Content {
  const change = async () => {
    try {
      await self.setSandboxClock({ name, body: { running: !running } })
      announce(running ? 'The clock stands.' : 'The clock runs.')
      await stage.reload()
    } catch (error) {
      announce(refusalOf(error).message)
    }
  }
  return html`<div class="panel stack">
    ${facts([
      ['Time', utc(now)],
      ['State', running ? state('good', 'Running') : state('off', 'Stopped')],
    ])}
    <div class="actions">
      <button type="button" @click=${() => void setClock(name, now, stage)}>Set</button>
      <button type="button" @click=${() => void advance(name, stage)}>Advance</button>
      <button type="button" @click=${() => void change()}>${running ? 'Stop' : 'Run'}</button>
    </div>
  </div>`
}

async function setClock(name: string, now: string, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Set the clock of ${name}`,
    action: 'Set clock',
    content: nowField('now', { value: now, isRequired: true }),
    submit: (form) => self.setSandboxClock({ name, body: { now: textIn(form, 'now') } }),
  })
  if (!isDone) return
  announce('The clock is set.')
  await reload()
}

async function advance(name: string, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Advance the clock of ${name}`,
    action: 'Advance clock',
    content: field('advance', 'By', {
      value: 'P1D',
      isRequired: true,
      hint: 'An ISO 8601 duration of at most 400 days: P1D is a day, P1W a week, PT90M ninety minutes, P1DT12H a day and a half.',
    }),
    submit: (form) => self.setSandboxClock({ name, body: { advance: textIn(form, 'advance').toUpperCase() } }),
  })
  if (!isDone) return
  announce('The clock is advanced.')
  await reload()
}

function snapshots({ name, snapshots: list }: Sandbox, stage: Stage): Content {
  if (list.length === 0)
    return empty('No snapshots', 'Take one once the data is as your tests need it, and restore it before each.')
  return table({
    caption: 'Snapshots',
    rows: list,
    key: (one) => one.name,
    columns: [
      { label: 'Name', cell: (one) => one.name },
      { label: 'Clock', cell: ({ now }) => utc(now) },
      { label: 'Taken', wide: true, cell: ({ createdAt }) => moment(createdAt) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: (one) => html`<div class="actions">
          <button type="button" class="small" aria-label=${`Restore ${one.name}`} @click=${() => void restore(name, one.name, stage)}>Restore</button>
          <button type="button" class="small destructive" aria-label=${`Remove ${one.name}`} @click=${() => void removeSnapshot(name, one.name, stage)}>Remove</button>
        </div>`,
      },
    ],
  })
}

async function take(name: string, { reload }: Stage): Promise<void> {
  let snapshot = ''
  const isDone = await ask({
    title: `Take a snapshot of ${name}`,
    action: 'Take snapshot',
    content: html`<p>It keeps the data and the clock as they are, and replaces the snapshot of the same name.</p>
      ${sandboxNameField('snapshot', 'Name')}`,
    submit: (form) => {
      snapshot = textIn(form, 'snapshot')
      return self.takeSnapshot({ name, body: { snapshot } })
    },
  })
  if (!isDone) return
  announce(`${snapshot} is taken.`)
  await reload()
}

async function restore(name: string, snapshot: string, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Restore ${snapshot}?`,
    action: 'Restore snapshot',
    isDangerous: true,
    content: html`<p>${name} goes back to this snapshot, with its clock. What has changed since is lost.</p>`,
    submit: () => self.restoreSnapshot({ name, body: { snapshot } }),
  })
  if (!isDone) return
  announce(`${snapshot} is restored.`)
  await reload()
}

async function removeSnapshot(name: string, snapshot: string, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Remove ${snapshot}?`,
    action: 'Remove snapshot',
    isDangerous: true,
    content: html`<p>${name} stays as it is, but cannot go back to this snapshot any more.</p>`,
    submit: () => self.deleteSnapshot({ name, snapshot }),
  })
  if (!isDone) return
  announce(`${snapshot} is removed.`)
  await reload()
}
