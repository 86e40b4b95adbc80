// Copies the log of a SQLite database into its file whenever it is asked to; started by checkpoints.ts. Plain
// JavaScript, because stripping the types of one file costs 17 MB for the life of the thread.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const database = new Database(String(workerData.file))
parentPort?.on('message', () => {
  try {
    // waits for nobody and keeps nobody waiting
    database.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // such as a full disk, which the writers report; the log stays, and is copied another time
  }
  parentPort?.postMessage('done')
})
