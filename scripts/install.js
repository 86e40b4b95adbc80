// Run before the other npm scripts: installs the dependencies when they are missing or older than the lockfile, and
// builds when sources have changed. Plain JavaScript, because it runs on whatever Node the machine has.
import { prepare } from './prepare.js'

prepare({ omitsDev: false })
