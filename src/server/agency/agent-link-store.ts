import type { Tx } from '../db/connection.ts'

/** Links an agent of the directory to an agency user. */
export async function linkAgent(
  tx: Tx,
  tenant: string,
  agentId: string,
  userId: string,
): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ agency_user_id: userId })
    .where('tenant', '=', tenant)
    .where('agent_id', '=', agentId)
    .execute()
}
