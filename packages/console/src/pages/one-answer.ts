// One recorded answer: its request, status, headers and body, and others of its endpoint to compare it with. With
// `other` in the address both are compared.
import { html, type TemplateResult } from 'lit-html'
import type { GetAnswerOutput } from '../../../client/own/mod.ts'
import { go, href } from '../address.ts'
import { statusState } from '../kit/call-states.ts'
import { bytes, count } from '../kit/format.ts'
import { type Content, codeBlock, empty, exact, facts, heading, linkButton, section } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { Refusal } from '../refusal.ts'
import { self } from '../session.ts'
import { answerBody } from '../try/answer.ts'
import type { Draw, View } from '../view.ts'
import { type AnswerRow, deleteAnswer } from './answer-actions.ts'
import { comparison } from './answer-comparison.ts'
import { jsonDifferences } from './answer-difference.ts'
import { paramsOf } from './answers.ts'

const othersPerPage = 20

export const oneAnswer: View = async ({ query }) => {
  const [id, other] = [query.get('id') ?? '', query.get('other') ?? '']
  const [answer, second] = await Promise.all([read(id), other === '' ? undefined : read(other)])
  if (!answer || (other !== '' && !second)) return unknown
  return second ? comparison(answer, second) : shown(answer, query)
}

/** Reads a recorded answer; undefined for one that does not exist. Other failures reject. */
async function read(id: string): Promise<GetAnswerOutput | undefined> {
  if (id === '') return undefined
  return self.getAnswer({ id }).catch((error) => {
    if (error instanceof Refusal && [400, 404].includes(error.status)) return undefined
    throw error
  })
}

const unknown = (): TemplateResult =>
  html`${heading('No such recorded answer')}${empty('This account has no recorded answer of this id', html`It may have been deleted, or have gone as newer ones came. See <a href=${href('/answers')}>all recorded answers</a>.`)}`

async function shown(answer: GetAnswerOutput, query: URLSearchParams): Promise<Draw> {
  const { at, listing, endpoint, request } = answer
  const page = await self.listAnswers({ listing, endpoint, limit: othersPerPage, after: query.get('after') })
  const body = bodyOf(answer)
  const remove = async () => {
    if (await deleteAnswer(answer)) go(href('/answers', { listing, endpoint }))
  }
  const { beats } = answer.answer
  return () => html`
    ${heading(`Recorded answer of ${endpoint}`, {
      lead: html`<a href=${href('/answers', { listing, endpoint })}>All of ${endpoint}</a> · <a href=${href('/api', { slug: listing })}>${listing}</a>`,
      actions: html`${linkButton(href('/try', { slug: listing, operation: endpoint }), 'Try a call', 'try')}
        <button type="button" class="destructive" @click=${() => void remove()}>Delete</button>`,
    })}
    <div class="panel">${facts([
      ['Recorded', exact(at)],
      ['Status', statusState({ status: answer.answer.status, code: null })],
      ['Size of the body', bytes(body.size)],
      ...(beats === undefined ? [] : ([['Arrived as a stream', `${count(beats.length)} pieces`]] as const)),
    ])}</div>
    ${section('Request', requestOf(request), { lead: 'What decides that a later request is equal to this one. Keys are not recorded.' })}
    ${section('Headers', codeBlock(answer.answer.headers.map((pair) => pair.join(': ')).join('\n'), 'headers'))}
    ${section('Body', html`<div class="stack">${answerBody(body)}</div>`)}
    ${section('Compare', others(page.answers, answer), {
      lead: `Recorded answers of ${endpoint}, the newest first.`,
    })}
    ${pager(query, page.next)}`
}

function others(page: readonly AnswerRow[], { id, request: { params } }: GetAnswerOutput): Content {
  const rows = page.filter((row) => row.id !== id)
  if (rows.length === 0) return empty('There is no other here', 'Record another answer to see what has changed.')
  return table({
    caption: 'Answers to compare with',
    rows,
    key: (row) => row.id,
    columns: [
      {
        label: 'Compare with',
        cell: (row) => html`<a href=${href('/answer', { id, other: row.id })}>${exact(row.at)}</a>`,
      },
      {
        label: 'Parameters',
        wraps: true,
        cell: (row) => (jsonDifferences(params, row.params).list.length === 0 ? 'the same' : paramsOf(row.params)),
      },
      { label: 'Status', cell: ({ status }) => statusState({ status, code: null }) },
    ],
  })
}

function requestOf({ params, body, other, varies = {} }: GetAnswerOutput['request']): Content {
  const digests = [
    ['Body', body],
    ['Beside the parameters', other],
  ] as const
  return html`<div class="stack">
    ${codeBlock(JSON.stringify(params, null, 2), 'parameters')}
    ${facts([
      ...digests.flatMap(([name, digest]) =>
        digest === undefined ? [] : ([[name, html`<code title="SHA-256">${digest.slice(0, 16)}…</code>`]] as const),
      ),
      ...Object.entries(varies).map(([name, value]) => [`Header ${name}`, value || 'none'] as const),
    ])}
  </div>`
}

/** Address of the bytes that are shown, in this tab. */
let object: string | undefined

/** Returns the answer as the page for trying calls shows one. */
function bodyOf({
  answer: { status, headers: pairs, text, base64 },
}: GetAnswerOutput): Parameters<typeof answerBody>[0] {
  if (object !== undefined) URL.revokeObjectURL(object)
  object = undefined
  const headers = new Headers(pairs.map(([name = '', value = '']): [string, string] => [name, value]))
  const about = { status, statusText: '', headers, ms: 0, isOpen: false }
  if (base64 === undefined) return { ...about, text: text ?? '', size: new Blob([text ?? '']).size }
  const type = headers.get('content-type') ?? ''
  const content = new Blob([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], { type })
  object = URL.createObjectURL(content)
  return { ...about, text: '', size: content.size, object }
}
