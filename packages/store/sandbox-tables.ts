// The tables of sandboxes. Times are integer milliseconds since the epoch, booleans are 0 or 1, JSON is text.

/** sandboxes.ts; `home` is the data folder that holds its files, `clock` is JSON. */
export interface SandboxesTable {
  id: string
  account_id: string
  name: string
  home: string
  seed: string
  begins_at: number | null
  generation: number
  openings: number
  clock: string
  has_faults: 0 | 1
  created_at: number
  used_at: number
}

/** sandboxes.ts; `generation` is the folder of its files. */
export interface SandboxSnapshotsTable {
  sandbox_id: string
  name: string
  generation: number
  openings: number
  clock: string
  created_at: number
}

/** sandbox-faults.ts; `rule` is JSON. */
interface SandboxFaultsTable {
  sandbox_id: string
  position: number
  rule: string
  matched: number
  applied: number
}

/** sandbox-requests.ts; `entry` is JSON. */
interface SandboxRequestsTable {
  sandbox_id: string
  number: number
  entry: string
  bytes: number
}

/** sandbox-scripts.ts; `scripts` is JSON. */
interface SandboxScriptsTable {
  sandbox_id: string
  scripts: string
}

/** sandbox-scripts.ts */
interface SandboxScriptRulesTable {
  sandbox_id: string
  position: number
  matched: number
}

export interface SandboxTables {
  sandboxes: SandboxesTable
  sandbox_snapshots: SandboxSnapshotsTable
  sandbox_faults: SandboxFaultsTable
  sandbox_requests: SandboxRequestsTable
  sandbox_scripts: SandboxScriptsTable
  sandbox_script_rules: SandboxScriptRulesTable
}
