// Accounts: a list with plan and state, and the creation of new ones.
import { html, type TemplateResult } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { go, href } from '../address.ts'
import { ask, choice, field, textIn } from '../kit/dialog.ts'
import { csvButton } from '../kit/export.ts'
import { filters } from '../kit/filters.ts'
import { icon } from '../kit/icons.ts'
import { type Content, empty, heading, moment, state, tag } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { initials } from '../names.ts'
import { operatorClient } from '../source.ts'
import type { View } from '../view.ts'

export type Account = Awaited<ReturnType<Admin['getAccount']>>
const rowsPerPage = 50

export const accounts: View = async ({ query }) => {
  const operator = await operatorClient()
  const enabled = query.get('enabled')
  const input = {
    search: query.get('search'),
    plan: query.get('plan'),
    enabled: enabled === null ? null : enabled === 'true',
  }
  const [page, { plans }] = await Promise.all([
    operator.listAccounts({ ...input, limit: rowsPerPage, after: query.get('after') }),
    operator.listPlans({ limit: 100 }),
  ])
  const planNames = plans.map(({ id }) => [id, id] as const)
  return () => html`
    ${heading('Accounts', {
      lead: 'Each account has keys, provider keys, data and usage of its own.',
      actions: html`${csv(operator, input)}<button type="button" class="primary" @click=${() => void make(operator, planNames)}>${icon('plus')}New account</button>`,
    })}
    ${filters(
      [
        { name: 'search', label: 'Name or id begins with' },
        { name: 'plan', label: 'Plan', values: planNames },
        {
          name: 'enabled',
          label: 'State',
          values: [
            ['true', 'Enabled'],
            ['false', 'Disabled'],
          ],
        },
      ],
      query,
    )}
    ${
      page.accounts.length === 0
        ? empty(
            'No account matches',
            'Clear the filter, or create an account:',
            'npx gatehouse accounts create "Weather desk"',
          )
        : table({
            caption: 'Accounts',
            rows: page.accounts,
            key: ({ id }) => id,
            columns: [
              {
                label: 'Account',
                cell: (account) =>
                  html`${initials(account.name)}<a href=${href('/operator/account', { id: account.id })} title=${account.id}>${account.name}</a>${account.isDemo ? html` ${tag('demo')}` : ''}`,
              },
              { label: 'State', cell: accountState },
              { label: 'Plan', cell: ({ plan }) => html`<a href=${href('/operator/plans')}>${plan}</a>` },
              {
                label: 'Keys',
                wide: true,
                cell: ({ id }) => html`<a href=${href('/operator/keys', { account: id })}>Show</a>`,
              },
              {
                label: 'Calls',
                wide: true,
                cell: ({ id }) => html`<a href=${href('/operator/calls', { account: id, range: '7d' })}>Show</a>`,
              },
              { label: 'Created', numeric: true, cell: ({ createdAt }) => moment(createdAt) },
            ],
          })
    }
    ${pager(query, page.next)}`
}

export function accountState({ enabled }: Pick<Account, 'enabled'>): Content {
  return enabled ? state('good', 'Enabled') : state('warn', 'Disabled', 'Its keys are refused')
}

const answerers = [
  ['', 'This gateway’s default'],
  ['live', 'Live: the real providers'],
  ['embedded', 'Embedded: the gateway itself, offline'],
] as const

async function make(operator: Admin, plans: readonly (readonly [string, string])[]): Promise<void> {
  let id = ''
  const isDone = await ask({
    title: 'New account',
    action: 'Create account',
    content: html`${field('name', 'Name', { isRequired: true })} ${choice('plan', 'Plan', { values: plans, value: plans[0]?.[0] })}
      ${choice('provider', 'Calls are answered by', { values: answerers, value: '' })}`,
    submit: async (form) => {
      const provider = textIn(form, 'provider')
      const body = { name: textIn(form, 'name'), plan: textIn(form, 'plan') }
      const made =
        provider === 'live' || provider === 'embedded'
          ? await operator.createAccount({ body: { ...body, provider } })
          : await operator.createAccount({ body })
      id = made.id
    },
  })
  if (isDone) go(href('/operator/account', { id }))
}

function csv(operator: Admin, input: object): TemplateResult {
  return csvButton<Account>({
    name: 'accounts',
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      plan: ({ plan }) => plan,
      enabled: ({ enabled }) => enabled,
      created: ({ createdAt }) => new Date(createdAt).toISOString(),
    },
    page: async (after) => {
      const { accounts: rows, next } = await operator.listAccounts({
        ...input,
        limit: 100,
        ...(after === undefined ? {} : { after }),
      })
      return { rows, next }
    },
  })
}
