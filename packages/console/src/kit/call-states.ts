// Displays the outcome of a call.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { Filter } from './filters.ts'
import { state, type Tone } from './parts.ts'

interface Outcome {
  readonly status: number
  readonly code: string | null
}

export function toneOf(status: number): Tone {
  if (status >= 500 || status === 0) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

/** Displays the status with an icon, and the gateway's own code if the gateway answered. */
export function statusState({ status, code }: Outcome): TemplateResult {
  const word = status === 0 ? 'no answer' : String(status)
  return html`${state(toneOf(status), word, meaning(status))}${code ? html` <code class="muted wide">${code}</code>` : nothing}`
}

function meaning(status: number): string {
  if (status === 0) return 'The caller left before there was an answer'
  if (status < 400) return 'Succeeded'
  return status < 500 ? 'The call was refused' : 'The gateway or the provider failed'
}

const makers = { http: 'program', mcp: 'agent', console: 'console' } as const

export function verbOf(surface: keyof typeof makers): string {
  return makers[surface]
}

export const providers = ['live', 'embedded', 'gateway', 'replay'] as const
export const surfaces = ['http', 'mcp', 'console'] as const

/** Filters of every list of calls. */
export const originFilters: readonly Filter[] = [
  { name: 'provider', label: 'Answered by', values: providers.map((one) => [one, one]), isRare: true },
  { name: 'surface', label: 'Made by', values: surfaces.map((one) => [one, makers[one]]), isRare: true },
]
