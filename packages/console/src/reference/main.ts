// What the pages of the reference can do beyond being read: search, copy code, change the theme, mark in the contents
// what is being read. The gateway renders them whole, so that they are complete without this script.
import { html, render } from 'lit-html'
import { icon } from '../kit/icons.ts'
import { copyButton } from '../kit/parts.ts'
import { applyTheme, nextTheme, theme } from '../theme.ts'
import { followReading } from './contents.ts'
import { addSearch } from './search-field.ts'

applyTheme()
for (const place of document.querySelectorAll<HTMLElement>('#reference-theme')) drawTheme(place)
for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block)
const contents = document.querySelector<HTMLElement>('.contents')
if (contents) followReading(contents)
const [search, list] = [document.getElementById('reference-search'), document.getElementById('reference-list')]
if (search && list) addSearch(search, list)

function drawTheme(place: HTMLElement): void {
  const change = () => {
    nextTheme()
    drawTheme(place)
  }
  render(
    html`<button type="button" class="nav-link" @click=${change}>${icon('theme')}Theme: ${theme()}</button>`,
    place,
  )
}

function addCopyButton(block: HTMLElement): void {
  const pre = block.querySelector('pre')
  if (pre) render(copyButton(pre.textContent ?? '', pre.getAttribute('aria-label') ?? 'code'), block)
}
