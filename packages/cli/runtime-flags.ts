// The V8 flags that `npm start` sets, for everything else that starts the gateway.
import { readFileSync } from 'node:fs'

/** Read from the project's start script, so that they are written once. */
export function runtimeFlags(): string[] {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { scripts }: { scripts: { start: string } } = JSON.parse(manifest)
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}
