// One account: its plan and state, its keys, its provider keys, and its recent actions.
import { html } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { ask, choice, field, textIn } from '../kit/dialog.ts'
import { briefly, bytes, count, milliseconds, percent } from '../kit/format.ts'
import {
  announce,
  empty,
  facts,
  heading,
  identifier,
  linkButton,
  moment,
  note,
  section,
  state,
  tiles,
} from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { hostedTitles, remember } from '../names.ts'
import { keyActions } from '../pages/key-actions.ts'
import { keySourceOf } from '../pages/key-source.ts'
import { operatorClient } from '../source.ts'
import type { Stage, View } from '../view.ts'
import { type Account, accountState } from './accounts.ts'

const dayMs = 24 * 3_600_000

export const oneAccount: View = async (stage) => {
  const id = stage.query.get('id') ?? ''
  if (id === '')
    return () =>
      html`${heading('Account')}${empty('No account was chosen', html`Choose one from the <a href=${href('/operator/accounts')}>accounts</a>.`)}`
  const operator = await operatorClient()
  const [account, keys, { providerKeys }, { total }, { plans }, apis] = await Promise.all([
    operator.getAccount({ account: id }),
    operator.listKeys({ account: id, sort: 'newest', limit: 20 }),
    operator.listProviderKeys({ account: id }),
    operator.usage({ account: id, by: 'all', group: ['listing'], from: Date.now() - dayMs, to: Date.now(), limit: 1 }),
    operator.listPlans({ limit: 100 }),
    hostedTitles('operator'),
  ])
  remember([account])
  const planNames = plans.map(({ id: plan, perDay }) => [plan, `${plan}: ${count(perDay)} calls a day`] as const)
  const actions = keyActions(await keySourceOf('operator'), stage, { apis, sandboxes: [] })
  return () => html`
    ${heading(account.name, {
      lead: html`${accountState(account)} on plan ${account.plan}, created ${moment(account.createdAt)}`,
      actions: html`<button type="button" @click=${() => void edit(account, operator, { planNames, stage })}>Edit</button>
        ${account.enabled ? html`<button type="button" class="destructive" @click=${() => void enable(account, operator, stage)}>Disable</button>` : html`<button type="button" @click=${() => void enable(account, operator, stage)}>Enable</button>`}`,
    })}
    ${account.enabled ? '' : note('warn', 'This account is disabled: every call with its keys is refused.')}
    ${tiles([
      {
        label: 'Calls, 24 hours',
        value: briefly(total.calls),
        href: href('/operator/calls', { account: id, range: '24h' }),
      },
      {
        label: 'Failed',
        value: percent(total.failed, total.calls),
        note: `${count(total.failed)} calls`,
        href: href('/operator/calls', { account: id, range: '24h', failed: 'true' }),
      },
      {
        label: 'Time, p95',
        value: milliseconds(total.p95),
        note: `${bytes(total.bytesOut)} sent`,
        href: href('/operator/usage', { account: id, group: 'listing' }),
      },
    ])}
    ${section(
      'Identity',
      facts([
        ['Id', identifier(account.id)],
        ['Plan', account.plan],
        ['Created', moment(account.createdAt)],
      ]),
    )}
    ${section(
      'Keys',
      keys.keys.length === 0
        ? empty('No keys', 'Without one the account cannot call. Create one with “New key”.')
        : table({
            caption: 'Keys of the account',
            rows: keys.keys,
            key: (key) => key.id,
            columns: [
              {
                label: 'Name',
                cell: (key) =>
                  html`<a href=${href('/operator/keys', { account: id, search: key.id })} title=${key.id}>${key.name}</a>`,
              },
              {
                label: 'State',
                cell: ({ revokedAt, enabled }) =>
                  revokedAt !== null
                    ? state('off', 'Revoked')
                    : enabled
                      ? state('good', 'Active')
                      : state('warn', 'Disabled'),
              },
              { label: 'Last used', numeric: true, cell: ({ lastUsedAt }) => moment(lastUsedAt) },
            ],
          }),
      {
        actions: html`${linkButton(href('/operator/keys', { account: id }), 'All its keys')}<button type="button" @click=${() => void actions.make(id)}>New key</button>`,
      },
    )}
    ${section(
      'Provider keys',
      providerKeys.length === 0
        ? empty(
            'None stored',
            'Embedded providers answer, or providers that need no key.',
            `npx gatehouse provider-keys --help`,
          )
        : table({
            caption: 'Provider keys of the account',
            rows: providerKeys,
            key: ({ slug }) => slug,
            columns: [
              { label: 'API', cell: ({ title, slug }) => html`${title}<span class="sub">${slug}</span>` },
              {
                label: 'State',
                cell: ({ placeholder }) => (placeholder ? state('off', 'Placeholder') : state('good', 'Stored')),
              },
              {
                label: 'Last accepted',
                numeric: true,
                cell: ({ verifiedAt, placeholder }) => (placeholder ? '–' : moment(verifiedAt)),
              },
            ],
          }),
      { lead: 'Which APIs have a key, never the keys. The account stores them itself.' },
    )}
    ${section('Changes', linkButton(href('/operator/audit', { target: id }), 'Who changed this account'))}`
}

interface EditOptions {
  readonly planNames: readonly (readonly [string, string])[]
  readonly stage: Stage
}

async function edit(account: Account, operator: Admin, { planNames, stage }: EditOptions): Promise<void> {
  const isDone = await ask({
    title: `Edit ${account.name}`,
    action: 'Save',
    content: html`${field('name', 'Name', { value: account.name, isRequired: true })}
      ${choice('plan', 'Plan', { values: planNames, value: account.plan, hint: 'The new quota applies from the next call.' })}`,
    submit: (form) =>
      operator.updateAccount({ account: account.id, body: { name: textIn(form, 'name'), plan: textIn(form, 'plan') } }),
  })
  if (!isDone) return
  announce('The account has been changed.')
  await stage.reload()
}

async function enable(account: Account, operator: Admin, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: account.enabled ? `Disable ${account.name}?` : `Enable ${account.name}?`,
    action: account.enabled ? 'Disable account' : 'Enable account',
    isDangerous: account.enabled,
    content: html`<p>${account.enabled ? 'Every call with its keys is refused from that moment, until it is enabled again. Nothing is deleted.' : 'Its keys work again at once.'}</p>`,
    submit: () => operator.updateAccount({ account: account.id, body: { enabled: !account.enabled } }),
  })
  if (!isDone) return
  announce(`${account.name} is ${account.enabled ? 'disabled' : 'enabled'}.`)
  await reload()
}
