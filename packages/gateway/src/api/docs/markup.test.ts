// No text of a declaration becomes markup.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, prose, words } from './markup.ts'

test('values are escaped, in text and in attributes, and markup is not', () => {
  const hostile = `<a href="x" title='y'>&`
  const inner = html`<b title="${hostile}">${hostile}</b>`
  const escaped = '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;'
  assert.equal(html`<i>${inner}</i>`.text, `<i><b title="${escaped}">${escaped}</b></i>`)
})
test('nothing is printed for what is missing, and lists follow each other', () => {
  assert.equal(html`${undefined}${null}${false}${[1, ['a', html`<br>`]]}`.text, '1a<br>')
})
test('backticks mark code, and an empty line ends a paragraph', () => {
  assert.equal(html`${words('a `<b>` c')}`.text, 'a <code>&lt;b&gt;</code> c')
  assert.equal(html`${words('a ` b')}`.text, 'a ` b')
  assert.equal(html`${words('`a` b `c')}`.text, '<code>a</code> b `c')
  assert.equal(html`${prose('One.\nStill.\n\nTwo `x`.')}`.text, '<p>One.\nStill.</p><p>Two <code>x</code>.</p>')
})
