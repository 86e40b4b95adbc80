// `npm start`: installs the dependencies when they are missing or older than the lockfile, builds when sources have
// changed, and starts the gateway. Plain JavaScript, because it runs on whatever Node the machine has.
import { join } from 'node:path'
import { gatewayFlags, handOver } from '../packages/cli/launch.js'
import { prepare, root } from './prepare.js'

const node = prepare({ omitsDev: true })
handOver(node, [...gatewayFlags, join(root, 'dist/packages/gateway/src/main.js'), ...process.argv.slice(2)])
