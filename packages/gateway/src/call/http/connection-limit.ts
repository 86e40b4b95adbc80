// Limits the connections of callers by the process's limit of open files, so that descriptors are left for databases,
// files, threads and connections to providers.
import type { Server } from 'node:http'
import type { Log } from '../../process/log.ts'

export interface ConnectionLimit {
  /** Counts the connections of the server, and closes those beyond the limit as soon as they are accepted. */
  apply(server: Server): void
}

/** The most connections a process can serve, however many files it can open. */
const mostConnections = 50_000
/** Reserved descriptors: the databases, threads and files of a gateway whose APIs are all in use hold some 130. */
const reservedFiles = 160
const reportMs = 60_000

/** Creates one limit for all servers of the process. */
export function createConnectionLimit(log: Pick<Log, 'warn'>, openFiles = openFilesLimit()): ConnectionLimit {
  const limit = connectionsFor(openFiles)
  let open = 0
  let reportedMs = Number.NEGATIVE_INFINITY
  return {
    apply(server) {
      server.on('connection', (socket) => {
        open++
        socket.once('close', () => open--)
        if (open <= limit) return
        socket.destroy()
        if (performance.now() - reportedMs < reportMs) return
        reportedMs = performance.now()
        log.warn('connections of callers are refused: raise the limit of open files', { limit, openFiles })
      })
    },
  }
}

/**
 * Returns two thirds of the descriptors left after the reserve; the rest is for connections to providers. For a very
 * low limit, returns a quarter.
 */
function connectionsFor(openFiles: number): number {
  const shared = Math.max((openFiles - reservedFiles) * (2 / 3), openFiles / 4)
  return Math.floor(Math.min(mostConnections, shared))
}

/** Returns the soft limit of this process, which Node raises to the hard limit when it starts. */
function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as ReportedLimits // documented for the report, but not typed
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** The limits in a process report: `unlimited` is a word, and Windows reports none. */
interface ReportedLimits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } }
}
