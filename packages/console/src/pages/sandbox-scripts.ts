// The scripts of models of a sandbox: how often each rule has answered, and all of them as JSON.
import { html, nothing } from 'lit-html'
import { ask, labelled, textIn } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { announce, codeBlock, empty, section } from '../kit/parts.ts'
import { Refusal } from '../refusal.ts'
import { self } from '../session.ts'
import type { Draw, Stage } from '../view.ts'

type Scripts = Awaited<ReturnType<typeof self.getScripts>>
type Order = Parameters<typeof self.setScripts>[0]['body']

/** Reads the scripts, and returns the function that draws them. */
export async function scriptsOf(name: string, stage: Stage): Promise<Draw> {
  const scripts = await self.getScripts({ name })
  const isEmpty = scripts.rules.length === 0
  return () =>
    section(
      'Scripts of models',
      isEmpty
        ? empty('No scripts', 'The built-in models answer.')
        : html`<p>${scripts.rules.map(({ matched }, at) => html`${at === 0 ? nothing : ', '}rule ${at + 1} answered ${count(Number(matched))} times`)}</p>
            ${codeBlock(textOf(scripts), 'scripts')}`,
      {
        lead: 'The first rule that matches a call of a model gives its answer. Each change sets the counts to 0.',
        actions: html`<button type="button" class="small" @click=${() => void edit(name, scripts, stage)}>Edit scripts</button>
          ${isEmpty ? nothing : html`<button type="button" class="small destructive" @click=${() => void clear(name, stage)}>Clear scripts</button>`}`,
      },
    )
}

/** Returns the scripts as they were set. */
function textOf({ rules, pace }: Scripts): string {
  const order = { rules: rules.map(({ matched: _matched, ...rule }) => rule), ...(pace && { pace }) }
  return JSON.stringify(order, null, 2)
}

async function edit(name: string, shown: Scripts, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Scripts of ${name}`,
    action: 'Save scripts',
    content: labelled('scripts', 'Scripts', {
      hint: html`Such as <code>{"rules": [{"answer": {"text": "Hello"}}]}</code>; <a href="/docs/me#setScripts">all members</a>.`,
      control: (id, hintId) =>
        html`<textarea id=${id} name="scripts" rows="14" spellcheck="false" aria-describedby=${hintId} .defaultValue=${textOf(shown)}></textarea>`,
    }),
    submit: (form) => self.setScripts({ name, body: orderIn(textIn(form, 'scripts')) }),
  })
  if (!isDone) return
  announce('The scripts are saved.')
  await reload()
}

async function clear(name: string, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Clear the scripts of ${name}?`,
    action: 'Clear all',
    isDangerous: true,
    content: html`<p>The built-in models answer again.</p>`,
    submit: () => self.setScripts({ name, body: { rules: [] } }),
  })
  if (!isDone) return
  announce('The scripts are cleared.')
  await reload()
}

/** Reads scripts, whose members the gateway checks. */
function orderIn(text: string): Order {
  try {
    const read: Order = JSON.parse(text)
    return read
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new Refusal(`This is not JSON: ${problem}`, { status: 0, code: 'input.invalid' })
  }
}
