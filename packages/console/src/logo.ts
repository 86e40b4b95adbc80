// The logo.
import { html } from 'lit-html'

export const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"></rect><path d="M8 25V14a8 8 0 0 1 16 0v11M13 25v-9.5a3 3 0 0 1 6 0V25"></path></svg>`
