// The flags of the runtime that `npm start` sets, for whatever else starts the gateway.
import { readFileSync } from 'node:fs'

/** Read from the project's own start script, so that there is one place that says them. */
export function runtimeFlags(): string[] {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { scripts }: { scripts: { start: string } } = JSON.parse(manifest)
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}
