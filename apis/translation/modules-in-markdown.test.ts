// Statements of MDX in Markdown, and prose that looks like them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateMarkdown } from './provider/documents/formats/plain.ts'

const said = async (text: string) => {
  const got: string[] = []
  await translateMarkdown(Buffer.from(text), async (p) => {
    got.push(...p.map((x) => x.join('')))
    return p.map((x) => [...x])
  })
  return got
}
test('imports and exports stay, and sentences that begin like them are translated', async () => {
  for (const kept of [
    "import x from 'y'",
    'import x, { y } from "z"',
    "import * as x from 'y';",
    "import type { A } from './a'",
    'export { a } from "b"',
    "export * from 'a'",
    'export const metadata = { title: "Hello" }',
    'export let a: string = "b"',
    'export default Layout',
    'export default ({ children }) => <b>{children}</b>',
    'export class A extends B {',
    'export async function getProps() {',
    "import React, {\n  useState,\n} from 'react'",
    'export const a = {\n  b: "Hello there",\n}',
  ])
    assert.deepEqual(await said(`${kept}\n\nHello\n`), ['Hello'], kept)
  for (const prose of [
    'import your data from the old system',
    'import the file "a.csv" first',
    "Import x from 'y'",
    'export the house to PDF',
    'export const is a word of JavaScript',
    "Hello\nimport x from 'y'",
    'imports from "a"',
    'export function keys are on the right',
    'export default values of your account',
    "We say: import x from 'y'",
  ])
    assert.deepEqual((await said(`${prose}\n`)).join('\n'), prose)
})
