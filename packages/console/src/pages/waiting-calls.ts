// Calls of agents that wait for a person, with their effects, to approve or decline.
import { html, type TemplateResult } from 'lit-html'
import type { ListWaitingCallsOutput } from '../../../client/own/mod.ts'
import { ask } from '../kit/dialog.ts'
import { announce, codeBlock, empty, facts, moment, section } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { self } from '../session.ts'
import type { Stage } from '../view.ts'

type WaitingCall = ListWaitingCallsOutput['calls'][number]

export function waitingCalls(calls: readonly WaitingCall[], stage: Stage): TemplateResult {
  const content =
    calls.length === 0
      ? empty(
          'No calls waiting',
          'Calls that delete or cost something wait for five minutes when an agent’s client cannot ask you.',
        )
      : listOf(calls, stage)
  return section('Waiting for you', content, {
    actions: html`<button type="button" class="small" @click=${() => void stage.reload()}>Refresh</button>`,
  })
}

function listOf(calls: readonly WaitingCall[], stage: Stage): TemplateResult {
  return table({
    caption: 'Calls that wait for a person',
    rows: calls,
    key: ({ id }) => id,
    columns: [
      {
        label: 'Operation',
        cell: ({ operation, key }) => html`${operation}<span class="sub"><code>${key}</code></span>`,
      },
      { label: 'Asked', wide: true, cell: ({ createdAt }) => moment(createdAt) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: (call) =>
          html`<button type="button" class="small" aria-label=${`Approve ${call.operation}`} @click=${() => void answer(call, true, stage)}>Approve</button>
            <button type="button" class="small" aria-label=${`Decline ${call.operation}`} @click=${() => void answer(call, false, stage)}>Decline</button>`,
      },
    ],
  })
}

async function answer(call: WaitingCall, approved: boolean, { reload }: Stage): Promise<void> {
  const { id, operation, client, key, provider } = call
  const isDone = await ask({
    title: `${approved ? 'Approve' : 'Decline'} ${operation}`,
    action: approved ? 'Approve' : 'Decline',
    isDangerous: approved,
    content: html`${facts([
      ['Key', html`<code>${key}</code>`],
      ['Client', client ?? 'Not stated'],
      ['Answered by', provider === null ? 'As the account chose' : `The ${provider} provider`],
    ])}
      ${codeBlock(call.arguments, 'arguments')}
      <p>${approved ? 'The agent may make this call once, when it repeats it within five minutes.' : 'The agent is told so when it repeats the call.'}</p>`,
    submit: () => self.answerWaitingCall({ id, body: { approved } }),
  })
  if (!isDone) return
  announce(`${approved ? 'Approved' : 'Declined'} ${operation}.`)
  await reload()
}
