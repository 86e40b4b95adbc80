// The sandboxes of the account, and a dialog that makes one.
import { html } from 'lit-html'
import { go, href } from '../address.ts'
import { ask, choice, field, textIn } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { icon } from '../kit/icons.ts'
import { announce, type Content, empty, heading, moment } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { self } from '../session.ts'
import type { Stage, View } from '../view.ts'
import { clockOf, deleteSandbox, nowField, resetSandbox, type Sandbox, sandboxNameField } from './sandbox-actions.ts'

export const sandboxes: View = async (stage) => {
  const { sandboxes: list } = await self.listSandboxes()
  return () => html`
    ${heading('Sandboxes', {
      lead: 'Embedded providers with a state of their own for tests: one call resets them, their clock can be set, and they fail as you ask. One that is not used for seven days is removed.',
      actions: html`<button type="button" class="primary" @click=${() => void create(list)}>${icon('plus')}New sandbox</button>`,
    })}
    ${
      list.length === 0
        ? empty('No sandboxes', 'Create one with “New sandbox”, or from a shell:', 'npx gatehouse sandbox create ci')
        : listOf(list, stage)
    }`
}

function listOf(list: readonly Sandbox[], stage: Stage): Content {
  return table({
    caption: 'Sandboxes',
    rows: list,
    key: ({ name }) => name,
    columns: [
      { label: 'Name', cell: ({ name }) => html`<a href=${href('/sandbox', { name })}>${name}</a>` },
      { label: 'Clock', cell: ({ clock }) => clockOf(clock) },
      { label: 'Snapshots', numeric: true, cell: ({ snapshots }) => count(snapshots.length) },
      { label: 'Fault rules', numeric: true, cell: ({ faults }) => count(faults) },
      { label: 'Last used', wide: true, cell: ({ usedAt }) => moment(usedAt) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: ({ name }) => html`<div class="actions">
          <button type="button" class="small" aria-label=${`Reset ${name}`} @click=${() => void resetSandbox(name, stage)}>Reset</button>
          <button type="button" class="small destructive" aria-label=${`Delete ${name}`} @click=${() => void remove(name, stage)}>Delete</button>
        </div>`,
      },
    ],
  })
}

async function remove(name: string, { reload }: Stage): Promise<void> {
  if (await deleteSandbox(name)) await reload()
}

async function create(list: readonly Sandbox[]): Promise<void> {
  let name = ''
  const isDone = await ask({
    title: 'New sandbox',
    action: 'Create sandbox',
    content: html`${sandboxNameField('name', 'Name')}
      ${choice('from', 'Begins as', { values: [['', 'a new installation'], ...list.flatMap(copiesOf)] })}
      ${field('seed', 'Seed', { placeholder: 'that of the copied sandbox, or 1', hint: 'The same seed gives the same random values.' })}
      ${nowField('now', { placeholder: 'the clock of the copied sandbox, or the real time' })}`,
    submit: async (form) => {
      // names have no spaces
      const [from = '', snapshot = ''] = textIn(form, 'from').split(' ')
      name = textIn(form, 'name')
      const wanted = { from, snapshot, seed: textIn(form, 'seed'), now: textIn(form, 'now') }
      const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
      await self.createSandbox({ body: { name, ...given } })
    },
  })
  if (!isDone) return
  announce(`${name} is created.`)
  go(href('/sandbox', { name }))
}

/** Returns the choices that copy a sandbox: its current state, and each of its snapshots. */
function copiesOf({ name, snapshots }: Sandbox): (readonly [string, string])[] {
  return [
    [name, `a copy of ${name}`],
    ...snapshots.map((one) => [`${name} ${one.name}`, `a copy of ${name}, snapshot ${one.name}`] as const),
  ]
}
