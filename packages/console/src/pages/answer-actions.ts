// What the pages of recorded answers do and show: delete, export to a file, import of one.
import { html, nothing } from 'lit-html'
import type { ImportAnswersOutput, ListAnswersOutput } from '../../../client/own/mod.ts'
import { go, withQuery } from '../address.ts'
import { request } from '../connection.ts'
import { ask, labelled, show } from '../kit/dialog.ts'
import { saveFile } from '../kit/export.ts'
import { count } from '../kit/format.ts'
import { announce, type Content, facts } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { self } from '../session.ts'
import { tabKey } from '../tab-key.ts'
import type { Stage } from '../view.ts'

export type AnswerRow = ListAnswersOutput['answers'][number]

/** Which recorded answers are meant: all without a listing and endpoint. */
interface AnswerFilter {
  readonly listing: string | null
  readonly endpoint: string | null
}

/** The gateway reads no larger file. */
const mostImportBytes = 256 * 1024 * 1024
/** Longer than the gateway takes for any file. */
const transferMs = 630_000

/** Asks, and resolves to true if the recorded answer was deleted. */
export async function deleteAnswer({ id, endpoint }: Pick<AnswerRow, 'id' | 'endpoint'>): Promise<boolean> {
  const isDone = await ask({
    title: `Delete this recorded answer of ${endpoint}?`,
    action: 'Delete answer',
    isDangerous: true,
    content: html`<p>It is gone for good, and is replayed no more.</p>`,
    submit: () => self.deleteAnswer({ id }),
  })
  if (isDone) announce('The recorded answer is deleted.')
  return isDone
}

/** Asks, and deletes all that a filter selects; `name` says what that is. */
export async function deleteAnswers(filter: AnswerFilter, name: string): Promise<void> {
  let removed = 0
  const isDone = await ask({
    title: `Delete ${name}?`,
    action: 'Delete answers',
    isDangerous: true,
    content: html`<p>They are gone for good, and are replayed no more. Export them first if you may need them again.</p>`,
    async submit() {
      removed = (await self.deleteAnswers({ ...filter })).removed
    },
  })
  if (!isDone) return
  announce(`Recorded answers deleted: ${count(removed)}.`)
  go(withQuery({}), { replace: true })
}

/** Saves what a filter selects as a file of lines of JSON. */
export async function exportAnswers(filter: AnswerFilter): Promise<void> {
  announce('Collecting the recorded answers …')
  try {
    const response = await transfer(`export?${new URLSearchParams(given(filter))}`)
    const content = await response.blob().catch((cause) => {
      throw Refusal.unreachable(cause)
    })
    const name = ['recorded-answers', ...Object.values(given(filter))].join('-')
    saveFile(`${name}.jsonl`, content)
    announce(`${name}.jsonl is saved.`)
  } catch (error) {
    announce(refusalOf(error).message)
  }
}

const given = (filter: AnswerFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null))

/** Sends a request that may take long; the key is in a header. */
function transfer(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'x-gateway-key': tabKey() ?? '', 'x-gateway-surface': 'console' }
  return request(`/v1/me/answers/${path}`, { headers, signal: AbortSignal.timeout(transferMs), ...init })
}

/** Asks for a file, and shows what was taken of it. */
export async function importAnswers({ reload }: Stage): Promise<void> {
  let report: ImportAnswersOutput | undefined
  const isDone = await ask({
    title: 'Import recorded answers',
    action: 'Import',
    content: labelled('file', 'File', {
      hint: 'As exported: an answer in each line, as JSON. Up to 256 MiB.',
      control: (id, hintId) =>
        html`<input id=${id} name="file" type="file" accept=".jsonl,.ndjson" required aria-describedby=${hintId} />`,
    }),
    async submit(form) {
      const file = form.get('file')
      if (!(file instanceof File)) return
      if (file.size > mostImportBytes)
        throw new Refusal('The file has more than 256 MiB. Split it between two lines, and import both parts.', {
          status: 0,
          code: 'input.large',
        })
      const response = await transfer('import', { method: 'POST', body: file })
      report = await response.json()
    },
  })
  if (!isDone || !report) return
  await reload()
  await show('Import of recorded answers', reportOf(report))
}

function reportOf({ lines, added, refused, problems }: ImportAnswersOutput): Content {
  return html`${facts([
    ['Lines', count(lines)],
    ['Added', count(added)],
    ['Recorded before', count(lines - added - refused)],
    ['Refused', count(refused)],
  ])}
  ${
    problems.length === 0
      ? nothing
      : table({
          caption: 'Refused lines',
          rows: problems,
          key: ({ line }) => String(line),
          columns: [
            { label: 'Line', cell: ({ line }) => count(line) },
            { label: 'Reason', wraps: true, cell: ({ reason }) => reason },
          ],
        })
  }
  ${refused > problems.length ? html`<p class="muted">The first ${count(problems.length)} of ${count(refused)}.</p>` : nothing}`
}
