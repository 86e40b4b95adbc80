// The operator's actions on channels and budgets.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { Models, modelRoutingOperator } from '../../../client/operator/mod.ts'
import { ask, choice, field, show, textIn } from '../kit/dialog.ts'
import { dollars, milliseconds } from '../kit/format.ts'
import { idOfName, nameField } from '../kit/name-field.ts'
import { announce, note } from '../kit/parts.ts'
import { suggestAccounts } from '../names.ts'
import { refusalOf } from '../refusal.ts'
import type { Stage } from '../view.ts'

type Operator = ReturnType<typeof modelRoutingOperator>
type Channel = Models.Channel
type Budget = Models.Budget

const kinds = [
  ['openai', 'OpenAI, or compatible'],
  ['anthropic', 'Anthropic'],
  ['gemini', 'Gemini'],
  ['ollama', 'Ollama'],
] as const
const periods = ['day', 'week', 'month', 'total'] as const
const shares = ['all', 'account', 'key'] as const

export function modelActions(operator: Operator, { reload }: Stage) {
  const after: After = async (isDone, sentence) => {
    if (!isDone) return
    announce(sentence)
    await reload()
  }
  return { ...channelActions(operator, after, reload), ...budgetActions(operator, after) }
}

/** Announces what a dialog has done, and reloads the page. */
type After = (isDone: boolean, sentence: string) => Promise<void>

function channelActions(operator: Operator, after: After, reload: Stage['reload']) {
  return {
    async makeChannel(): Promise<void> {
      const isDone = await ask({
        title: 'New channel',
        action: 'Create channel',
        content: html`${choice('kind', 'Vendor', { values: kinds })}${channelFields()}
          ${field('key', 'Vendor key', { type: 'password', hint: 'Sealed in the vault, and never shown.' })}`,
        submit: (form) => {
          const [base, key] = [textIn(form, 'base'), textIn(form, 'key')]
          return operator.createChannel({
            body: {
              ...channelIn(form),
              kind: textIn(form, 'kind'),
              ...(base === '' ? {} : { base }),
              ...(key === '' ? {} : { key }),
            },
          })
        },
      })
      await after(isDone, 'The channel has been created.')
    },
    async editChannel(channel: Channel): Promise<void> {
      const isDone = await ask({
        title: `Edit ${channel.name}`,
        action: 'Save',
        content: html`${channelFields(channel)}
          ${choice('enabled', 'State', {
            value: channel.enabled ? 'yes' : 'no',
            values: [
              ['yes', 'Enabled'],
              ['no', 'Disabled'],
            ],
          })}
          ${field('key', channel.key_stored ? 'New vendor key' : 'Vendor key', { type: 'password', hint: 'Leave it empty to keep the stored key.' })}`,
        submit: async (form) => {
          const [base, key] = [textIn(form, 'base'), textIn(form, 'key')]
          await operator.changeChannel({
            channel: channel.id,
            body: { ...channelIn(form), enabled: textIn(form, 'enabled') === 'yes', ...(base === '' ? {} : { base }) },
          })
          if (key !== '') await operator.storeChannelKey({ channel: channel.id, body: { key } })
        },
      })
      await after(isDone, `${channel.name} has been changed.`)
    },
    async removeChannel({ id, name }: Channel): Promise<void> {
      const isDone = await ask({
        title: `Remove ${name}?`,
        action: 'Remove channel',
        isDangerous: true,
        content: html`<p>Its key is forgotten, and no call goes there any more. What it cost stays in the totals.</p>`,
        submit: () => operator.removeChannel({ channel: id }),
      })
      await after(isDone, `${name} is removed.`)
    },
    async test({ id, name }: Channel): Promise<void> {
      announce(`Asking ${name} …`)
      try {
        const { ok, message, milliseconds: ms, models = [] } = await operator.testChannel({ channel: id })
        const list =
          models.length === 0
            ? nothing
            : html`<p class="muted">It lists ${models.length} models: ${models.slice(0, 20).join(', ')}</p>`
        await show(
          `Test of ${name}`,
          html`${note(ok ? 'good' : 'bad', `${message} (${milliseconds(ms)})`)}${list}`,
          'Close',
        )
      } catch (error) {
        await show(`Test of ${name}`, note('bad', refusalOf(error).message), 'Close')
      }
      await reload()
    },
  }
}

function budgetActions(operator: Operator, after: After) {
  return {
    async makeBudget(): Promise<void> {
      const isDone = await ask({
        title: 'New budget',
        action: 'Create budget',
        content: html`${amountField()}
          ${choice('period', 'In each', { value: 'month', values: periods.map((one) => [one, one === 'total' ? 'in total, without a period' : one] as const), hint: 'UTC; weeks begin on Monday.' })}
          ${choice('per', 'For', {
            values: [
              ['all', 'all together'],
              ['account', 'each account'],
              ['key', 'each key'],
            ],
          })}
          ${nameField('account', 'Only this account', { suggest: suggestAccounts, placeholder: 'every account' })}
          ${field('model', 'Only these models', { placeholder: 'every model', hint: 'A pattern in which * stands for any characters.' })}`,
        submit: async (form) => {
          const text = (name: string) => textIn(form, name) || null
          const account = await idOfName(textIn(form, 'account'), suggestAccounts)
          return operator.createBudget({
            body: {
              usd: textIn(form, 'usd'),
              period: periods.find((one) => one === textIn(form, 'period')) ?? 'month',
              per: shares.find((one) => one === textIn(form, 'per')) ?? 'all',
              account: account || null,
              model: text('model'),
            },
          })
        },
      })
      await after(isDone, 'The budget applies from now on.')
    },
    async changeBudget({ id, usd }: Budget): Promise<void> {
      const isDone = await ask({
        title: 'Change the budget',
        action: 'Save',
        content: amountField(usd),
        submit: (form) => operator.changeBudget({ budget: id, body: { usd: textIn(form, 'usd') } }),
      })
      await after(isDone, 'The budget has been changed.')
    },
    async removeBudget({ id, usd }: Budget): Promise<void> {
      const isDone = await ask({
        title: `Remove the budget of ${dollars(usd)}?`,
        action: 'Remove budget',
        isDangerous: true,
        content: html`<p>Its calls are no longer limited by it.</p>`,
        submit: () => operator.removeBudget({ budget: id }),
      })
      await after(isDone, 'The budget is removed.')
    },
  }
}

const amountField = (usd = '') =>
  field('usd', 'US dollars', { value: usd, isRequired: true, pattern: '\\d{1,7}(\\.\\d{1,12})?', placeholder: '25.00' })

function channelFields(channel?: Channel): TemplateResult {
  return html`${field('name', 'Name', { value: channel?.name ?? '', isRequired: true })}
    ${field('base', 'Address', { value: channel?.base ?? '', placeholder: 'the vendor’s own' })}
    ${field('models', 'Models', { value: channel?.models.join(', ') ?? '*', hint: 'Names separated by commas; * stands for any characters.' })}
    ${field('priority', 'Priority', { type: 'number', value: String(channel?.priority ?? 0), hint: 'Higher ones are tried first.' })}
    ${field('weight', 'Weight', { type: 'number', min: 0, value: String(channel?.weight ?? 1), hint: 'Share of the calls among channels of one priority.' })}`
}

function channelIn(form: FormData) {
  return {
    name: textIn(form, 'name'),
    models: textIn(form, 'models')
      .split(/[\s,]+/)
      .filter(Boolean),
    priority: Number(textIn(form, 'priority')),
    weight: Number(textIn(form, 'weight')),
  }
}
