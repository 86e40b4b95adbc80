// The card of an account without calls: its key, who answers, and a first call, each with a mark once it is done.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { ListListingsOutput } from '../../../client/own/mod.ts'
import { href } from '../address.ts'
import { icon } from '../kit/icons.ts'
import { announce, type Content, codeBlock, copyButton, note } from '../kit/parts.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { self } from '../session.ts'
import { tabKey } from '../tab-key.ts'
import { codeOf } from '../try/code.ts'
import { presets } from '../try/form.ts'
import { readOperations } from '../try/operation.ts'
import { addressOf, type Filled, requestOf } from '../try/outgoing.ts'
import type { Draw, Stage } from '../view.ts'

type Listing = ListListingsOutput['listings'][number]

/** Returns the function that draws the card. */
export async function getStarted({ name }: { name: string }, stage: Stage): Promise<Draw> {
  const { listings } = await self.listListings()
  const needing = listings.filter(
    ({ provider, auth, providerKey }) => provider === 'live' && auth === 'own' && providerKey !== 'stored',
  )
  const apis = new Set(needing.map(({ api }) => api)).size
  const filled = await exampleIn(listings)
  const call: FirstCall = { filled, isBusy: false, text: '', problem: '' }
  return () => html`<section class="panel stack started" aria-labelledby="started">
    <h2 id="started">Get started</h2>
    <ol class="steps">
      ${step(true, 'Have a key', html`<p>You are signed in to ${name} with a gateway key. Your program sends the same one.</p>${copyKey()}`)}
      ${step(apis === 0, 'Choose who answers', whoAnswers(apis, stage))}
      ${step(call.text !== '', 'Make a first call', firstCall(call, stage))}
    </ol>
  </section>`
}

function step(isDone: boolean, title: string, content: Content): TemplateResult {
  return html`<li>
    <h3>${icon(isDone ? 'good' : 'next')}${title}${isDone ? html` <span class="reader">(done)</span>` : nothing}</h3>
    <div class="stack">${content}</div>
  </li>`
}

/** Copies the key of this tab, which is not shown. */
function copyKey(): Content {
  const key = tabKey()
  return key === undefined ? nothing : html`<div class="actions">${copyButton(key, 'gateway key', 'Copy key')}</div>`
}

function whoAnswers(apis: number, { reload }: Stage): Content {
  if (apis === 0)
    return html`<p>Every API can answer now. <a href=${href('/apis')}>APIs</a> says which provider serves each.</p>`
  const embed = async () => {
    try {
      await self.chooseDefaultProvider({ body: { provider: 'embedded' } })
      announce('Embedded providers answer all APIs.')
      await reload()
    } catch (error) {
      announce(refusalOf(error).message)
    }
  }
  return html`<p>${apis === 1 ? 'One API needs' : `${apis} APIs need`} your own provider key. Add keys for real data, or let the gateway answer by itself: offline, and where no real data was imported, from sample data.</p>
    <div class="actions">
      <button type="button" @click=${() => void embed()}>Use embedded answers</button>
      <a class="button" href=${href('/provider-keys')}>Add provider keys</a>
    </div>`
}

/** Returns the example of an operation that needs no provider: the gateway answers it by itself. */
async function exampleIn(listings: readonly Listing[]): Promise<Filled | undefined> {
  const listing = listings.find(({ embedded, live }) => embedded && !live)
  const operations = listing ? await readOperations(listing.slug) : []
  const operation = operations.find(({ method, effect }) => method === 'GET' && effect === 'read')
  const nothingElse = { body: undefined, text: '', fields: [], provider: '', sandbox: '' }
  return operation && { operation, values: presets(operation), ...nothingElse }
}

interface FirstCall {
  readonly filled: Filled | undefined
  isBusy: boolean
  text: string
  problem: string
}

function firstCall(call: FirstCall, { draw }: Stage): Content {
  const { filled } = call
  if (!filled) return html`<p><a href=${href('/try')}>Try a call</a> sends any call from here.</p>`
  const send = async () => {
    if (call.isBusy) return
    Object.assign(call, { isBusy: true, text: '', problem: '' })
    draw()
    try {
      const response = await fetch(addressOf(filled), requestOf(filled, tabKey() ?? ''))
      if (!response.ok) throw await Refusal.of(response)
      call.text = JSON.stringify(await response.json())
    } catch (error) {
      call.problem = error instanceof TypeError ? Refusal.unreachable(error).message : refusalOf(error).message
    }
    call.isBusy = false
    draw()
  }
  return html`${codeBlock(codeOf('curl', filled), 'a first call')}
    <div class="actions">
      <button type="button" class="primary" aria-disabled=${call.isBusy} @click=${() => void send()}>${call.isBusy ? 'Sending …' : 'Send it from here'}</button>
      <a class="button" href=${href('/try')}>Try another call</a>
    </div>
    <div aria-live="polite">
      ${call.problem === '' ? nothing : note('bad', call.problem)}
      ${call.text === '' ? nothing : html`${codeBlock(call.text, 'answer')}<p>That is it. <a href=${href('/calls')}>Calls</a> lists it, and this page shows your traffic from now on.</p>`}
    </div>`
}
