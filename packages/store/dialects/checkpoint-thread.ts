// Copies the log of a SQLite database into its file on request; started by checkpoints.ts.
import { parentPort } from 'node:worker_threads'
import Database from 'better-sqlite3'

let database: Database.Database | undefined
parentPort?.on('message', ({ task: file }: { task: string }) => {
  try {
    database ??= new Database(file)
    // waits for no connection and blocks none
    database.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // such as a full disk, which writers report; the log stays until the next attempt
  }
  parentPort?.postMessage({ result: true })
})
