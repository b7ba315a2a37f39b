import { serveAccess } from './access/serve-access.ts'
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
import { consoleRoutes } from './console-routes.ts'
import { kindList } from './kinds.ts'
import { later } from './later.ts'
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
  ...later(() => import('./billing/show-earnings-pdf.ts'), 'showEarningsPdf'),
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
  ...later(() => import('./billing/show-earnings-pdf.ts'), 'showContactEarningsPdf'),
  showContactEarningsFile,
  openOwnReward,
  openRecipientReward,
  collectWithBankData,
  reportOrder,
  trackEvent,
  ...later(() => import('./operator/take-order-feed.ts'), 'importOrders'),
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
  ...later(() => import('./agency/show-agency-variables.ts'), 'showAgentVariables'),
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
  ...later(() => import('./agency/start-sign-on.ts'), 'startSignOn'),
  ...later(() => import('./agency/sign-on.ts'), 'signOn'),
  ...later(() => import('./agency/show-user.ts'), 'showAgencyUser'),
  ...later(() => import('./agency/update-language.ts'), 'updateAgencyUserLanguage'),
  ...later(() => import('./agency/register.ts'), 'registerAgency'),
  ...later(
    () => import('./agency/master-data.ts'),
    'showAgency',
    'saveAgency',
    'saveAgencyLogo',
    'showAgencyLogo',
  ),
  ...later(() => import('./agency/show-text.ts'), 'showAgencyText'),
  ...later(() => import('./agency/list-employees.ts'), 'listEmployees'),
  ...later(() => import('./agency/add-employee.ts'), 'addEmployee'),
  ...later(() => import('./agency/import-employees.ts'), 'importEmployees'),
  ...later(() => import('./agency/deactivate-employee.ts'), 'deactivateEmployee'),
  ...later(() => import('./agency/reset-employee.ts'), 'resetEmployee'),
  ...later(() => import('./agency/invite.ts'), 'invite'),
  ...later(() => import('./agency/show-invitation-form.ts'), 'showInvitationForm'),
  ...later(() => import('./agency/verify-agency-token.ts'), 'verifyAgencyToken'),
  acceptInvitation,
  ...later(() => import('./agency/list-invitations.ts'), 'listInvitations'),
  ...later(
    () => import('./agency/change-invitation.ts'),
    'showInvitation',
    'remindInvitation',
    'withdrawInvitation',
  ),
  ...later(() => import('./agency/show-invitation-record.ts'), 'showInvitationRecord'),
  ...later(() => import('./agency/cards.ts'), 'listCards', 'showCard'),
  ...later(() => import('./agency/show-figures.ts'), 'showAgencyFigures'),
  ...later(() => import('./agency/list-bonus-plans.ts'), 'listBonusPlans'),
  ...later(() => import('./agency/add-bonus-plan.ts'), 'addBonusPlan'),
  ...later(() => import('./agency/delete-bonus-plan.ts'), 'deleteBonusPlan'),
  ...later(() => import('./agency/list-agency-products.ts'), 'listAgencyProducts'),
  ...later(() => import('./billing/list-invoices.ts'), 'listInvoices'),
  ...later(() => import('./billing/show-invoice-list.ts'), 'showInvoiceList'),
  ...later(() => import('./billing/show-invoice-record.ts'), 'showInvoiceRecord'),
  ...later(
    () => import('./billing/show-document-file.ts'),
    'showInvoicePdf',
    'showInvoiceXml',
    'showPartnerNotePdf',
    'showPartnerNoteXml',
  ),
  ...later(() => import('./billing/show-costs.ts'), 'showCosts'),
  ...later(
    () => import('./agency/list-reports.ts'),
    'listAgencyOrders',
    'listAgencyReferrals',
    'listAgencyLeads',
    'listAgencyReport',
  ),
  ...later(() => import('./agency/show-invitation-file.ts'), 'showInvitationFile'),
  ...later(() => import('./agency/show-report-file.ts'), 'showReportFile'),
  ...later(() => import('./agency/list-report-choices.ts'), 'listReportChoices'),
  ...later(() => import('./agency/show-record.ts'), 'showAgencyRecord'),
  ...later(() => import('./agency/sum-releasable.ts'), 'sumReleasableOrders'),
  ...later(() => import('./agency/decide-orders.ts'), 'releaseAgencyOrder', 'decideAgencyOrders'),
  ...later(() => import('./agency/show-statistics.ts'), 'showStatistics'),
  ...later(() => import('./agency/export-statistics.ts'), 'exportStatistics'),
  ...later(() => import('./sales-partner/update-language.ts'), 'updateSalesPartnerLanguage'),
  ...later(() => import('./sales-partner/register.ts'), 'registerSalesPartner'),
  ...later(() => import('./sales-partner/show-offer.ts'), 'showSalesPartnerOffer'),
  ...later(() => import('./sales-partner/follow-link.ts'), 'followSalesPartnerLink'),
  ...later(() => import('./sales-partner/own-data.ts'), 'showSalesPartner', 'saveSalesPartner'),
  ...later(() => import('./sales-partner/confirm-partner-holder.ts'), 'confirmSalesPartnerHolder'),
  ...later(
    () => import('./sales-partner/lists.ts'),
    'showSalesPartnerSums',
    'listPartnerOrders',
    'listCommissions',
  ),
  ...later(() => import('./billing/list-notes.ts'), 'listPartnerNotes'),
  ...later(
    () => import('./billing/show-partner-records.ts'),
    'showPartnerOrderRecord',
    'showPartnerNoteRecord',
  ),
  ...later(
    () => import('./sales-partner/show-list-file.ts'),
    'showPartnerOrdersFile',
    'showCommissionsFile',
  ),
  ...consoleRoutes,
]
