// The dialog that adds a simple fault rule: one API or all, which of the calls, and what happens to them.
import { html, nothing } from 'lit-html'
import { ask, choice, field, textIn } from '../kit/dialog.ts'
import { announce, type Content } from '../kit/parts.ts'
import { type IndexedOperation, readApi } from '../reference/index-file.ts'
import { Refusal } from '../refusal.ts'
import { self } from '../session.ts'
import type { Stage } from '../view.ts'
import { type FaultRule, orderOf } from './sandbox-fault-words.ts'

type Apis = readonly (readonly [string, string])[]
type Match = NonNullable<FaultRule['match']>
type Action = FaultRule['do']

const selections = {
  every: 'Every call',
  first: 'The first few',
  nth: 'Those with these numbers',
  after: 'All after the first few',
  share: 'A share of them',
} as const
type Selection = keyof typeof selections

const effects = {
  status: 'An error is answered',
  head: 'The connection ends without an answer',
  bytes: 'The connection ends within the body',
  stream: 'The connection ends within a stream',
  malformed: 'The JSON of the answer breaks off',
  empty: 'The answer has no body',
  silent: 'No answer comes',
  delay: 'The answer comes late',
} as const
type Effect = keyof typeof effects

interface Choices {
  operations: readonly IndexedOperation[]
  selection: Selection
  effect: Effect
}

/** Asks for a rule and adds it after the present ones. */
export async function addFault(name: string, { reload }: Stage, apis: Apis): Promise<void> {
  const choices: Choices = { operations: [], selection: 'every', effect: 'status' }
  const isDone = await ask({
    title: `Add a fault rule to ${name}`,
    action: 'Add rule',
    content: (draw) => inputs(choices, apis, draw),
    async submit(form) {
      const rule = ruleIn(form, choices)
      // another tab may have changed the rules since they were shown
      const { rules } = await self.getFaults({ name })
      await self.setFaults({ name, body: { rules: [...rules.map(orderOf), rule] } })
    },
  })
  if (!isDone) return
  announce('The rule is added.')
  await reload()
}

function inputs(choices: Choices, apis: Apis, draw: () => void): Content {
  const changed = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement)) return
    if (target.name === 'api') void readOperations(target)
    if (target.name === 'selection' && isKey(selections, target.value)) choices.selection = target.value
    if (target.name === 'effect' && isKey(effects, target.value)) choices.effect = target.value
    draw()
  }
  const readOperations = async (select: HTMLSelectElement) => {
    const slug = select.value
    choices.operations = []
    // without the list, the rule is for every endpoint
    const api = slug === '' ? undefined : await readApi(slug).catch(() => undefined)
    if (select.value !== slug) return
    choices.operations = api?.operations ?? []
    draw()
  }
  return html`<div class="stack" @change=${changed}>
    ${choice('api', 'API', { values: [['', 'Any API'], ...apis] })}
    ${choice('endpoint', 'Endpoint', { values: [['', 'Any endpoint'], ...choices.operations.map(({ id }) => [id, id] as const)] })}
    ${choice('selection', 'Which calls', { value: choices.selection, values: Object.entries(selections) })}
    ${selectionField(choices.selection)}
    ${choice('effect', 'What happens', { value: choices.effect, values: Object.entries(effects) })}
    ${effectFields(choices.effect)}
  </div>`
}

const isKey = <K extends string>(values: Readonly<Record<K, string>>, key: string): key is K =>
  Object.hasOwn(values, key)

const numberField = (
  name: string,
  label: string,
  { value = '', min = 0, hint }: { value?: string; min?: number; hint?: string } = {},
) => field(name, label, { type: 'number', isRequired: true, value, min, ...(hint !== undefined && { hint }) })

function selectionField(selection: Selection): Content {
  if (selection === 'first') return numberField('first', 'How many', { value: '1', min: 1 })
  if (selection === 'nth')
    return field('nth', 'Numbers', {
      isRequired: true,
      pattern: '[\\d\\s,]+',
      placeholder: '1, 3',
      hint: 'Counted from 1, with commas between them.',
    })
  if (selection === 'after') return numberField('after', 'After how many', { value: '1' })
  if (selection === 'share')
    return numberField('share', 'Per cent', { value: '50', hint: 'The same calls for the same seed.' })
  return nothing
}

function effectFields(effect: Effect): Content {
  if (effect === 'status')
    return html`${numberField('status', 'Status', { value: '429', min: 400 })}
      ${field('retryAfter', 'Retry after, in seconds', { type: 'number', min: 0, placeholder: 'not said' })}`
  if (effect === 'bytes') return numberField('bytes', 'After how many bytes', { value: '100' })
  if (effect === 'stream') return numberField('stream', 'After how many events', { value: '3' })
  if (effect === 'delay') return numberField('delayMs', 'Milliseconds', { value: '2000' })
  return nothing
}

function ruleIn(form: FormData, { selection, effect }: Choices): FaultRule {
  const [api, endpoint] = [textIn(form, 'api'), textIn(form, 'endpoint')]
  return {
    match: {
      ...(api !== '' && { api }),
      ...(endpoint !== '' && { endpoint }),
      ...selectionIn(form, selection),
    },
    do: actionIn(form, effect),
  }
}

const numberIn = (form: FormData, name: string) => Number(textIn(form, name))

/** The gateway accepts as many numbers. */
const mostNumbers = 1000

function selectionIn(form: FormData, selection: Selection): Match {
  if (selection === 'every') return {}
  if (selection === 'after') return { after: numberIn(form, 'after') }
  if (selection === 'share') return { share: numberIn(form, 'share') / 100 }
  if (selection === 'first') {
    const first = numberIn(form, 'first')
    if (first > mostNumbers) throw invalid(`A rule meets at most the first ${mostNumbers} calls.`)
    return { nth: Array.from({ length: first }, (_none, index) => index + 1) }
  }
  const nth = textIn(form, 'nth')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number)
  if (nth.length === 0) throw invalid('Name the calls by their numbers, such as 1, 3.')
  return { nth }
}

const invalid = (sentence: string) => new Refusal(sentence, { status: 0, code: 'input.invalid' })

function actionIn(form: FormData, effect: Effect): Action {
  if (effect === 'status') {
    const retryAfter = textIn(form, 'retryAfter')
    return { status: numberIn(form, 'status'), ...(retryAfter !== '' && { retryAfter: Number(retryAfter) }) }
  }
  if (effect === 'head') return { cut: 'head' }
  if (effect === 'bytes') return { cut: textIn(form, 'bytes') }
  if (effect === 'stream') return { cut: `stream:${textIn(form, 'stream')}` }
  if (effect === 'delay') return { delayMs: numberIn(form, 'delayMs') }
  if (effect === 'silent') return { silent: true }
  return { body: effect }
}
