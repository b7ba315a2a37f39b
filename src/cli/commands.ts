import type { Command } from './command.ts'
import { adminToken } from './commands/admin-token.ts'
import { apiKeyCreate } from './commands/api-key-create.ts'
import { apiKeyList } from './commands/api-key-list.ts'
import { apiKeyRevoke } from './commands/api-key-revoke.ts'
import { jobsList } from './commands/jobs-list.ts'
import { jobsRetry } from './commands/jobs-retry.ts'
import { tenantCreate } from './commands/tenant-create.ts'
import { tenantShow } from './commands/tenant-show.ts'

/** Every command, once, in the order of the help. */
export const commands: readonly Command[] = [
  tenantCreate,
  tenantShow,
  adminToken,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  jobsList,
  jobsRetry,
]
