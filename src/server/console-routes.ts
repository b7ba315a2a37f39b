import * as invitations from './team/accept-invitation.ts'
import * as access from './team/own-access.ts'
import * as signIn from './team/sign-in.ts'
import * as signOn from './team/sign-on.ts'
import * as team from './team/team.ts'
import * as claimQueue from './operator/claim-queue.ts'
import * as claimDecisions from './operator/decide-claims.ts'
import * as reviewQueue from './operator/review-queue.ts'
import { askReview } from './operator/ask-review.ts'
import { enterPersonClaim } from './operator/enter-claim.ts'
import { enterPersonAppeal, enterReviewAppeal } from './operator/enter-appeal.ts'
import * as reveal from './operator/reveal-cases.ts'
import * as reviews from './operator/decide-reviews.ts'
import { saveAgencyEInvoice } from './operator/save-agency-e-invoice.ts'
import * as decideSellers from './operator/decide-sellers.ts'
import * as sellers from './operator/show-sellers.ts'
import * as books from './operator/books.ts'
import * as booksMonths from './operator/books-months.ts'
import { showMoneyWay } from './operator/money-way.ts'
import * as papers from './operator/papers.ts'
import * as markPapers from './operator/mark-papers.ts'
import * as sellerFiles from './operator/seller-files.ts'
import * as sellerAccess from './operator/seller-access.ts'
import * as selecting from './operator/select-items.ts'
import * as selections from './operator/selections.ts'
import { searchEverything } from './operator/search.ts'
import * as orders from './operator/order-list.ts'
import { showTenantOrder } from './operator/order-record.ts'
import * as orderDecisions from './operator/decide-orders.ts'
import * as orderMatches from './operator/match-orders.ts'
import * as orderFiles from './operator/order-files.ts'
import { approveOrderFile, startOrderFile } from './operator/start-order-file.ts'
import { stopOrderFile } from './operator/stop-order-file.ts'
import * as goodwill from './operator/goodwill-requests.ts'
import { fetchPayoutFile } from './operator/fetch-payout-file.ts'
import { openPayoutFiles } from './operator/open-payout-files.ts'
import * as payouts from './operator/payouts.ts'
import * as payoutDecisions from './operator/decide-payouts.ts'
import * as payoutAccount from './operator/payout-account.ts'
import { showPayoutsFile } from './operator/payout-files.ts'
import * as bankUploads from './operator/bank-uploads.ts'
import * as bankLineActs from './operator/bank-line-acts.ts'
import * as bankLineList from './operator/bank-line-list.ts'
import * as clawbackActs from './operator/clawback-acts.ts'
import * as earningsList from './operator/earnings-list.ts'
import * as clawbackList from './operator/clawback-list.ts'
import * as rewardActs from './operator/reward-acts.ts'
import * as rewardFiles from './operator/reward-files.ts'
import * as rewardList from './operator/reward-list.ts'
import * as personActs from './operator/person-acts.ts'
import { correctPersonHome } from './operator/correct-home.ts'
import { correctPersonEmail, correctPersonName } from './operator/correct-person.ts'
import { resendPersonMail } from './operator/person-mail.ts'
import { showErasedPerson } from './operator/show-erased.ts'
import * as showPersonPage from './operator/show-person.ts'
import { showOperations } from './operator/show-operations.ts'
import * as retry from './operator/retry-jobs.ts'
import * as mails from './operator/show-mails.ts'
import * as settings from './operator/settings.ts'
import * as tenants from './operator/tenants.ts'
import * as auditLog from './operator/show-audit.ts'
import * as files from './operator/queue-files.ts'
import { showTenantOrdersFile } from './operator/order-file.ts'
import { listRecordLog } from './operator/show-record-log.ts'
import * as undo from './operator/undo.ts'
import * as voucherCodes from './operator/voucher-codes.ts'
import * as voucherOrders from './operator/voucher-orders.ts'
import * as vouchers from './operator/vouchers.ts'
import { attendRecord } from './team/attend-record.ts'
import { renewOperator } from './team/renew-operator.ts'
import * as views from './team/views.ts'
import { showToday } from './operator/show-today.ts'
import type { Served } from './serve.ts'

/** The console's calls. */
export const consoleRoutes: Served[] = [
  signIn.beginSignIn,
  signIn.signIn,
  signIn.signOut,
  signIn.beginProof,
  signIn.prove,
  access.showOperator,
  access.showOwnAccess,
  access.beginPasskey,
  access.addPasskey,
  access.endPasskey,
  access.endSession,
  access.createOperatorToken,
  access.endOperatorToken,
  invitations.checkOperatorInvitation,
  invitations.beginInvitedPasskey,
  invitations.acceptOperatorInvitation,
  attendRecord,
  signOn.showSignInWays,
  signOn.beginOperatorSignOn,
  signOn.endOperatorSignOn,
  signOn.beginSignOnProof,
  signOn.endSignOnProof,
  signOn.beginInvitedSignOn,
  undo.undoReview,
  undo.undoClaim,
  undo.undoPersonNote,
  views.listViews,
  views.saveView,
  views.endView,
  views.undoEndView,
  team.listTeam,
  team.inviteOperator,
  team.endGrant,
  renewOperator,
  team.endMemberAccess,
  claimQueue.listOpenClaims,
  claimQueue.showClaim,
  claimQueue.showClaimFile,
  reveal.revealClaim,
  claimDecisions.decideClaim,
  claimDecisions.assignClaim,
  reviewQueue.listReviews,
  reviewQueue.showReview,
  reveal.revealReview,
  reviews.decideReview,
  reviews.assignReview,
  reviews.snoozeReview,
  askReview,
  enterReviewAppeal,
  selecting.selectReviews,
  selecting.selectOrders,
  selecting.selectJobs,
  selections.listSelections,
  selections.showSelection,
  selections.startSelection,
  selections.stopSelection,
  showPersonPage.showPerson,
  showPersonPage.revealPerson,
  resendPersonMail,
  personActs.blockPerson,
  showErasedPerson,
  correctPersonName,
  correctPersonHome,
  correctPersonEmail,
  personActs.addPersonNote,
  enterPersonAppeal,
  enterPersonClaim,
  orders.listTenantOrders,
  orders.listOrderProducts,
  showTenantOrder,
  orderDecisions.releaseTenantOrder,
  orderDecisions.cancelTenantOrder,
  rewardList.listRewards,
  rewardList.showRewardRecord,
  rewardActs.holdRewardByHand,
  rewardActs.extendReward,
  voucherCodes.reportVoucherCode,
  voucherCodes.decideVoucherCode,
  showToday,
  orderMatches.findOrderContacts,
  orderMatches.matchTenantOrder,
  orderFiles.checkOrderFile,
  orderFiles.listOrderFiles,
  orderFiles.showOrderFile,
  startOrderFile,
  approveOrderFile,
  stopOrderFile,
  orderFiles.showOrderFileContent,
  orderFiles.showOrderFileErrors,
  payouts.listPayouts,
  showPayoutsFile,
  payouts.showDue,
  payoutDecisions.proposePayout,
  payouts.showPayout,
  payouts.listPayments,
  payoutDecisions.approvePayout,
  payoutDecisions.stopPayout,
  payoutDecisions.takePaymentOut,
  openPayoutFiles,
  fetchPayoutFile,
  payoutDecisions.cancelPayoutFile,
  payoutAccount.showPayoutAccount,
  payoutAccount.proposePayoutAccount,
  payoutAccount.approvePayoutAccount,
  payoutAccount.stopPayoutAccount,
  payoutDecisions.tellBank,
  payoutDecisions.untellBank,
  vouchers.showVouchers,
  vouchers.importVoucherCodes,
  voucherOrders.showVoucherBalance,
  voucherOrders.retryVoucherOrder,
  showMoneyWay,
  books.showBooks,
  books.showBooksFile,
  books.checkBooks,
  booksMonths.closeBooksMonth,
  booksMonths.showBooksMonthFile,
  bankLineList.listBankLines,
  bankLineList.showBankBooks,
  bankLineList.showBankLine,
  bankUploads.uploadBankFile,
  bankUploads.listBankUploads,
  bankUploads.showBankUpload,
  bankLineActs.decideBankReturn,
  bankLineActs.proposeBankReturn,
  bankLineActs.decideBankRejections,
  bankLineActs.assignBankLine,
  bankLineActs.reopenBankLine,
  bankLineActs.closeBankDays,
  earningsList.listPeopleEarnings,
  earningsList.showPersonEarnings,
  earningsList.showPeopleEarningsFile,
  clawbackList.listClawbacks,
  clawbackList.showClawback,
  clawbackActs.remindOfClawback,
  clawbackActs.setOffClawback,
  clawbackActs.writeOffClawback,
  clawbackActs.decideWriteOff,
  clawbackActs.bookRepayment,
  clawbackActs.takeBackRepayment,
  goodwill.listGoodwill,
  goodwill.showGoodwill,
  goodwill.decideGoodwill,
  personActs.grantPersonGoodwill,
  personActs.openPersonArea,
  personActs.openPersonFile,
  personActs.exportPersonFile,
  personActs.erasePersonAs,
  sellers.listConsoleAgencies,
  sellers.showConsoleAgency,
  decideSellers.decideAgency,
  saveAgencyEInvoice,
  sellerAccess.showConsoleAgencyUser,
  sellerAccess.resetAgencyUser,
  sellers.listConsolePartners,
  sellers.showConsolePartner,
  decideSellers.decidePartner,
  sellerAccess.resetPartner,
  papers.listPapers,
  papers.showPaper,
  papers.showPaperFile,
  markPapers.markPaperPaid,
  markPapers.takeBackPaperPayment,
  sellerFiles.showPapersFile,
  sellerFiles.showAgenciesFile,
  sellerFiles.showPartnersFile,
  showOperations,
  retry.listDeadJobs,
  retry.retryJobs,
  mails.listMails,
  mails.showMail,
  auditLog.listAudit,
  auditLog.showAuditRow,
  auditLog.showAuditWords,
  auditLog.showAuditFile,
  listRecordLog,
  files.showReviewsFile,
  showTenantOrdersFile,
  files.showClaimsFile,
  files.showGoodwillFile,
  files.showMailsFile,
  rewardFiles.showRewardsFile,
  rewardFiles.showClawbacksFile,
  tenants.listTenants,
  tenants.createTenant,
  tenants.publishTenant,
  tenants.deleteTenant,
  settings.showSettings,
  settings.checkSettings,
  settings.saveSettings,
  settings.previewTenant,
  settings.createTenantKey,
  settings.endTenantKey,
  searchEverything,
]
