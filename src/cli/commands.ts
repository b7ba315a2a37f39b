import type { Command } from './command.ts'
import { accountsBlock } from './commands/accounts-block.ts'
import { accountsUnblock } from './commands/accounts-unblock.ts'
import { adminToken } from './commands/admin-token.ts'
import { agenciesActivate } from './commands/agencies-activate.ts'
import { agenciesDeactivate } from './commands/agencies-deactivate.ts'
import { agenciesImport } from './commands/agencies-import.ts'
import { agenciesList } from './commands/agencies-list.ts'
import { agentsImport } from './commands/agents-import.ts'
import { apiKeyCreate } from './commands/api-key-create.ts'
import { apiKeyList } from './commands/api-key-list.ts'
import { apiKeyRevoke } from './commands/api-key-revoke.ts'
import { auditVerify } from './commands/audit-verify.ts'
import { catalogueExport } from './commands/catalogue-export.ts'
import { catalogueImport } from './commands/catalogue-import.ts'
import { catalogueRefresh } from './commands/catalogue-refresh.ts'
import { catalogueStatus } from './commands/catalogue-status.ts'
import { claimsList } from './commands/claims-list.ts'
import { clawbacksDecide } from './commands/clawbacks-decide.ts'
import { clawbacksRemind } from './commands/clawbacks-remind.ts'
import { clawbacksRepay } from './commands/clawbacks-repay.ts'
import { clawbacksSetOff } from './commands/clawbacks-set-off.ts'
import { clawbacksTakeBack } from './commands/clawbacks-take-back.ts'
import { clawbacksWriteOff } from './commands/clawbacks-write-off.ts'
import { consentsProve } from './commands/consents-prove.ts'
import { contentConnect } from './commands/content-connect.ts'
import { contentExport } from './commands/content-export.ts'
import { contentImport } from './commands/content-import.ts'
import { databaseDistribute } from './commands/database-distribute.ts'
import { goodwillGrant } from './commands/goodwill-grant.ts'
import { invoicesCreate } from './commands/invoices-create.ts'
import { invoicesFile } from './commands/invoices-file.ts'
import { invoicesList } from './commands/invoices-list.ts'
import { invoicesPaid } from './commands/invoices-paid.ts'
import { jobsList } from './commands/jobs-list.ts'
import { jobsRetry } from './commands/jobs-retry.ts'
import { booksCheck } from './commands/books-check.ts'
import { booksExport } from './commands/books-export.ts'
import { objectionsClose } from './commands/objections-close.ts'
import { objectionsList } from './commands/objections-list.ts'
import { outboundList } from './commands/outbound-list.ts'
import { passkeysRemove } from './commands/passkeys-remove.ts'
import { sessionsEnd } from './commands/sessions-end.ts'
import { operatorsEnd } from './commands/operators-end.ts'
import { operatorsInvite } from './commands/operators-invite.ts'
import { operatorsList } from './commands/operators-list.ts'
import { ordersCancel } from './commands/orders-cancel.ts'
import { ordersImport } from './commands/orders-import.ts'
import { ordersRelease } from './commands/orders-release.ts'
import { payoutApply } from './commands/payout-apply.ts'
import { payoutCancel } from './commands/payout-cancel.ts'
import { payoutConfirm } from './commands/payout-confirm.ts'
import { keysLeaked } from './commands/keys-leaked.ts'
import { keysRotate } from './commands/keys-rotate.ts'
import { payoutApprove } from './commands/payout-approve.ts'
import { payoutPropose } from './commands/payout-propose.ts'
import { payoutShow } from './commands/payout-show.ts'
import { payoutStop } from './commands/payout-stop.ts'
import { payoutDecide } from './commands/payout-decide.ts'
import { payoutFile } from './commands/payout-file.ts'
import { payoutHeld } from './commands/payout-held.ts'
import { payoutList } from './commands/payout-list.ts'
import { peopleErase } from './commands/people-erase.ts'
import { peopleExport } from './commands/people-export.ts'
import { picturesImport } from './commands/pictures-import.ts'
import { referralsCancel } from './commands/referrals-cancel.ts'
import { reportsRebuild } from './commands/reports-rebuild.ts'
import { reviewsDecide } from './commands/reviews-decide.ts'
import { reviewsList } from './commands/reviews-list.ts'
import { rewardsExtend } from './commands/rewards-extend.ts'
import { rewardsHold } from './commands/rewards-hold.ts'
import { salesPartnersActivate } from './commands/sales-partners-activate.ts'
import { salesPartnersDeactivate } from './commands/sales-partners-deactivate.ts'
import { salesPartnersList } from './commands/sales-partners-list.ts'
import { salesPartnersPlan } from './commands/sales-partners-plan.ts'
import { secretSet } from './commands/secret-set.ts'
import { statsFunnel } from './commands/stats-funnel.ts'
import { tenantCreate } from './commands/tenant-create.ts'
import { tenantDelete } from './commands/tenant-delete.ts'
import { tenantShow } from './commands/tenant-show.ts'
import { vouchersImport } from './commands/vouchers-import.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  tenantCreate,
  tenantDelete,
  tenantShow,
  secretSet,
  referralsCancel,
  consentsProve,
  ordersImport,
  ordersRelease,
  ordersCancel,
  payoutPropose,
  payoutShow,
  payoutApprove,
  payoutStop,
  payoutFile,
  payoutApply,
  payoutConfirm,
  payoutCancel,
  payoutHeld,
  payoutDecide,
  payoutList,
  booksCheck,
  booksExport,
  auditVerify,
  invoicesCreate,
  invoicesList,
  invoicesFile,
  invoicesPaid,
  vouchersImport,
  agentsImport,
  contentImport,
  contentExport,
  contentConnect,
  picturesImport,
  catalogueImport,
  catalogueExport,
  catalogueRefresh,
  catalogueStatus,
  agenciesList,
  agenciesActivate,
  agenciesDeactivate,
  agenciesImport,
  reportsRebuild,
  salesPartnersList,
  salesPartnersActivate,
  salesPartnersDeactivate,
  salesPartnersPlan,
  reviewsList,
  reviewsDecide,
  objectionsList,
  objectionsClose,
  claimsList,
  clawbacksRemind,
  clawbacksSetOff,
  clawbacksWriteOff,
  clawbacksDecide,
  clawbacksRepay,
  clawbacksTakeBack,
  rewardsHold,
  rewardsExtend,
  goodwillGrant,
  accountsBlock,
  accountsUnblock,
  peopleExport,
  peopleErase,
  adminToken,
  operatorsInvite,
  operatorsList,
  operatorsEnd,
  sessionsEnd,
  passkeysRemove,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  keysRotate,
  keysLeaked,
  databaseDistribute,
  outboundList,
  statsFunnel,
  jobsList,
  jobsRetry,
]
