// Serves the web console and the client it is built on. Both are TypeScript; a file's types are stripped on its first
// request, so there is no build step. Only files that existed at start are served.
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '../http/stored-page.ts'

const packages = fileURLToPath(new URL('../../../', import.meta.url))
const patterns = [
  'console/index.html',
  'console/docs.html',
  'console/style.css',
  'console/src/**/*.ts',
  'client/*.ts',
  'client/generated/*.ts',
]

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
}
/** Addresses of pages. */
const pages: Readonly<Record<string, string>> = {
  '/console': '/console/index.html',
  '/console/': '/console/index.html',
  '/docs': '/console/docs.html',
  '/docs/': '/console/docs.html',
}
/** The page runs only its own files and connects only to this gateway. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns a function that looks up a file of the console by its path. */
export function createConsole(): (path: string) => Page | undefined {
  const files = new Set(
    globSync(patterns, { cwd: packages })
      .filter((file) => !/\.(?:test|check)\.ts$/.test(file))
      .map((file) => `/${file.replaceAll('\\', '/')}`),
  )
  return (path) => {
    const file = pages[path] ?? path
    return files.has(file) ? pageOf(file) : undefined
  }
}

function pageOf(file: string): Page {
  const extension = file.slice(file.lastIndexOf('.') + 1)
  const source = readFileSync(join(packages, file), 'utf8')
  const body = extension === 'ts' ? stripTypeScriptTypes(source) : source
  // pages of other origins may load the client but not the console
  const cors: Record<string, string> = file.startsWith('/client/') ? { 'access-control-allow-origin': '*' } : {}
  return {
    status: 200,
    contentType: types[extension] ?? 'text/plain',
    body,
    headers: { 'content-security-policy': policy, ...cors },
  }
}
