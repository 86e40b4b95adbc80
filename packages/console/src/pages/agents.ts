// Agents: calls that wait for a person, how to connect an agent, the keys open to agents, and their recent calls.
import { html, nothing, type TemplateResult } from 'lit-html'
import { href } from '../address.ts'
import { ask, choice, textIn } from '../kit/dialog.ts'
import { rangeLinks, rangeOf } from '../kit/filters.ts'
import { count, milliseconds } from '../kit/format.ts'
import { announce, codeBlock, empty, heading, moment, section, state } from '../kit/parts.ts'
import { sorted, table } from '../kit/table.ts'
import { self } from '../session.ts'
import type { Stage, View } from '../view.ts'
import type { KeyRow } from './key-source.ts'
import { waitingCalls } from './waiting-calls.ts'

export const agents: View = async (stage) => {
  const range = rangeOf(stage.query)
  const [{ keys, next }, { rows, total }, { calls: waiting }] = await Promise.all([
    self.listKeys({ state: 'works', limit: 100 }),
    self.usage({
      from: range.from,
      to: range.to,
      by: 'all',
      group: ['listing', 'endpoint'],
      surface: 'mcp',
      limit: 100,
    }),
    self.listWaitingCalls(),
  ])
  const open = keys.filter(({ agent, surface }) => agent !== 'off' && surface === 'hosted')
  return () => html`
    ${heading('Agents', { lead: 'Programs with a language model that call your APIs through the Model Context Protocol at /mcp.', actions: rangeLinks(range) })}
    ${waitingCalls(waiting, stage)}
    ${section('What agents did', total.calls === 0 ? nothingYet() : done(rows), { actions: html`<a class="button small" href=${href('/calls', { surface: 'mcp', range: '7d' })}>View calls</a>` })}
    ${section('Keys agents can use', keyTable(open, stage), {
      lead: html`Calls that spend or destroy are confirmed in the agent’s own client, or here where it cannot ask.${next === undefined ? nothing : html` These are among the first 100 keys; <a href=${href('/keys')}>all keys</a>.`}`,
    })}
    ${section('Connect one', codeBlock(connectCommand, 'command'), { lead: 'For Claude Code; “npx gatehouse mcp” prints the configuration of other clients.' })}`
}

const connectCommand = `claude mcp add --transport http gatehouse ${location.origin}/mcp --header "Authorization: Bearer $GATEHOUSE_KEY"`

const nothingYet = () =>
  empty(
    'No agent has called in this range',
    'Connect one with a key of its own, so that you can tell it apart and revoke it.',
  )

interface Done {
  readonly listing?: string
  readonly endpoint?: string
  readonly calls: number
  readonly failed: number
  readonly p95: number | null
}

function done(rows: readonly Done[]): TemplateResult {
  const at = ({ listing = '', endpoint = '' }: Done, more = {}) =>
    href('/calls', { surface: 'mcp', listing, endpoint, range: '7d', ...more })
  return table({
    caption: 'Operations that agents called',
    rows: sorted(rows, '-calls', { calls: ({ calls }) => calls }),
    key: ({ listing, endpoint }) => `${listing} ${endpoint}`,
    columns: [
      { label: 'Operation', cell: ({ listing, endpoint }) => html`${endpoint}<span class="sub">${listing}</span>` },
      { label: 'Calls', numeric: true, cell: (row) => html`<a href=${at(row)}>${count(row.calls)}</a>` },
      {
        label: 'Failed',
        numeric: true,
        cell: (row) => (row.failed === 0 ? '0' : html`<a href=${at(row, { failed: 'true' })}>${count(row.failed)}</a>`),
      },
      { label: 'p95', numeric: true, wide: true, cell: ({ p95 }) => milliseconds(p95) },
    ],
  })
}

function keyTable(keys: readonly KeyRow[], stage: Stage): TemplateResult {
  if (keys.length === 0)
    return empty('Agents may not use any key', html`Allow one on the page of <a href=${href('/keys')}>keys</a>.`)
  return table({
    caption: 'Keys agents can use',
    rows: keys,
    key: ({ id }) => id,
    columns: [
      { label: 'Key', cell: ({ id, name }) => html`<span title=${id}>${name}</span>` },
      {
        label: 'Access',
        cell: ({ agent }) => (agent === 'write' ? state('warn', 'Read and write') : state('good', 'Read')),
      },
      { label: 'Last used', wide: true, cell: ({ lastUsedAt }) => moment(lastUsedAt) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: (key) =>
          html`<button type="button" class="small" aria-label=${`Change what agents may do with ${key.name}`} @click=${() => void change(key, stage)}>Change</button>`,
      },
    ],
  })
}

async function change({ id, name, agent }: KeyRow, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Agents with ${name}`,
    action: 'Save',
    content: choice('agent', 'Agents may use it to', {
      value: agent,
      values: [
        ['read', 'read'],
        ['write', 'read and write'],
        ['off', 'do nothing'],
      ],
    }),
    submit: (form) => {
      const chosen = textIn(form, 'agent')
      return self.updateKey({ key: id, body: { agent: chosen === 'write' || chosen === 'off' ? chosen : 'read' } })
    },
  })
  if (!isDone) return
  announce(`Saved what agents may do with ${name}.`)
  await reload()
}
