// The bench of an operation: its form, and the response of the last call made with it.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { ListListingsOutput } from '../../../client/own/mod.ts'
import { labelled } from '../kit/dialog.ts'
import { announce, type Content, codeBlock, empty, note } from '../kit/parts.ts'
import { storeKey } from '../provider-key-actions.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { self } from '../session.ts'
import { tabKey } from '../tab-key.ts'
import type { Stage } from '../view.ts'
import { type Answer, answerBody, answerLine, headersOf, readAnswer } from './answer.ts'
import { codeOf, isMarket, type Language, languages, languagesOf } from './code.ts'
import { bodyFields, filledOf, parameterFields, presets, textOf } from './form.ts'
import type { Body, Operation } from './operation.ts'
import { addressOf, type Filled, requestOf } from './outgoing.ts'

type Listing = ListListingsOutput['listings'][number]

interface BenchOptions {
  readonly operation: Operation
  /** The account's listing; undefined for the item market. */
  readonly listing: Listing | undefined
  /** Names of the account's sandboxes. */
  readonly sandboxes: readonly string[]
  readonly stage: Stage
}
interface Bench {
  readonly form: () => TemplateResult
  readonly answer: () => Content
}

const tabs = { body: 'Body', headers: 'Headers', code: 'Code' } as const
type Tab = keyof typeof tabs
const tabNames = ['body', 'headers', 'code'] as const satisfies readonly Tab[]

/** The market key of this tab, which nothing else keeps. */
let marketKey = ''

export function benchOf({ operation, listing, sandboxes, stage }: BenchOptions): Bench {
  let answer: Answer | undefined
  let problem = ''
  let isBusy = false
  let tab: Tab = 'code'
  let language: Language = 'curl'
  let body: Body | undefined = operation.bodies[0]
  let filled: Filled = {
    operation,
    body,
    values: presets(operation),
    text: textOf(body),
    fields: [],
    provider: '',
    sandbox: '',
  }

  const read = (form: EventTarget | null) => {
    if (!(form instanceof HTMLFormElement)) return
    filled = filledOf(form, operation, body)
    marketKey = String(new FormData(form).get('market key') ?? marketKey)
  }
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    read(event.currentTarget)
    if (answer?.object !== undefined) URL.revokeObjectURL(answer.object)
    ;[isBusy, problem, answer] = [true, '', undefined]
    stage.draw()
    try {
      const startedAt = performance.now()
      const response = await reach(filled)
      answer = await readAnswer(response, startedAt, (sofar) => {
        ;[answer, tab] = [sofar, 'body']
        stage.draw()
      })
      tab = 'body'
    } catch (error) {
      problem = error instanceof Refusal ? error.message : 'The answer broke off. Try again.'
    }
    isBusy = false
    stage.draw()
  }
  const chooseBody = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return
    const { value } = event.target
    body = operation.bodies.find(({ contentType }) => contentType === value)
    filled = { ...filled, body, text: textOf(body), fields: [] }
    stage.draw()
  }
  const update = (event: Event) => {
    read(event.currentTarget)
    stage.draw()
  }
  const choose =
    <T>(set: (one: T) => void) =>
    (one: T) => {
      set(one)
      stage.draw()
    }
  return {
    form: () => html`<form class="stack" @submit=${send} @input=${update}>
      ${listing && isKeyMissing(listing) ? keyNeeded(listing, stage) : nothing}
      ${isMarket(operation) ? marketKeyField() : nothing}
      ${parameterFields(operation)}
      ${operation.bodies.length > 1 ? html`<label class="field"><span>Body as</span><select name="kind of body" @change=${chooseBody}>${operation.bodies.map(({ contentType }) => html`<option ?selected=${contentType === body?.contentType}>${contentType}</option>`)}</select></label>` : nothing}
      ${body === undefined ? nothing : bodyFields(body)}
      ${listing?.embedded && listing.live ? html`<label class="field"><span>Answered by</span><select name="provider"><option value="">as chosen for this API</option><option value="embedded">embedded</option><option value="live">live</option></select></label>` : nothing}
      ${listing?.embedded && sandboxes.length > 0 ? html`<label class="field"><span>Sandbox</span><select name="sandbox"><option value="">none</option>${sandboxes.map((name) => html`<option>${name}</option>`)}</select></label>` : nothing}
      <div class="actions"><button class="primary" aria-disabled=${isBusy}>${isBusy ? 'Sending …' : 'Send'}</button></div>
    </form>`,
    answer: () => html`<div class="stack">
      <div aria-live="polite">${problem === '' ? nothing : note('bad', problem)}${answer ? answerLine(answer) : nothing}</div>
      ${listing && answer && isRefusedWithoutKey(answer) ? keyNeeded(listing, stage) : nothing}
      <div>
        ${tabList(
          'The answer and the call',
          tabNames.map((one) => [one, tabs[one]] as const),
          tab,
          choose((one) => {
            tab = one
          }),
        )}
        ${
          tab === 'code'
            ? code(
                filled,
                language,
                choose((one) => {
                  language = one
                }),
              )
            : answered(answer, tab)
        }
      </div>
    </div>`,
  }
}

function answered(answer: Answer | undefined, tab: 'body' | 'headers'): Content {
  if (!answer) return empty('No answer yet', 'Fill in what the call takes and send it; its answer appears here.')
  return tab === 'body' ? html`<div class="stack">${answerBody(answer)}</div>` : codeBlock(headersOf(answer), 'headers')
}

function code(filled: Filled, language: Language, choose: (one: Language) => void): Content {
  const all = languagesOf(filled)
  const shown = all.includes(language) ? language : 'curl'
  return html`${tabList(
    'The same call as',
    all.map((one) => [one, languages[one]] as const),
    shown,
    choose,
  )}
    ${codeBlock(codeOf(shown, filled), `call as ${languages[shown]}`)}`
}

function tabList<T extends string>(
  label: string,
  all: readonly (readonly [T, string])[],
  present: T,
  choose: (one: T) => void,
): TemplateResult {
  return html`<div class="tabs" role="group" aria-label=${label}>
    ${all.map(([one, text]) => html`<button type="button" aria-pressed=${one === present} @click=${() => choose(one)}>${text}</button>`)}
  </div>`
}

function marketKeyField(): TemplateResult {
  return labelled('market key', html`Market key <span class="required">required</span>`, {
    hint: 'The item market takes a key of its own (gh_market_…), made among your keys. It is forgotten when this page closes.',
    control: (id, hintId) =>
      html`<input id=${id} name="market key" type="password" required aria-describedby=${hintId} .value=${marketKey} autocomplete="off" spellcheck="false" />`,
  })
}

/** True if live calls would be refused, because the account has stored no key. */
function isKeyMissing({ provider, auth, providerKey }: Listing): boolean {
  return provider === 'live' && auth === 'own' && providerKey !== 'stored'
}

const isRefusedWithoutKey = ({ status, text }: Answer) => status === 403 && text.includes('"provider_key.missing"')

function keyNeeded(listing: Listing, stage: Stage): TemplateResult {
  const { slug, title, api, embedded } = listing
  const embed = async () => {
    try {
      await self.chooseProvider({ slug, body: { provider: 'embedded' } })
      announce(`The embedded provider answers ${title} from now on.`)
      await stage.reload()
    } catch (error) {
      announce(refusalOf(error).message)
    }
  }
  return note(
    'warn',
    html`<p>${title} needs your own provider key${embedded ? ', unless the gateway answers by itself' : ''}.</p>
      <div class="actions">
        ${embedded ? html`<button type="button" @click=${() => void embed()}>Use embedded answers</button>` : nothing}
        <button type="button" @click=${() => void storeKey({ slug: api, title }, stage)}>Store provider key</button>
      </div>`,
  )
}

async function reach(filled: Filled): Promise<Response> {
  const key = isMarket(filled.operation) ? marketKey : tabKey()
  try {
    return await fetch(addressOf(filled), requestOf(filled, key ?? ''))
  } catch (cause) {
    throw Refusal.unreachable(cause)
  }
}
