import type { Actor } from '../base/audit-store.ts'

/**
 * For a contract's row in the log: whose file it came by, or whose it was while the contract fitted nobody (695). A line that the provider itself
 * sends is nobody's.
 */
export function broughtBy(
  { kind, file }: Actor,
  kept?: { brought_by: string | null; order_file: string | null },
): { broughtBy?: string; orderFile?: string } {
  if (file) return { broughtBy: file.broughtBy, orderFile: file.id }
  if (kind === 'api-key' || !kept?.brought_by) return {}
  const { brought_by: maker, order_file: orderFile } = kept
  return { broughtBy: maker, ...(orderFile ? { orderFile } : {}) }
}
