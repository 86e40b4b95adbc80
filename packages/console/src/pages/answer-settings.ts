// What is done with the answers of an API: shown on its page, and the dialog that chooses it.
import { html, nothing } from 'lit-html'
import { keyed } from 'lit-html/directives/keyed.js'
import type { ChooseProviderInput, ListListingsOutput } from '../../../client/own/mod.ts'
import { href } from '../address.ts'
import { ask, choice, textIn } from '../kit/dialog.ts'
import { count, minuteOf } from '../kit/format.ts'
import { announce, type Content, facts, moment, note, section } from '../kit/parts.ts'
import { self } from '../session.ts'
import type { Stage } from '../view.ts'

type Listing = ListListingsOutput['listings'][number]
type Mode = Listing['answers']
type Order = ChooseProviderInput['body']

const modes = {
  live: 'Live: the provider answers, and nothing is recorded',
  record: 'Record: the provider answers, and its answers are recorded',
  replay: 'Replay: recorded answers only; the provider is never called',
  fill: 'Fill: recorded answers, and the provider for what is missing',
  failover: 'Failover: a recorded answer where the provider fails',
} as const satisfies Record<Mode, string>

const isMode = (value: string): value is Mode => Object.hasOwn(modes, value)

const ages = [
  ['300', '5 minutes'],
  ['3600', 'an hour'],
  ['86400', 'a day'],
  ['604800', 'a week'],
  ['2592000', '30 days'],
] as const

const ageOf = (seconds: number) => ages.find(([one]) => one === String(seconds))?.[1] ?? `${count(seconds)} seconds`

/** Renders the choice with a button that changes it. */
export function answersSection(listing: Listing, stage: Stage): Content {
  const { slug, answers, answersUntil, writes, maxAgeS, sample } = listing
  return section(
    'Recorded answers',
    html`<div class="panel stack">
      ${facts([
        ['What is done', modes[answers]],
        ...(answers === 'live'
          ? []
          : ([['Until', answersUntil === null ? 'it is changed' : moment(answersUntil)]] as const)),
        ...(records(answers) ? ([['Answers to writes', writes ? 'recorded too' : 'not recorded']] as const) : []),
        ...(answers === 'failover'
          ? ([
              ['Recorded within', ageOf(maxAgeS)],
              ['Sample data', sample ? 'may take its place' : 'never'],
            ] as const)
          : []),
      ])}
      <div class="actions">
        <button type="button" @click=${() => void choose(listing, stage)}>Choose what is recorded</button>
        <a class="button" href=${href('/answers', { listing: slug })}>View recorded answers</a>
      </div>
    </div>`,
  )
}

const records = (mode: Mode) => mode === 'record' || mode === 'fill'

async function choose(listing: Listing, { reload }: Stage): Promise<void> {
  const { slug, title } = listing
  let mode = listing.answers
  const isDone = await ask({
    title: `Answers of ${title}`,
    action: 'Save',
    content: (draw) => {
      const changed = ({ target }: Event) => {
        if (!(target instanceof HTMLSelectElement) || target.name !== 'answers' || !isMode(target.value)) return
        mode = target.value
        draw()
      }
      return html`<div class="stack" @change=${changed}>
        ${choice('answers', 'What is done with answers', {
          value: listing.answers,
          values: Object.entries(modes),
          hint: 'A single call can ask for less with the header x-gateway-answers.',
        })}
        ${keyed(mode, fieldsOf(mode, listing))}
      </div>`
    },
    submit: (form) => self.chooseProvider({ slug, body: orderIn(form, mode) }),
  })
  if (!isDone) return
  announce(`Saved what is done with answers of ${title}.`)
  await reload()
}

const stays = 'stays'

function fieldsOf(mode: Mode, listing: Listing): Content {
  if (mode === 'live') return nothing
  const { answers, answersUntil, writes } = listing
  const until = answers === mode ? answersUntil : null
  return html`<div class="stack">
    ${choice('for', 'How long', {
      value: until === null && (answers === mode || mode !== 'record') ? stays : '',
      values: [
        ...(until === null ? [] : ([['', `as now, until ${minuteOf(until)}`]] as const)),
        ['3600', 'for an hour'],
        ['86400', 'for a day'],
        ['604800', 'for a week'],
        [stays, 'until I stop it'],
      ],
      hint: 'Afterwards it is “Live” again.',
    })}
    ${
      records(mode)
        ? checkbox('writes', 'Also record answers to calls that change or cost something', {
            isChecked: writes,
            hint: 'Without it, answers to calls that read are recorded.',
          })
        : nothing
    }
    ${mode === 'failover' ? failoverFields(listing) : nothing}
  </div>`
}

function failoverFields({ maxAgeS, sample, embedded }: Listing): Content {
  const now = String(maxAgeS)
  const isListed = ages.some(([one]) => one === now)
  return html`${choice('maxAgeS', 'A recorded answer counts for', {
    value: now,
    values: isListed ? ages : [[now, ageOf(maxAgeS)], ...ages],
    hint: 'An older one replaces no answer.',
  })}
  ${
    embedded
      ? html`${checkbox('sample', 'Embedded sample data may take its place where there is none', { isChecked: sample })}
        ${note('warn', 'Sample data is invented: it looks like an answer of the provider, but nothing in it is true.')}`
      : nothing
  }`
}

function checkbox(name: string, label: string, { isChecked, hint }: { isChecked: boolean; hint?: string }): Content {
  const id = `${name}-hint`
  return html`<div class="field">
    <label class="check"><input type="checkbox" name=${name} ?checked=${isChecked} aria-describedby=${hint === undefined ? nothing : id} />${label}</label>
    ${hint === undefined ? nothing : html`<small id=${id}>${hint}</small>`}
  </div>`
}

function orderIn(form: FormData, mode: Mode): Order {
  const seconds = textIn(form, 'for')
  const isUnchanged = mode !== 'live' && seconds === ''
  return {
    ...(isUnchanged ? {} : { answers: mode }),
    ...(/^\d+$/.test(seconds) && { forS: Number(seconds) }),
    ...(records(mode) && { writes: form.has('writes') }),
    ...(mode === 'failover' && { maxAgeS: Number(textIn(form, 'maxAgeS')), sample: form.has('sample') }),
  }
}
