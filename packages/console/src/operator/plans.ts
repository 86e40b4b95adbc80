// Plans: the call limits of the accounts on each.
import { html } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { ask, field, textIn } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { icon } from '../kit/icons.ts'
import { announce, empty, heading, moment } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { operatorClient } from '../source.ts'
import type { Stage, View } from '../view.ts'

interface Plan {
  readonly id: string
  readonly perMinute: number
  readonly perDay: number
}

export const plans: View = async (stage) => {
  const operator = await operatorClient()
  const page = await operator.listPlans({ limit: 50, after: stage.query.get('after') })
  return () => html`
    ${heading('Plans', {
      lead: 'A plan limits the calls of every account on it, per minute and per UTC day.',
      actions: html`<button type="button" class="primary" @click=${() => void put(operator, stage)}>${icon('plus')}New plan</button>`,
    })}
    ${
      page.plans.length === 0
        ? empty('No plans', 'Create one before the first account.', 'npx gatehouse plans --help')
        : table({
            caption: 'Plans',
            rows: page.plans,
            key: ({ id }) => id,
            columns: [
              { label: 'Plan', cell: ({ id }) => id },
              { label: 'Calls per minute', numeric: true, cell: ({ perMinute }) => count(perMinute) },
              { label: 'Calls per day', numeric: true, cell: ({ perDay }) => count(perDay) },
              {
                label: 'Accounts',
                cell: ({ id }) => html`<a href=${href('/operator/accounts', { plan: id })}>Show</a>`,
              },
              { label: 'Created', wide: true, cell: ({ createdAt }) => moment(createdAt) },
              {
                label: 'Actions',
                hidesLabel: true,
                numeric: true,
                cell: (plan) =>
                  html`<button type="button" class="small" aria-label=${`Edit plan ${plan.id}`} @click=${() => void put(operator, stage, plan)}>Edit</button>`,
              },
            ],
          })
    }
    ${pager(stage.query, page.next)}`
}

async function put(operator: Admin, { reload }: Stage, plan?: Plan): Promise<void> {
  const isDone = await ask({
    title: plan === undefined ? 'New plan' : `Edit plan ${plan.id}`,
    action: 'Save plan',
    content: html`
      ${plan === undefined ? field('id', 'Id', { isRequired: true, pattern: '[a-z][a-z0-9-]{0,39}', hint: 'Lower-case words with hyphens, such as “team-large”.' }) : html`<p class="muted">The new quotas apply to every account on the plan, from the next call.</p>`}
      ${field('perMinute', 'Calls per minute', { type: 'number', min: 0, isRequired: true, value: String(plan?.perMinute ?? 600) })}
      ${field('perDay', 'Calls per day', { type: 'number', min: 0, isRequired: true, value: String(plan?.perDay ?? 50_000) })}`,
    submit: (form) =>
      operator.putPlan({
        plan: plan?.id ?? textIn(form, 'id'),
        body: { perMinute: Number(textIn(form, 'perMinute')), perDay: Number(textIn(form, 'perDay')) },
      }),
  })
  if (!isDone) return
  announce('The plan is saved.')
  await reload()
}
