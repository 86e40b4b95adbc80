// The faults of a sandbox: each rule in words with what it has done, and all of them as JSON.
import { html } from 'lit-html'
import { ask, labelled, textIn } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { announce, type Content, empty, section } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { Refusal } from '../refusal.ts'
import { self } from '../session.ts'
import type { Draw, Stage } from '../view.ts'
import { addFault } from './sandbox-fault-form.ts'
import { callsOf, effectOf, type FaultRow, type FaultRule, orderOf } from './sandbox-fault-words.ts'

type Apis = readonly (readonly [string, string])[]

/** Reads the rules, and returns the function that draws them. */
export async function faultsOf(name: string, stage: Stage, apis: Apis): Promise<Draw> {
  const { rules } = await self.getFaults({ name })
  const titles = new Map(apis)
  const list =
    rules.length === 0
      ? empty('No fault rules', 'Nothing fails but what a call asks for in the header x-gateway-fault.')
      : listOf(rules, titles, (at) => void remove(name, rules, { at, titles, stage }))
  return () =>
    section('Faults', list, {
      lead: 'The first rule that applies to a call decides. Each change of the rules sets their counts to 0.',
      actions: html`<button type="button" class="small" @click=${() => void addFault(name, stage, apis)}>Add a rule</button><button type="button" class="small" @click=${() => void editAll(name, rules, stage)}>Edit as JSON</button>`,
    })
}

function listOf(
  rules: readonly FaultRow[],
  titles: ReadonlyMap<string, string>,
  removeRule: (at: number) => void,
): Content {
  return table({
    caption: 'Fault rules',
    rows: rules.map((rule, at) => ({ rule, at })),
    key: ({ at }) => String(at),
    columns: [
      { label: 'Calls', cell: ({ rule, at }) => html`<span class="muted">${at + 1}.</span> ${callsOf(rule, titles)}` },
      { label: 'What happens', wraps: true, cell: ({ rule }) => effectOf(rule) },
      { label: 'Matched', numeric: true, cell: ({ rule }) => count(rule.matched) },
      { label: 'Applied', numeric: true, cell: ({ rule }) => count(rule.applied) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: ({ at }) =>
          html`<button type="button" class="small destructive" aria-label=${`Remove rule ${at + 1}`} @click=${() => removeRule(at)}>Remove</button>`,
      },
    ],
  })
}

interface Removal {
  /** The place of the rule among those that are shown. */
  readonly at: number
  readonly titles: ReadonlyMap<string, string>
  readonly stage: Stage
}

async function remove(name: string, shown: readonly FaultRow[], { at, titles, stage }: Removal): Promise<void> {
  const rule = shown[at]
  if (!rule) return
  const isDone = await ask({
    title: `Remove rule ${at + 1}?`,
    action: 'Remove rule',
    isDangerous: true,
    content: html`<p>${callsOf(rule, titles)}: ${effectOf(rule)}. The counts of the others begin again.</p>`,
    submit: () => self.setFaults({ name, body: { rules: shown.filter((one) => one !== rule).map(orderOf) } }),
  })
  if (!isDone) return
  announce(`Rule ${at + 1} is removed.`)
  await stage.reload()
}

async function editAll(name: string, shown: readonly FaultRow[], { reload }: Stage): Promise<void> {
  const text = JSON.stringify(shown.map(orderOf), null, 2)
  const isDone = await ask({
    title: `Fault rules of ${name}`,
    action: 'Save rules',
    content: labelled('rules', 'Rules', {
      hint: html`A list such as <code>[{"match": {"nth": [1]}, "do": {"status": 429}}]</code>; <a href="/docs/me#setFaults">all members</a>.`,
      control: (id, hintId) =>
        html`<textarea id=${id} name="rules" rows="14" spellcheck="false" aria-describedby=${hintId} .defaultValue=${text}></textarea>`,
    }),
    submit: (form) => self.setFaults({ name, body: { rules: rulesIn(textIn(form, 'rules')) } }),
  })
  if (!isDone) return
  announce('The rules are saved.')
  await reload()
}

/** Reads the list of rules, whose members the gateway checks. */
function rulesIn(text: string): FaultRule[] {
  try {
    const read: FaultRule[] = JSON.parse(text === '' ? '[]' : text)
    return read
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new Refusal(`This is not JSON: ${problem}`, { status: 0, code: 'input.invalid' })
  }
}
