// The sign-in form for either kind of key, shown at the address that needs it, so that signing in leads there.
import { html, type TemplateResult } from 'lit-html'
import { go, pathOf } from './address.ts'
import { logo } from './kit/icons.ts'
import { announce, codeBlock } from './kit/parts.ts'
import { refusalOf } from './refusal.ts'
import { type Role, signIn } from './session.ts'

const texts = {
  account: {
    title: 'Sign in to your account',
    label: 'Gateway key',
    lead: 'With a gateway key of the account. It stays in this tab and is forgotten when the tab closes.',
    command: 'node -p "require(\'./data/first-run.json\').gatewayKey"',
    where: 'The first start printed one. It is also in the data folder:',
  },
  operator: {
    title: 'Sign in as the operator',
    label: 'Operator key',
    lead: 'The operator key is exchanged for a session of 30 minutes. The browser keeps the session in a cookie that no script can read, and does not keep the key.',
    command: 'cat data/admin.key',
    where: 'The key is GATEHOUSE_ADMIN_KEY, or in the data folder:',
  },
} as const

export function signInForm(role: Role, open: () => Promise<void>, reason = ''): TemplateResult {
  const { title, label, lead, command, where } = texts[role]
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) void submit(event.target, role, open)
  }
  return html`<div class="sign-in">
    <p class="sign-in-head">${logo}<strong>Gatehouse</strong></p>
    <p>One address and one key for many data APIs, on your own machine. In the console you see your calls and usage, manage keys, and try any API.</p>
    <h1 tabindex="-1">${title}</h1>
    ${reason === '' ? '' : html`<p class="note warn" role="status">${reason}</p>`}
    <p class="muted">${lead}</p>
    <form class="stack" @submit=${send}>
      <label class="field"><span>${label}</span>
        <input name="key" type="password" required autofocus autocomplete="off" spellcheck="false" aria-describedby="sign-in-problem" />
      </label>
      <p class="problem" id="sign-in-problem" role="alert"></p>
      <button class="primary">Sign in</button>
    </form>
    <p class="muted">${where}</p>
    ${codeBlock(command, 'command')}
  </div>`
}

async function submit(form: HTMLFormElement, role: Role, open: () => Promise<void>): Promise<void> {
  const input = form.querySelector('input')
  const problem = form.querySelector('.problem')
  if (!input || !problem) return
  problem.textContent = ''
  form.setAttribute('aria-busy', 'true')
  try {
    const signedInAs = await signIn(input.value.trim())
    input.value = ''
    announce('You are signed in.')
    // the key is of the other kind: its own pages are meant
    if (signedInAs !== role) go(pathOf(signedInAs, ''))
    else await open()
  } catch (error) {
    problem.textContent = refusalOf(error).message
    input.focus()
    input.select()
  }
  form.removeAttribute('aria-busy')
}
