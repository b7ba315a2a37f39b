import { showContactEarningsPdf, showEarningsPdf } from './billing/show-earnings-pdf.ts'
import { serveAccess } from './access/serve-access.ts'
import { addEmployee } from './agency/add-employee.ts'
import { deactivateEmployee } from './agency/deactivate-employee.ts'
import { importEmployees } from './agency/import-employees.ts'
import { listEmployees } from './agency/list-employees.ts'
import { saveAgency, saveAgencyLogo, showAgency, showAgencyLogo } from './agency/master-data.ts'
import { registerAgency } from './agency/register.ts'
import { resetEmployee } from './agency/reset-employee.ts'
import { showAgencyText } from './agency/show-text.ts'
import { showAgencyUser } from './agency/show-user.ts'
import { signOn } from './agency/sign-on.ts'
import { startSignOn } from './agency/start-sign-on.ts'
import { updateAgencyUserLanguage } from './agency/update-language.ts'
import { listCards, showCard } from './agency/cards.ts'
import { remindInvitation, showInvitation, withdrawInvitation } from './agency/change-invitation.ts'
import { showInvitationRecord } from './agency/show-invitation-record.ts'
import { invite } from './agency/invite.ts'
import { listInvitations } from './agency/list-invitations.ts'
import { showAgencyFigures } from './agency/show-figures.ts'
import { showInvitationForm } from './agency/show-invitation-form.ts'
import { verifyAgencyToken } from './agency/verify-agency-token.ts'
import { addBonusPlan } from './agency/add-bonus-plan.ts'
import { deleteBonusPlan } from './agency/delete-bonus-plan.ts'
import { listAgencyProducts } from './agency/list-agency-products.ts'
import { listBonusPlans } from './agency/list-bonus-plans.ts'
import { listInvoices } from './billing/list-invoices.ts'
import { listPartnerNotes } from './billing/list-notes.ts'
import { showInvoiceList } from './billing/show-invoice-list.ts'
import { decideAgencyOrders, releaseAgencyOrder } from './agency/decide-orders.ts'
import {
  listAgencyLeads,
  listAgencyOrders,
  listAgencyReferrals,
  listAgencyReport,
} from './agency/list-reports.ts'
import { sumReleasableOrders } from './agency/sum-releasable.ts'
import { showInvitationFile } from './agency/show-invitation-file.ts'
import { showAgencyRecord } from './agency/show-record.ts'
import { showReportFile } from './agency/show-report-file.ts'
import { showCosts } from './billing/show-costs.ts'
import { exportStatistics } from './agency/export-statistics.ts'
import { showStatistics } from './agency/show-statistics.ts'
import {
  showInvoicePdf,
  showInvoiceXml,
  showPartnerNotePdf,
  showPartnerNoteXml,
} from './billing/show-document-file.ts'
import { showInvoiceRecord } from './billing/show-invoice-record.ts'
import { correctOwnName } from './account/correct-own-name.ts'
import { createReferrer } from './account/create-referrer.ts'
import { loginAsAdmin } from './account/login-as-admin.ts'
import { requestNewEmail } from './account/request-new-email.ts'
import { resendWelcomeMail } from './account/resend-welcome-mail.ts'
import { saveNotifications, showNotifications } from './account/notifications.ts'
import { showPasswordRules } from './account/show-password-rules.ts'
import { showUser } from './account/show-user.ts'
import { updateLanguage } from './account/update-language.ts'
import { listCampaigns } from './catalogue/list-campaigns.ts'
import { listDeviceTariffs } from './catalogue/list-device-tariffs.ts'
import { listProducts } from './catalogue/list-products.ts'
import { listAgents, searchAgents } from './catalogue/search-agents.ts'
import { showAgentPhoto } from './catalogue/show-agent-photo.ts'
import { showAgent } from './catalogue/show-agent.ts'
import { listRewardOptions } from './catalogue/list-reward-options.ts'
import {
  showCategoryIcon,
  showProductIcon,
  showProductPicture,
} from './catalogue/show-catalogue-picture.ts'
import { listCategories, listManufacturers, showCategory } from './catalogue/show-category.ts'
import { showHighestReward } from './catalogue/show-highest-reward.ts'
import { showExternalProduct, showProduct } from './catalogue/show-product.ts'
import { showRewardPicture } from './catalogue/show-reward-picture.ts'
import { chooseCookies } from './consent/choose-cookies.ts'
import { checkCaptcha } from './content/check-captcha.ts'
import { listFaq } from './content/list-faq.ts'
import { listLanguages } from './content/list-languages.ts'
import { showLanguageContent } from './content/show-language-content.ts'
import { showVariables } from './content/show-variables.ts'
import { showAgencyVariables } from './agency/show-agency-variables.ts'
import { sendContactMessage } from './content/send-contact-message.ts'
import { showPage } from './content/show-page.ts'
import { confirmNewsletter } from './newsletter/confirm-newsletter.ts'
import { leaveNewsletterByMail } from './newsletter/leave-newsletter-by-mail.ts'
import { leaveNewsletter } from './newsletter/leave-newsletter.ts'
import { openNewsletterOptout } from './newsletter/open-newsletter-optout.ts'
import { setNewsletterOptin } from './newsletter/set-newsletter-optin.ts'
import { withdrawNewsletterOptin } from './newsletter/withdraw-newsletter-optin.ts'
import { reportOrder } from './order/report-order.ts'
import { showOrder } from './order/show-order.ts'
import { withdrawReferral } from './order/withdraw-referral.ts'
import { exportAccount } from './payout/export-account.ts'
import { acceptInvitation } from './referral/accept-invitation.ts'
import { claimReferral } from './referral/claim-referral.ts'
import { clickReferral } from './referral/click-referral.ts'
import { confirmRecipient } from './referral/confirm-recipient.ts'
import { validateRecipientToken } from './order/validate-recipient-token.ts'
import { confirmOwnData } from './referral/confirm-own-data.ts'
import { consentRecipient } from './referral/consent-recipient.ts'
import { correctRecipientData } from './referral/correct-recipient-data.ts'
import { countVisit } from './referral/count-visit.ts'
import { createRecipient } from './referral/create-recipient.ts'
import { createReferral } from './referral/create-referral.ts'
import { findByCode } from './referral/find-by-code.ts'
import { listRecipientOptions } from './referral/list-recipient-options.ts'
import { resendRecipientMail } from './referral/resend-recipient-mail.ts'
import { issueLogin } from './referral/issue-login.ts'
import { setCustomerNumber } from './referral/set-customer-number.ts'
import { showAnyReferral } from './referral/show-any-referral.ts'
import { showCustomerNumber } from './referral/show-customer-number.ts'
import { showOwnReferral } from './referral/show-own-referral.ts'
import { showProductLink } from './referral/show-product-link.ts'
import { showRecipient } from './referral/show-recipient.ts'
import { showReferralBanner } from './referral/show-referral-banner.ts'
import { showReferral } from './referral/show-referral.ts'
import { withdrawAdvertising } from './referral/withdraw-advertising.ts'
import { collectReward } from './reward/collect-reward.ts'
import { proveOwner } from './reward/prove-owner.ts'
import { confirmHolder, showHolderQuestion } from './reward/confirm-holder.ts'
import { showVoucherCodes } from './reward/show-codes.ts'
import { collectWithBankData } from './reward/collect-with-bank-data.ts'
import { answerReview, showReviewLink } from './reward/answer-review.ts'
import { changeEmail, showNewEmail } from './reward/change-email.ts'
import { deleteAccount } from './reward/delete-account.ts'
import { deleteBankData } from './reward/delete-bank-data.ts'
import { listEarnings, showContactEarningsFile, showEarningsFile } from './reward/show-earnings.ts'
import { exportRecipient } from './reward/export-recipient.ts'
import { ownCaseCheck } from './operator/own-line.ts'
import { importOrdersWith } from './reward/import-orders.ts'
import { listOwnReferrals } from './reward/list-own-referrals.ts'
import { openOwnReward } from './reward/open-own-reward.ts'
import { openRecipientReward } from './reward/open-recipient-reward.ts'
import { resendRewardMail } from './reward/resend-reward-mail.ts'
import { saveBankData } from './reward/save-bank-data.ts'
import { showAccountEnd } from './reward/show-account-end.ts'
import { showBankData } from './reward/show-bank-data.ts'
import { showRecipientData } from './reward/show-recipient-data.ts'
import { showRewardBanner } from './reward/show-reward-banner.ts'
import { showReward } from './reward/show-reward.ts'
import { withdrawRecipient } from './reward/withdraw-recipient.ts'
import { followSalesPartnerLink } from './sales-partner/follow-link.ts'
import { listCommissions, listPartnerOrders, showSalesPartnerSums } from './sales-partner/lists.ts'
import { confirmSalesPartnerHolder } from './sales-partner/confirm-partner-holder.ts'
import { saveSalesPartner, showSalesPartner } from './sales-partner/own-data.ts'
import { registerSalesPartner } from './sales-partner/register.ts'
import { showCommissionsFile, showPartnerOrdersFile } from './sales-partner/show-list-file.ts'
import { showPartnerNoteRecord, showPartnerOrderRecord } from './billing/show-partner-records.ts'
import { showSalesPartnerOffer } from './sales-partner/show-offer.ts'
import { updateSalesPartnerLanguage } from './sales-partner/update-language.ts'
import { consoleRoutes } from './console-routes.ts'
import { kindList } from './kinds.ts'
import type { Served } from './serve.ts'
import { showAdditionalRoutes, showRoutes } from './tenant/show-routes.ts'
import { showTenant } from './tenant/show-tenant.ts'
import * as claims from './order/claims.ts'
import { trackEvent } from './consent/track-event.ts'

/** Every API endpoint, in the order of spec section 7. */
export const routes: Served[] = [
  ...kindList.flatMap(serveAccess),
  loginAsAdmin,
  showUser,
  updateLanguage,
  showNotifications,
  saveNotifications,
  resendWelcomeMail,
  issueLogin,
  correctOwnName,
  requestNewEmail,
  showReviewLink,
  answerReview,
  showNewEmail,
  changeEmail,
  createReferrer,
  showPasswordRules,
  showBankData,
  saveBankData,
  deleteBankData,
  listOwnReferrals,
  showReferralBanner,
  resendRewardMail,
  setNewsletterOptin,
  withdrawNewsletterOptin,
  confirmNewsletter,
  leaveNewsletter,
  leaveNewsletterByMail,
  openNewsletterOptout,
  setCustomerNumber,
  showCustomerNumber,
  showAccountEnd,
  deleteAccount,
  withdrawReferral,
  exportAccount,
  listEarnings,
  showEarningsPdf,
  showEarningsFile,
  claims.listOwnClaims,
  claims.makeClaim,
  claims.withdrawClaim,
  claims.listContactClaims,
  claims.makeContactClaim,
  claims.withdrawContactClaim,
  createReferral,
  claimReferral,
  showReferral,
  showOwnReferral,
  showAnyReferral,
  clickReferral,
  showProductLink,
  countVisit,
  findByCode,
  showRecipient,
  createRecipient,
  confirmRecipient,
  validateRecipientToken,
  resendRecipientMail,
  showOrder,
  consentRecipient,
  listRecipientOptions,
  showRecipientData,
  correctRecipientData,
  confirmOwnData,
  withdrawRecipient,
  withdrawAdvertising,
  exportRecipient,
  showContactEarningsPdf,
  showContactEarningsFile,
  openOwnReward,
  openRecipientReward,
  collectWithBankData,
  reportOrder,
  trackEvent,
  importOrdersWith(ownCaseCheck),
  listRewardOptions,
  showRewardPicture,
  listCampaigns,
  showRewardBanner,
  showReward,
  collectReward,
  ...proveOwner,
  showHolderQuestion,
  showVoucherCodes,
  confirmHolder,
  showRoutes,
  showAdditionalRoutes,
  showTenant,
  showPage,
  listFaq,
  listCategories,
  showCategory,
  listManufacturers,
  showCategoryIcon,
  listLanguages,
  showLanguageContent,
  showVariables,
  showAgencyVariables,
  listProducts,
  showProduct,
  showExternalProduct,
  listDeviceTariffs,
  showHighestReward,
  showProductPicture,
  showProductIcon,
  searchAgents,
  listAgents,
  showAgent,
  showAgentPhoto,
  checkCaptcha,
  chooseCookies,
  sendContactMessage,
  startSignOn,
  signOn,
  showAgencyUser,
  updateAgencyUserLanguage,
  registerAgency,
  showAgency,
  saveAgency,
  saveAgencyLogo,
  showAgencyLogo,
  showAgencyText,
  listEmployees,
  addEmployee,
  importEmployees,
  deactivateEmployee,
  resetEmployee,
  invite,
  showInvitationForm,
  verifyAgencyToken,
  acceptInvitation,
  listInvitations,
  showInvitation,
  showInvitationRecord,
  remindInvitation,
  withdrawInvitation,
  listCards,
  showCard,
  showAgencyFigures,
  listBonusPlans,
  addBonusPlan,
  deleteBonusPlan,
  listAgencyProducts,
  listInvoices,
  showInvoiceList,
  showInvoiceRecord,
  showInvoicePdf,
  showInvoiceXml,
  showCosts,
  listAgencyOrders,
  listAgencyReferrals,
  listAgencyLeads,
  listAgencyReport,
  showInvitationFile,
  showReportFile,
  showAgencyRecord,
  sumReleasableOrders,
  releaseAgencyOrder,
  decideAgencyOrders,
  showStatistics,
  exportStatistics,
  updateSalesPartnerLanguage,
  registerSalesPartner,
  showSalesPartnerOffer,
  followSalesPartnerLink,
  showSalesPartner,
  confirmSalesPartnerHolder,
  saveSalesPartner,
  showSalesPartnerSums,
  listPartnerOrders,
  listCommissions,
  listPartnerNotes,
  showPartnerOrderRecord,
  showPartnerNoteRecord,
  showPartnerOrdersFile,
  showCommissionsFile,
  showPartnerNotePdf,
  showPartnerNoteXml,
  ...consoleRoutes,
]
