import * as account from './account.ts'
import * as agentur from './agentur-konto.ts'
import { showAgencyRecord } from './agentur-akten.ts'
import * as berichte from './agentur-berichte.ts'
import * as mitarbeiter from './agentur-mitarbeiter.ts'
import * as praemienplan from './agentur-praemienplan.ts'
import * as rechnungen from './agentur-rechnungen.ts'
import { signOn, startSignOn } from './agentur-sso.ts'
import { exportStatistics, showStatistics } from './agentur-statistik.ts'
import { listCampaigns } from './aktion.ts'
import { importOrders } from './auftraege.ts'
import { chooseCookies } from './cookies.ts'
import * as content from './content.ts'
import * as empfaenger from './empfaenger.ts'
import * as empfaengerKonto from './empfaenger-konto.ts'
import * as empfehlen from './empfehlen.ts'
import * as empfehler from './empfehler.ts'
import * as kundennummer from './empfehler-kundennummer.ts'
import * as konto from './empfehler-konto.ts'
import * as benachrichtigungen from './empfehler-benachrichtigungen.ts'
import * as person from './empfehler-person.ts'
import * as newsletter from './empfehler-newsletter.ts'
import * as empfehlung from './empfehlung.ts'
import * as einladung from './einladung.ts'
import { checkCaptcha, sendContactMessage } from './kontakt.ts'
import { showTenant } from './mandant.ts'
import { listRewardOptions, showRewardPicture } from './praemie.ts'
import { collectReward, showReward, showRewardBanner } from './praemierung.ts'
import * as produkt from './produkt.ts'
import * as kategorie from './produktkategorie.ts'
import { showAdditionalRoutes, showRoutes } from './route.ts'
import { reportOrder, trackEvent } from './tracking.ts'
import * as verkaufspartner from './verkaufspartner.ts'
import * as verkaufsakten from './verkaufspartner-akten.ts'
import * as verkaufslisten from './verkaufspartner-listen.ts'

/** Every endpoint under /api/v1/{tenant}, by its name. */
export const endpoints = {
  login: account.login,
  loginAsAdmin: account.loginAsAdmin,
  issueLogin: account.issueLogin,
  logout: account.logout,
  showUser: account.showUser,
  updateLanguage: account.updateLanguage,
  requestPasswordReset: account.requestPasswordReset,
  resendWelcomeMail: account.resendWelcomeMail,
  resetPassword: account.resetPassword,
  changePassword: account.changePassword,
  correctOwnName: person.correctOwnName,
  requestNewEmail: person.requestNewEmail,
  showNewEmail: person.showNewEmail,
  changeEmail: person.changeEmail,
  validatePasswordToken: account.validatePasswordToken,
  createReferrer: account.createReferrer,
  showPasswordRules: account.showPasswordRules,
  showBankData: empfehler.showBankData,
  saveBankData: empfehler.saveBankData,
  deleteBankData: empfehler.deleteBankData,
  listOwnReferrals: empfehler.listOwnReferrals,
  showReferralBanner: empfehler.showReferralBanner,
  resendRewardMail: empfehler.resendRewardMail,
  openOwnReward: empfehler.openOwnReward,
  showNotifications: benachrichtigungen.showNotifications,
  saveNotifications: benachrichtigungen.saveNotifications,
  setNewsletterOptin: newsletter.setNewsletterOptin,
  withdrawNewsletterOptin: newsletter.withdrawNewsletterOptin,
  confirmNewsletter: newsletter.confirmNewsletter,
  leaveNewsletter: newsletter.leaveNewsletter,
  leaveNewsletterByMail: newsletter.leaveNewsletterByMail,
  openNewsletterOptout: newsletter.openNewsletterOptout,
  setCustomerNumber: kundennummer.setCustomerNumber,
  showCustomerNumber: kundennummer.showCustomerNumber,
  showAccountEnd: konto.showAccountEnd,
  deleteAccount: konto.deleteAccount,
  withdrawReferral: konto.withdrawReferral,
  exportAccount: konto.exportAccount,
  createReferral: empfehlen.createReferral,
  showReferral: empfehlen.showReferral,
  showOwnReferral: empfehlen.showOwnReferral,
  showAnyReferral: empfehlen.showAnyReferral,
  clickReferral: empfehlen.clickReferral,
  claimReferral: empfehlen.claimReferral,
  showProductLink: empfehlung.showProductLink,
  countVisit: empfehlung.countVisit,
  findByCode: empfehlung.findByCode,
  createRecipient: empfaenger.createRecipient,
  showRecipient: empfaenger.showRecipient,
  confirmRecipient: empfaenger.confirmRecipient,
  resendRecipientMail: empfaenger.resendRecipientMail,
  showOrder: empfaenger.showOrder,
  consentRecipient: empfaenger.consentRecipient,
  listRecipientOptions: empfaenger.listRecipientOptions,
  showRecipientData: empfaengerKonto.showRecipientData,
  correctRecipientData: empfaengerKonto.correctRecipientData,
  withdrawRecipient: empfaengerKonto.withdrawRecipient,
  withdrawAdvertising: empfaengerKonto.withdrawAdvertising,
  exportRecipient: empfaengerKonto.exportRecipient,
  openRecipientReward: empfaengerKonto.openRecipientReward,
  collectWithBankData: empfaengerKonto.collectWithBankData,
  reportOrder,
  trackEvent,
  importOrders,
  listRewardOptions,
  showRewardPicture,
  listCampaigns,
  showRewardBanner,
  showReward,
  collectReward,
  listProducts: produkt.listProducts,
  showProduct: produkt.showProduct,
  showExternalProduct: produkt.showExternalProduct,
  listDeviceTariffs: produkt.listDeviceTariffs,
  showHighestReward: produkt.showHighestReward,
  showProductPicture: produkt.showProductPicture,
  showProductIcon: produkt.showProductIcon,
  searchAgents: produkt.searchAgents,
  listAgents: produkt.listAgents,
  showAgent: produkt.showAgent,
  showAgentPhoto: produkt.showAgentPhoto,
  listCategories: kategorie.listCategories,
  showCategory: kategorie.showCategory,
  listManufacturers: kategorie.listManufacturers,
  showCategoryIcon: kategorie.showCategoryIcon,
  showRoutes,
  showAdditionalRoutes,
  showTenant,
  showPage: content.showPage,
  listFaq: content.listFaq,
  listLanguages: content.listLanguages,
  showLanguageContent: content.showLanguageContent,
  showVariables: content.showVariables,
  showAgentVariables: content.showAgentVariables,
  checkCaptcha,
  chooseCookies,
  sendContactMessage,
  loginAgencyUser: agentur.loginAgencyUser,
  logoutAgencyUser: agentur.logoutAgencyUser,
  showAgencyUser: agentur.showAgencyUser,
  updateAgencyUserLanguage: agentur.updateAgencyUserLanguage,
  registerAgency: agentur.registerAgency,
  requestAgencyPassword: agentur.requestAgencyPassword,
  checkAgencyPasswordToken: agentur.checkAgencyPasswordToken,
  setAgencyPassword: agentur.setAgencyPassword,
  showAgency: agentur.showAgency,
  saveAgency: agentur.saveAgency,
  saveAgencyLogo: agentur.saveAgencyLogo,
  showAgencyLogo: agentur.showAgencyLogo,
  showAgencyText: agentur.showAgencyText,
  startSignOn,
  signOn,
  listEmployees: mitarbeiter.listEmployees,
  addEmployee: mitarbeiter.addEmployee,
  importEmployees: mitarbeiter.importEmployees,
  deactivateEmployee: mitarbeiter.deactivateEmployee,
  resetEmployee: mitarbeiter.resetEmployee,
  invite: einladung.invite,
  showInvitationForm: einladung.showInvitationForm,
  verifyAgencyToken: einladung.verifyAgencyToken,
  acceptInvitation: einladung.acceptInvitation,
  listInvitations: einladung.listInvitations,
  showInvitation: einladung.showInvitation,
  showInvitationRecord: einladung.showInvitationRecord,
  showInvitationFile: einladung.showInvitationFile,
  remindInvitation: einladung.remindInvitation,
  withdrawInvitation: einladung.withdrawInvitation,
  listCards: einladung.listCards,
  showCard: einladung.showCard,
  showAgencyFigures: einladung.showAgencyFigures,
  listBonusPlans: praemienplan.listBonusPlans,
  addBonusPlan: praemienplan.addBonusPlan,
  deleteBonusPlan: praemienplan.deleteBonusPlan,
  listAgencyProducts: praemienplan.listAgencyProducts,
  listInvoices: rechnungen.listInvoices,
  showInvoiceList: rechnungen.showInvoiceList,
  showInvoiceRecord: rechnungen.showInvoiceRecord,
  showInvoicePdf: rechnungen.showInvoicePdf,
  showInvoiceXml: rechnungen.showInvoiceXml,
  showCosts: rechnungen.showCosts,
  listAgencyOrders: berichte.listAgencyOrders,
  listAgencyReferrals: berichte.listAgencyReferrals,
  listAgencyLeads: berichte.listAgencyLeads,
  listAgencyReport: berichte.listAgencyReport,
  showReportFile: berichte.showReportFile,
  showAgencyRecord,
  releaseAgencyOrder: berichte.releaseAgencyOrder,
  sumReleasableOrders: berichte.sumReleasableOrders,
  decideAgencyOrders: berichte.decideAgencyOrders,
  showStatistics,
  exportStatistics,
  loginSalesPartner: verkaufspartner.loginSalesPartner,
  logoutSalesPartner: verkaufspartner.logoutSalesPartner,
  updateSalesPartnerLanguage: verkaufspartner.updateSalesPartnerLanguage,
  registerSalesPartner: verkaufspartner.registerSalesPartner,
  requestSalesPartnerPassword: verkaufspartner.requestSalesPartnerPassword,
  checkSalesPartnerToken: verkaufspartner.checkSalesPartnerToken,
  setSalesPartnerPassword: verkaufspartner.setSalesPartnerPassword,
  showSalesPartnerOffer: verkaufspartner.showSalesPartnerOffer,
  followSalesPartnerLink: verkaufspartner.followSalesPartnerLink,
  showSalesPartner: verkaufspartner.showSalesPartner,
  saveSalesPartner: verkaufspartner.saveSalesPartner,
  showSalesPartnerSums: verkaufslisten.showSalesPartnerSums,
  listPartnerOrders: verkaufslisten.listPartnerOrders,
  listCommissions: verkaufslisten.listCommissions,
  listPartnerNotes: verkaufslisten.listPartnerNotes,
  showPartnerOrderRecord: verkaufsakten.showPartnerOrderRecord,
  showPartnerNoteRecord: verkaufsakten.showPartnerNoteRecord,
  showPartnerOrdersFile: verkaufslisten.showPartnerOrdersFile,
  showCommissionsFile: verkaufslisten.showCommissionsFile,
  showPartnerNotePdf: verkaufslisten.showPartnerNotePdf,
  showPartnerNoteXml: verkaufslisten.showPartnerNoteXml,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
