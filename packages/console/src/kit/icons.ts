// The logo, and icons as strokes on a grid of 16 by 16. Each accompanies a word, so screen readers skip them.
import { html, svg, type TemplateResult } from 'lit-html'

const paths = {
  overview: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5h4.5v3H2.5z',
  calls: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  usage: 'M2.5 13.5v-4M6.2 13.5V6M9.8 13.5V8.500M13.5 13.500V2.5',
  keys: 'M9.7 9.100a3.3 3.3 0 1 0-2.8-2.800L2.5 10.700v2.800h2.800v-1.700H7v-1.700z',
  vault: 'M3 7.200h10v6.300H3zM5.2 7.200V5a2.8 2.8 0 0 1 5.6 0v2.200M8 9.700v1.5',
  apis: 'M8 1.8 13.8 5 8 8.2 2.2 5zM2.2 8 8 11.2 13.8 8M2.2 11 8 14.2 13.8 11',
  sandbox: 'M2.5 5 8 2l5.500 3v6L8 14l-5.500-3zM2.5 5 8 8l5.500-3M8 8v6',
  try: 'M4.5 2.800v10.400L13 8z',
  spending:
    'M8 1.800v12.400M11.2 4.600C10.6 3.6 9.4 3.3 8 3.300c-1.8 0-3 .9-3 2.2 0 3.2 6.3 1.7 6.3 5 0 1.4-1.3 2.3-3.3 2.3-1.6 0-2.9-.5-3.5-1.6',
  agents: 'M3 5.500h10v7.500H3zM8 5.500V2.500M6 8.800v1M10 8.800v1M1.5 8v3M14.5 8v3',
  system: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  accounts: 'M8 8a2.7 2.7 0 1 0 0-5.400A2.7 2.7 0 0 0 8 8zM2.8 13.800c.4-2.4 2.5-3.8 5.2-3.800s4.8 1.4 5.2 3.8',
  plans: 'M2.5 4.500h11v7h-11zM2.5 7.500h11M5 9.700h2.5',
  models: 'M8 1.800l1.7 4.5 4.5 1.7-4.5 1.700L8 14.200l-1.7-4.500L1.8 8l4.5-1.700z',
  market: 'M2 2.500h1.800l1.6 7.800h6.800l1.5-5.600H4.300M6.2 13.300h.01M11.4 13.300h.01',
  audit: 'M4 1.800h6l2.5 2.500v9.900H4zM9.8 1.800v2.800h2.700M6 8h4.500M6 10.800h4.5',
  reference: 'M2.5 3c2-.6 4-.4 5.5.8 1.5-1.2 3.5-1.4 5.5-.8v10c-2-.6-4-.4-5.5.8-1.5-1.2-3.5-1.4-5.5-.8zM8 3.800v10',
  search: 'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.300l3.4 3.4',
  filter: 'M2.5 3.500h11L9.500 8.500v4l-3 1.500v-5.500z',
  good: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM5.4 8.200l1.8 1.8 3.5-3.8',
  bad: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM6 6l4 4M10 6l-4 4',
  warn: 'M8 2.2 14.3 13.300H1.700zM8 6.500v3M8 11.400h.01',
  off: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM5.5 8h5',
  info: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 7.500v3.500M8 5.200h.01',
  copy: 'M5.5 5.500h8v8h-8zM10.5 5.500v-3h-8v8h3',
  download: 'M8 2.500v7.500M4.8 7 8 10.2 11.2 7M2.8 13.200h10.4',
  plus: 'M8 3v10M3 8h10',
  menu: 'M2.5 4.500h11M2.5 8h11M2.5 11.500h11',
  close: 'M4 4l8 8M12 4l-8 8',
  leave: 'M6.5 2.500h-4v11h4M10 4.8 13.2 8 10 11.200M13 8H6',
  theme: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M8 5h4.800M8 8h6M8 11h4.8',
  sun: 'M8 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M3.400 12.600l1-1M11.600 4.400l1-1',
  moon: 'M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z',
  back: 'M9.8 3.5 5.3 8l4.5 4.5',
  next: 'M6.2 3.5 10.7 8l-4.5 4.5',
  up: 'M4 9.5 8 5.500l4 4',
  down: 'M4 6.500l4 4 4-4',
  book: 'M3 2.500h8.500a1.5 1.5 0 0 1 1.5 1.500v9.500H4.500A1.5 1.5 0 0 1 3 12z',
} as const
export type IconName = keyof typeof paths

export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${svg`<path d=${paths[name]}></path>`}</svg>`
}

export const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"></rect><path d="M8 25V14a8 8 0 0 1 16 0v11M13 25v-9.5a3 3 0 0 1 6 0V25"></path></svg>`
