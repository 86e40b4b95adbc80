// A driver that stops waiting for connections and statements when the database hangs (hang-watch.ts).
import type { DatabaseConnection, Driver } from 'kysely'
import type { HangWatch } from './hang-watch.ts'

export function watchedDriver(driver: Driver, watch: HangWatch): Driver {
  const watched = new WeakSet<DatabaseConnection>()

  /** Wraps the statements of a connection once; connections are reused. */
  function watchStatements(connection: DatabaseConnection): void {
    if (watched.has(connection)) return
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (query) => watch.waitFor(() => execute(query))
    watched.add(connection)
  }

  return {
    init: () => driver.init(),
    async acquireConnection() {
      let isLate = false
      const acquire = async () => {
        const connection = await driver.acquireConnection()
        if (isLate) await driver.releaseConnection(connection)
        return connection
      }
      try {
        const connection = await watch.waitFor(acquire)
        watchStatements(connection)
        return connection
      } catch (error) {
        isLate = true
        throw error
      }
    },
    releaseConnection: (connection) => driver.releaseConnection(connection),
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    async destroy() {
      watch.close()
      await driver.destroy()
    },
  }
}
