// What both pages of sandboxes show and do: clocks, fields of names and times, resetting and deleting.
import { html } from 'lit-html'
import type { GetSandboxOutput } from '../../../client/own/mod.ts'
import { ask, field } from '../kit/dialog.ts'
import { announce, type Content, state } from '../kit/parts.ts'
import { self } from '../session.ts'
import type { Stage } from '../view.ts'

export type Sandbox = GetSandboxOutput

/** Renders the time of a sandbox in UTC, which its tests are written in, whatever the zone of the reader. */
export function utc(at: string | number): Content {
  const iso = new Date(at).toISOString()
  return html`<time datetime=${iso}>${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

export function clockOf({ now, running }: Sandbox['clock']): Content {
  return html`${utc(now)}<span class="sub">${running ? state('good', 'Running') : state('off', 'Stopped')}</span>`
}

export const sandboxNameField = (name: string, label: string) =>
  field(name, label, {
    isRequired: true,
    pattern: '[a-z0-9][a-z0-9\\-]*',
    hint: 'Lower-case letters, digits and hyphens.',
  })

export const nowField = (name: string, options: { placeholder?: string; value?: string; isRequired?: boolean }) =>
  field(name, 'Time', { ...options, hint: 'The clock stands there, such as 2027-01-01T00:00:00Z.' })

export async function resetSandbox(name: string, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Reset ${name}?`,
    action: 'Reset sandbox',
    isDangerous: true,
    content: html`<p>Its data, clock and counts go back to the beginning, and its journal is emptied. Fault rules and snapshots stay.</p>`,
    submit: () => self.resetSandbox({ name }),
  })
  if (!isDone) return
  announce(`${name} is reset.`)
  await reload()
}

/** Asks, and resolves to true if the sandbox was deleted. */
export async function deleteSandbox(name: string): Promise<boolean> {
  const isDone = await ask({
    title: `Delete ${name}?`,
    action: 'Delete sandbox',
    isDangerous: true,
    content: html`<p>Its data, snapshots, fault rules and journal are gone for good. Calls that name it are refused, and so are all calls with keys that belong to it.</p>`,
    submit: () => self.deleteSandbox({ name }),
  })
  if (isDone) announce(`${name} is deleted.`)
  return isDone
}
