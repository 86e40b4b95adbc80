// The logo, and icons as strokes on a grid of 16 by 16. Each accompanies a word, so screen readers skip them.
import { html, svg, type TemplateResult } from 'lit-html'

const paths = {
  overview: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5h4.5v3H2.5z',
  calls: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  usage: 'M2.5 13.5v-4M6.2 13.5V6M9.8 13.5V8.5M13.5 13.5V2.5',
  keys: 'M9.7 9.1a3.3 3.3 0 1 0-2.8-2.8L2.5 10.7v2.8h2.8v-1.7H7v-1.7z',
  vault: 'M3 7.2h10v6.3H3zM5.2 7.2V5a2.8 2.8 0 0 1 5.6 0v2.2M8 9.7v1.5',
  apis: 'M8 1.8 13.8 5 8 8.2 2.2 5zM2.2 8 8 11.2 13.8 8M2.2 11 8 14.2 13.8 11',
  sandbox: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
  try: 'M4.5 2.8v10.4L13 8z',
  spending:
    'M8 1.8v12.4M11.2 4.6C10.6 3.6 9.4 3.3 8 3.3c-1.8 0-3 .9-3 2.2 0 3.2 6.3 1.7 6.3 5 0 1.4-1.3 2.3-3.3 2.3-1.6 0-2.9-.5-3.5-1.6',
  agents: 'M3 5.5h10v7.5H3zM8 5.5V2.5M6 8.8v1M10 8.8v1M1.5 8v3M14.5 8v3',
  webhooks: 'M8 2.5a4 4 0 0 1 4 4v3l1.5 2.5h-11L4 9.5v-3a4 4 0 0 1 4-4zM6.5 14h3',
  system: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  accounts: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM2.8 13.8c.4-2.4 2.5-3.8 5.2-3.8s4.8 1.4 5.2 3.8',
  plans: 'M2.5 4.5h11v7h-11zM2.5 7.5h11M5 9.7h2.5',
  prices: 'M2.5 2.5h5.3l5.7 5.7-5.3 5.3-5.7-5.7zM5.2 5.2h.01',
  models: 'M8 1.8l1.7 4.5 4.5 1.7-4.5 1.7L8 14.2l-1.7-4.5L1.8 8l4.5-1.7z',
  market: 'M2 2.5h1.8l1.6 7.8h6.8l1.5-5.6H4.3M6.2 13.3h.01M11.4 13.3h.01',
  audit: 'M4 1.8h6l2.5 2.5v9.9H4zM9.8 1.8v2.8h2.7M6 8h4.5M6 10.8h4.5',
  reference: 'M2.5 3c2-.6 4-.4 5.5.8 1.5-1.2 3.5-1.4 5.5-.8v10c-2-.6-4-.4-5.5.8-1.5-1.2-3.5-1.4-5.5-.8zM8 3.8v10',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.4 3.4',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1.5v-5.5z',
  record: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  good: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM5.4 8.2l1.8 1.8 3.5-3.8',
  bad: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM6 6l4 4M10 6l-4 4',
  warn: 'M8 2.2 14.3 13.3H1.7zM8 6.5v3M8 11.4h.01',
  off: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM5.5 8h5',
  info: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 7.5v3.5M8 5.2h.01',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.8 13.2h10.4',
  plus: 'M8 3v10M3 8h10',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  leave: 'M6.5 2.5h-4v11h4M10 4.8 13.2 8 10 11.2M13 8H6',
  theme: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M8 5h4.8M8 8h6M8 11h4.8',
  sun: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  back: 'M9.8 3.5 5.3 8l4.5 4.5',
  next: 'M6.2 3.5 10.7 8l-4.5 4.5',
  up: 'M4 9.5 8 5.5l4 4',
  down: 'M4 6.5l4 4 4-4',
  book: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12z',
} as const
export type IconName = keyof typeof paths

export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${svg`<path d=${paths[name]}></path>`}</svg>`
}

export const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"></rect><path d="M8 25V14a8 8 0 0 1 16 0v11M13 25v-9.5a3 3 0 0 1 6 0V25"></path></svg>`
