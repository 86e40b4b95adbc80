// Markup that this server writes. `html` escapes every value, so that a text of a declaration is never a tag.

/** Markup that is safe to send; only `html` makes it. */
export class Markup {
  readonly text: string

  constructor(parts: readonly string[], values: readonly Value[]) {
    this.text = parts.map((part, at) => (at === 0 ? part : textOf(values[at - 1]) + part)).join('')
  }
}

/** A text is escaped; `undefined`, `null` and `false` print nothing. */
export type Value = string | number | Markup | undefined | null | false | readonly Value[]

/** The tag of a template. Values stand for text or for the inside of a quoted attribute. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts, values)
}

/** Renders prose of a declaration: an empty line ends a paragraph, and backticks mark code. */
export function prose(text: string, className = ''): Markup[] {
  const paragraphs = text.split(/\n[ \t]*\n/).filter((part) => part.trim() !== '')
  return paragraphs.map((part) =>
    className ? html`<p class="${className}">${words(part)}</p>` : html`<p>${words(part)}</p>`,
  )
}

/** Renders a text in which backticks mark code. */
export function words(text: string): Value {
  const parts = text.split('`')
  // a last, single backtick marks nothing
  const isCode = (at: number) => at % 2 === 1 && at < parts.length - 1
  return parts.map((part, at) => (isCode(at) ? html`<code>${part}</code>` : at % 2 === 1 ? `\`${part}` : part))
}

function textOf(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? escaped(value) : value.map(textOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
