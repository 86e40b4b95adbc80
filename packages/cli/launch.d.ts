// The types of launch.js.

export const nodeFlags: readonly string[]
export const gatewayFlags: readonly string[]
export function handOver(node: string, args: readonly string[]): void
