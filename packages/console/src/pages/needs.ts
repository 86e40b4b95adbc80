// Problems that need attention, as sentences that link to the place of the remedy.
import { html, type TemplateResult } from 'lit-html'
import type { OverviewOutput } from '../../../client/own/mod.ts'
import { href } from '../address.ts'
import { ago, count, minuteOf } from '../kit/format.ts'
import { note, state } from '../kit/parts.ts'
import type { Role } from '../session.ts'

type OwnNeed = OverviewOutput['needs'][number]
/** A need of an account or the operator; the operator has further kinds, and the account concerned. */
export interface Need extends Omit<OwnNeed, 'kind'> {
  readonly kind: string
  readonly account?: string
}

const tones = { info: 'info', warning: 'warn', error: 'bad' } as const

export function needList(role: Role, needs: readonly Need[]): TemplateResult {
  if (needs.length === 0) return html`<p>${state('good', 'All good. No missing keys, no limits close.')}</p>`
  return html`<ul class="needs">
    ${needs.map((need) => html`<li>${note(tones[need.level], sentence(role, need))}</li>`)}
  </ul>`
}

function sentence(role: Role, need: Need): TemplateResult {
  const { kind, name = '', listing = '', at, account } = need
  const top = role === 'operator' ? '/operator' : ''
  const [used, limit] = [Number(need.used), Number(need.limit)]
  const when = at === undefined || at === null ? '' : ago(at)
  switch (kind) {
    case 'provider_key.missing':
      return html`${name} needs your provider key. <a href=${href('/provider-keys', { slug: listing })}>Add one</a>, or <a href=${href('/api', { slug: listing })}>switch to embedded answers</a>.`
    case 'key.expiring':
      return html`The key <a href=${href(`${top}/keys`, { search: need.key })}>${name}</a> expires ${when}. Rotate it, or set a later expiry.`
    case 'key.expired':
      return html`The key <a href=${href(`${top}/keys`, { search: need.key })}>${name}</a> has expired; calls with it are refused.`
    case 'limit.near':
      return html`${count(used)} of ${count(limit)} calls for this ${need.window ?? 'day'} have been used${need.surface === 'market' ? ' at the item market' : ''}. <a href=${href('/usage', { group: 'key' })}>Which key uses them</a>`
    case 'account.near_limit':
      return html`<a href=${href('/operator/account', { id: account })}>${name}</a> has used ${count(used)} of ${count(limit)} calls today.`
    case 'budget.near':
      return html`A budget is nearly used up: <a href=${href(`${top}/spending`)}>spending</a>.`
    case 'listing.down':
      return html`The provider of <a href=${href(`${top}/${role === 'operator' ? 'apis' : 'api'}`, { slug: listing })}>${listing}</a> fails; calls are refused${at ? ` until ${minuteOf(at)}` : ' for a while'}.`
    case 'vault.unfinished':
      return html`A rotation of the master key was interrupted. <a href=${href('/operator/system')}>Start it again</a>`
    case 'provider_keys.missing':
      return html`${count(Number(need.used))} APIs need a provider key of yours. <a href=${href('/provider-keys')}>Add keys</a>, or <a href=${href('/apis')}>choose embedded answers for all</a>.`
    case 'sample.served':
      return html`This production gateway answers from sample data where nothing was imported (GATEHOUSE_SAMPLE): ${need.note}.`
    case 'clock.problem':
      return html`The clocks of this machine and of the database differ. <a href=${href('/operator/system')}>System</a>`
    default:
      return html`${kind} ${name}${listing} ${when}`
  }
}
