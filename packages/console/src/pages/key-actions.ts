// Actions on keys, each in a dialog; actions that stop calls ask first.
import { html, nothing, type TemplateResult } from 'lit-html'
import { ask, choice, field, show, textIn } from '../kit/dialog.ts'
import { idOfName, nameField } from '../kit/name-field.ts'
import { announce, type Content, codeBlock, note } from '../kit/parts.ts'
import { named, suggestAccounts } from '../names.ts'
import { Refusal } from '../refusal.ts'
import type { Stage } from '../view.ts'
import type { KeyChange, KeyRow, KeySource, NewKey } from './key-source.ts'

const day = 24 * 3_600_000

/** Slugs and titles of the APIs that a key may be restricted to. */
type Apis = readonly (readonly [string, string])[]
interface Offers {
  readonly apis: Apis
  /** Names of the sandboxes that a new key may belong to. */
  readonly sandboxes: readonly string[]
}

export function keyActions(source: KeySource, { reload }: Pick<Stage, 'reload'>, { apis, sandboxes }: Offers) {
  return {
    async make(given: string, sandbox = ''): Promise<void> {
      let made = ''
      const isDone = await ask({
        title: 'New key',
        action: 'Create key',
        content: html`${source.isOperator ? accountField(given) : nothing}
          ${field('name', 'Name', { isRequired: true, hint: 'A label, such as the app that will use this key.' })}
          ${choice('surface', 'Kind', {
            values: [
              ['hosted', 'Gateway key'],
              ['market', 'Market key'],
            ],
            hint: 'A market key is only for the item market.',
          })}
          ${sandboxes.length === 0 ? nothing : sandboxChoice(sandboxes, sandbox)}
          ${restrictions(apis)}`,
        submit: async (form) => {
          const account = await idOfName(textIn(form, 'account'), suggestAccounts)
          made = (await source.make(newKeyIn(form), account)).key
        },
      })
      if (!isDone) return
      await showOnce('Your new key', made)
      await reload()
    },

    async edit(key: KeyRow): Promise<void> {
      const isDone = await ask({
        title: `Edit ${key.name}`,
        action: 'Save',
        content: html`${field('name', 'Name', { value: key.name, isRequired: true })}
          ${choice('enabled', 'State', {
            value: key.enabled ? 'yes' : 'no',
            values: [
              ['yes', 'Enabled'],
              ['no', 'Disabled: calls are refused until it is enabled again'],
            ],
          })}
          ${restrictions(apis, key)}`,
        submit: (form) =>
          source.change(key.id, {
            name: textIn(form, 'name'),
            enabled: textIn(form, 'enabled') === 'yes',
            ...restrictionsIn(form, key),
          }),
      })
      if (!isDone) return
      announce(`${key.name} has been changed.`)
      await reload()
    },

    async rotate(key: KeyRow): Promise<void> {
      let made = ''
      const isDone = await ask({
        title: `Rotate ${key.name}`,
        action: 'Rotate',
        content: html`<p>The key gets a new secret under the same id, with the same restrictions and usage.</p>
          ${choice('grace', 'The current secret works for', {
            value: String(day),
            values: [
              ['0', 'no time: it stops at once'],
              [String(3_600_000), 'one more hour'],
              [String(day), 'one more day'],
              [String(7 * day), 'seven more days'],
            ],
          })}
          ${key.current ? note('warn', 'This tab is signed in with this key. Copy the new secret, and sign in with it.') : nothing}`,
        submit: async (form) => {
          made = (await source.rotate(key.id, Number(textIn(form, 'grace')))).key
        },
      })
      if (!isDone) return
      await showOnce(`New secret of ${key.name}`, made)
      await reload()
    },

    async revoke(key: KeyRow): Promise<void> {
      let remaining: readonly KeyRow[] = []
      const isDone = await ask({
        title: `Revoke ${key.name}?`,
        action: 'Revoke key',
        isDangerous: true,
        content: html`<p>Every call with it is refused from that moment, in every process. This cannot be undone; to stop it for a while, disable it instead.</p>
          ${choice('made', 'Keys that were created with it', {
            value: 'show',
            values: [
              ['show', 'keep working; show me which'],
              ['revoke', 'are revoked, too'],
            ],
            hint: 'Whoever has a key that leaked may have created others with it.',
          })}
          ${key.current ? note('warn', 'This tab is signed in with this key, and will be signed out.') : nothing}`,
        submit: async (form) => {
          remaining = (await source.revoke(key.id, textIn(form, 'made') === 'revoke')).remaining
        },
      })
      if (!isDone) return
      announce(`${key.name} has been revoked.`)
      if (remaining.length > 0) await revokeMade(source, key, remaining)
      await reload()
    },
  }
}

function newKeyIn(form: FormData): NewKey {
  const sandbox = textIn(form, 'sandbox')
  return {
    name: textIn(form, 'name'),
    surface: textIn(form, 'surface') === 'market' ? 'market' : 'hosted',
    ...(sandbox !== '' && { sandbox }),
    ...restrictionsIn(form),
  }
}

const sandboxChoice = (sandboxes: readonly string[], value: string) =>
  choice('sandbox', 'Sandbox', {
    value,
    values: [['', 'None'], ...sandboxes.map((one) => [one, one] as const)],
    hint: 'It answers all calls with the key, which cannot be changed later.',
  })

/** Names the account that gets the key, or asks for its name. */
function accountField(account: string): TemplateResult {
  if (account !== '') return html`<p>For ${named(account)}.</p><input type="hidden" name="account" value=${account} />`
  return nameField('account', 'Account', {
    suggest: suggestAccounts,
    isRequired: true,
    placeholder: 'Name',
    hint: 'The account that gets the key; its own page has “New key”, too.',
  })
}

/** Shows the keys created with a revoked key, and revokes them on request. */
async function revokeMade(source: KeySource, key: KeyRow, made: readonly KeyRow[]): Promise<void> {
  const isDone = await ask({
    title: `Revoke what was created with ${key.name}?`,
    action: `Revoke ${made.length === 1 ? 'this key' : `these ${made.length} keys`}`,
    isDangerous: true,
    content: html`<p>These keys were created with it, or with keys that it created, and still work:</p>
      <ul>${made.map(({ id, name }) => html`<li>${name} <code>${id}</code></li>`)}</ul>`,
    submit: () => source.revoke(key.id, true),
  })
  if (isDone) announce(`${made.length === 1 ? 'One key' : `${made.length} keys`} created with ${key.name} revoked.`)
}

/** Shows the secret in this dialog only; it is gone when the dialog closes. */
function showOnce(title: string, key: string): Promise<void> {
  return show(
    title,
    html`<p>Copy it now: it is shown only this once, and nobody can read it again.</p>${codeBlock(key, 'key')}`,
    'I have copied it',
  )
}

/** Renders the optional fields of a key, folded unless some are set. */
function restrictions(apis: Apis, key?: KeyRow): TemplateResult {
  const isSet = key !== undefined && [key.scopes, key.addresses, key.limits, key.expiresAt].some((one) => one !== null)
  return html`<details class="more-fields" ?open=${isSet}><summary>Restrict it: agents, APIs, limits, addresses, expiry</summary>
    <div class="stack">
      ${choice('agent', 'Agents may use it to', {
        value: key?.agent ?? 'read',
        values: [
          ['read', 'read'],
          ['write', 'read and write'],
          ['off', 'do nothing'],
        ],
      })}
      ${scopeFields(apis, key)}
      ${field('perMinute', 'Calls per minute', { type: 'number', min: 0, value: String(key?.limits?.perMinute ?? ''), placeholder: 'as many as the plan' })}
      ${field('perDay', 'Calls per day', { type: 'number', min: 0, value: String(key?.limits?.perDay ?? ''), placeholder: 'as many as the plan' })}
      ${field('usdPerDay', 'US dollars per day', { value: key?.limits?.usdPerDay ?? '', placeholder: 'as much as the budgets', hint: 'What calls may cost, such as 2.50: of models, and of others with a price.' })}
      ${field('addresses', 'Only from these addresses', { value: key?.addresses?.join(', ') ?? '', placeholder: 'any address', hint: 'IP addresses or CIDR blocks, with commas between them.' })}
      ${field('expires', 'Expires', { type: 'datetime-local', value: localTime(key?.expiresAt ?? null), hint: 'In your time zone; empty means never.' })}
    </div>
  </details>`
}

/** Renders the choice between every API and a selection. */
function scopeFields(apis: Apis, key?: KeyRow): Content {
  const isFine = key?.scopes?.some(({ methods, path }) => methods !== undefined || path !== undefined) ?? false
  if (isFine) return note('info', 'Its scopes name methods or paths; change them with the command line.')
  const chosen = new Set(key?.scopes?.map(({ slug }) => slug))
  const offered = [['me', 'The account itself (console, keys, usage)'] as const, ...apis]
  const others = [...chosen]
    .filter((slug) => !offered.some(([one]) => one === slug))
    .map((slug) => [slug, slug] as const)
  const all = [...offered, ...others].toSorted(([one], [other]) => Number(chosen.has(other)) - Number(chosen.has(one)))
  return html`<div class="stack reach">
    ${choice('reach', 'Access', {
      value: key?.scopes ? 'some' : 'all',
      values: [
        ['all', 'Every API'],
        ['some', 'Only these'],
      ],
    })}
    <fieldset class="picks">
      <legend class="reader">APIs that it may call</legend>
      ${all.map(([slug, title]) => html`<label class="check"><input type="checkbox" name="scopes" value=${slug} ?checked=${chosen.has(slug)} />${title}</label>`)}
    </fieldset>
  </div>`
}

type Restrictions = Pick<KeyChange, 'agent' | 'scopes' | 'limits' | 'addresses' | 'expiresAt'>

/**
 * Returns the restrictions that the form changes, compared with the key or with a key without restrictions. The rest is
 * left out: a new key then inherits the restrictions of its creator, and no unchanged field can be refused.
 */
function restrictionsIn(form: FormData, key?: KeyRow): Restrictions {
  const agent = textIn(form, 'agent')
  const wanted = {
    agent: agent === 'write' || agent === 'off' ? agent : 'read',
    scopes: scopesIn(form),
    limits: limitsIn(form),
    addresses: list(form, 'addresses'),
    expiresAt: expiryIn(form, key?.expiresAt ?? null),
  } as const
  const present: Restrictions = key ?? { agent: 'read', scopes: null, limits: null, addresses: null, expiresAt: null }
  const isSame = (name: keyof Restrictions) => JSON.stringify(wanted[name]) === JSON.stringify(present[name])
  return {
    ...(isSame('agent') ? {} : { agent: wanted.agent }),
    ...(isSame('scopes') || !form.has('reach') ? {} : { scopes: wanted.scopes }),
    ...(isSame('limits') ? {} : { limits: wanted.limits }),
    ...(isSame('addresses') ? {} : { addresses: wanted.addresses }),
    ...(isSame('expiresAt') ? {} : { expiresAt: wanted.expiresAt }),
  }
}

/** Returns the chosen APIs, or null for every API. Choosing none is refused: it could be read either way. */
function scopesIn(form: FormData): KeyRow['scopes'] {
  if (textIn(form, 'reach') !== 'some') return null
  const slugs = form.getAll('scopes').map(String)
  if (slugs.length === 0)
    throw new Refusal('Choose the APIs that the key may call, or “Every API”.', { status: 0, code: 'input.invalid' })
  return slugs.map((slug) => ({ slug }))
}

function limitsIn(form: FormData): KeyRow['limits'] {
  const limit = (name: string) => (textIn(form, name) === '' ? null : Number(textIn(form, name)))
  const usdPerDay = textIn(form, 'usdPerDay') || null
  const limits = { perMinute: limit('perMinute'), perDay: limit('perDay'), usdPerDay }
  return Object.values(limits).every((one) => one === null) ? null : limits
}

/** Reads the expiry. The field has only minutes, so an unchanged time stays exact. */
function expiryIn(form: FormData, present: number | null): number | null {
  const text = textIn(form, 'expires')
  if (text === localTime(present)) return present
  const at = new Date(text).getTime()
  if (text !== '' && at <= Date.now())
    throw new Refusal('The time at which it expires is in the past.', { status: 0, code: 'input.invalid' })
  return text === '' ? null : at
}

function list(form: FormData, name: string): string[] | null {
  const parts = textIn(form, name)
    .split(/[\s,]+/)
    .filter(Boolean)
  return parts.length === 0 ? null : parts
}

/** Formats a time for `datetime-local`: local time without a zone. */
function localTime(at: number | null): string {
  if (at === null) return ''
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
