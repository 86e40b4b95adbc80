// Building blocks of every view: heading, states, tiles, empty and error forms, copying.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { Refusal } from '../refusal.ts'
import { ago, secondOf } from './format.ts'
import { type IconName, icon } from './icons.ts'

export type Content = TemplateResult | string | number | typeof nothing | readonly Content[]

/** Renders the heading of a view; it takes the focus when the view is opened. */
export function heading(title: string, { lead, actions }: { lead?: Content; actions?: Content } = {}): TemplateResult {
  return html`<header class="page-head">
    <div>
      <h1 tabindex="-1">${title}</h1>
      ${lead === undefined ? nothing : html`<p class="lead">${lead}</p>`}
    </div>
    ${actions === undefined ? nothing : html`<div class="actions">${actions}</div>`}
  </header>`
}

export function section(
  title: string,
  content: Content,
  { actions, lead }: { actions?: Content; lead?: Content } = {},
) {
  return html`<section class="block">
    <div class="block-head">
      <h2>${title}</h2>
      ${actions === undefined ? nothing : html`<div class="actions">${actions}</div>`}
    </div>
    ${lead === undefined ? nothing : html`<p class="muted">${lead}</p>`}
    ${content}
  </section>`
}

export type Tone = 'good' | 'bad' | 'warn' | 'off' | 'info'

/** Renders a state as icon and word. */
export function state(tone: Tone, word: string, title = ''): TemplateResult {
  return html`<span class="state ${tone}" title=${title || nothing}>${icon(tone)}${word}</span>`
}

export function tag(text: string, title = ''): TemplateResult {
  return html`<span class="tag" title=${title || nothing}>${text}</span>`
}

export interface Tile {
  readonly label: string
  readonly value: Content
  readonly note?: Content
  readonly href?: string
  readonly chart?: Content
}

export function tiles(list: readonly Tile[]): TemplateResult {
  const inside = ({ label, value, note, chart }: Tile) => html`
    <span class="tile-label">${label}</span>
    <span class="tile-value">${value}</span>
    ${note === undefined ? nothing : html`<span class="tile-note">${note}</span>`} ${chart ?? nothing}`
  return html`<ul class="tiles">
    ${list.map(
      (tile) =>
        html`<li>${
          tile.href === undefined
            ? html`<div class="tile">${inside(tile)}</div>`
            : html`<a class="tile" href=${tile.href}>${inside(tile)}</a>`
        }</li>`,
    )}
  </ul>`
}

/** Renders a moment as its age, with the exact time as title. */
export function moment(at: number | null | undefined, never = 'never'): Content {
  if (at === null || at === undefined) return html`<span class="muted">${never}</span>`
  return html`<time datetime=${new Date(at).toISOString()} title=${`${secondOf(at)} (${new Date(at).toISOString()})`}>${ago(at)}</time>`
}

/** Renders a moment as day and time, with its age below. */
export function exact(at: number): Content {
  return html`<time datetime=${new Date(at).toISOString()} title=${new Date(at).toISOString()}>${secondOf(at)}<span class="sub">${ago(at)}</span></time>`
}

/** Renders the replacement of an empty list: the reason, and the next step. */
export function empty(title: string, next: Content, command?: string): TemplateResult {
  return html`<div class="empty">
    ${icon('info')}
    <p class="empty-title">${title}</p>
    <p>${next}</p>
    ${command === undefined ? nothing : codeBlock(command, 'command')}
  </div>`
}

export function failed(refusal: Refusal, retry: () => void): TemplateResult {
  return html`<div class="failed" role="alert">
    ${state('bad', 'This did not work')}
    <p>${refusal.message}</p>
    <p class="muted">
      <code>${refusal.code}</code>${refusal.requestId === undefined ? nothing : html` · request <code>${refusal.requestId}</code>`}
    </p>
    <button type="button" @click=${retry}>Try again</button>
  </div>`
}

export function note(tone: Tone, content: Content): TemplateResult {
  return html`<div class="note ${tone}">${icon(tone)}<div>${content}</div></div>`
}

/** Renders code with a button that copies it; it scrolls within itself. */
export function codeBlock(text: string, label: string): TemplateResult {
  return html`<div class="code">
    <pre tabindex="0" role="group" aria-label=${label}><code>${text}</code></pre>
    ${copyButton(text, label)}
  </div>`
}

/** Renders a button that copies a text, with an icon or with `word`. */
export function copyButton(text: string, label: string, word = ''): TemplateResult {
  return html`<button type="button" class=${word === '' ? 'ghost small' : ''} aria-label=${word === '' ? `Copy ${label}` : nothing} @click=${() => copy(text, label)}>${icon('copy')}${word}</button>`
}

async function copy(text: string, label: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    announce(`Copied: ${label}.`)
  } catch {
    announce('The browser did not allow copying. Select the text and copy it yourself.')
  }
}

/** Renders a short id that can be copied. */
export function identifier(id: string): TemplateResult {
  return html`<span class="identifier"><code>${id}</code>${copyButton(id, `id ${id}`)}</span>`
}

export function linkButton(address: string, text: string, name?: IconName): TemplateResult {
  return html`<a class="button" href=${address}>${name === undefined ? nothing : icon(name)}${text}</a>`
}

/** Renders the properties of an object as names and values. */
export function facts(list: readonly (readonly [string, Content])[]): TemplateResult {
  return html`<dl class="facts">
    ${list.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`
}

/** Announces a sentence: shown for a while, and read out by screen readers. */
export function announce(sentence: string): void {
  const region = document.getElementById('announcements')
  if (!region) return
  const message = document.createElement('p')
  message.textContent = sentence
  region.replaceChildren(message)
  setTimeout(() => message.remove(), 6000)
}
