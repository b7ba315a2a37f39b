// Every mail: its template and the data it needs.

/** Templates with their data; `link` is the button. Money is formatted; `beneficiary` is referrer or recipient. */
export const mailTemplates = {
  welcome: ['firstName', 'link', 'productTitle', 'referralLink'], // registration, productTitle and referralLink may be null
  finishReferral: ['firstName', 'link', 'productTitle'], // the e-mail already has an account
  // A contract of an unclaimed referral; `kept`: the referrer has a share, `contactDays`: the contact's maximum wait.
  claimReferral: [
    'firstName',
    'link',
    'productTitle',
    'again',
    'amount',
    'expiresOn',
    'kept',
    'contactDays',
  ],
  setPassword: ['firstName', 'link', 'objected', 'moved'],
  passwordChanged: ['firstName', 'link', 'first'], // first: none before
  passwordGuessed: ['firstName', 'link'],
  passkeyChanged: ['firstName', 'passkey', 'added', 'link'], // passkey: its name; null: all were removed by customer service
  addressCode: ['firstName', 'code', 'link'], // before an account for money is taken from whoever came by a link
  // contact: of somebody without an account, or null
  newEmail: ['firstName', 'link', 'contact'], // to the new address
  emailTaken: ['firstName', 'link'], // if it has an account
  oldEmail: ['firstName', 'link', 'contact'], // to the old one, which may object
  emailChanged: ['firstName', 'link', 'maskedEmail', 'moved', 'contact'], // to the old one; moved: outside the account's session
  // limit: the yearly cap, where it leaves less than promised; amount: what is left, or null
  confirmRecipient: [
    'firstName',
    'referrerFirstName',
    'productTitle',
    'link',
    'area',
    'amount',
    'limit',
  ],
  rewardCapped: ['firstName', 'productTitle', 'amount', 'limit', 'link'],
  acceptedBefore: ['firstName', 'referrerFirstName', 'productTitle', 'link', 'corrected'], // to a confirmed contact who fills in the form again; corrected: whose address is new
  rewardReady: ['firstName', 'beneficiary', 'amount', 'productTitle', 'link', 'expiresOn'],
  rewardReminder: ['firstName', 'beneficiary', 'amount', 'productTitle', 'link', 'expiresOn'],
  // of codes that were not opened; never a code
  voucherReminder: ['firstName', 'beneficiary', 'amount', 'brand', 'count', 'expiresOn', 'link'],
  referralReminder: ['firstName', 'productTitle', 'link', 'expiresOn'],
  holderQuestion: ['firstName', 'amount', 'link'],
  // noMatch: the bank's check before paying said that name and account differ
  // own: the reason is ours, and no bank refused anything
  bankDataNeeded: ['firstName', 'amount', 'reason', 'link', 'expiresOn', 'noMatch', 'own'],
  // again: after a returned payment; named: the bank's spelling is confirmed, the account is the same; held: checked before payment
  rewardCollected: [
    'firstName',
    'amount',
    'maskedIban',
    'expectedOn',
    'link',
    'again',
    'named',
    'held',
  ],
  // replaced: a code did not work, and another one is in its place
  voucher: [
    'firstName',
    'beneficiary',
    'amount',
    'brand',
    'codes', // one per line
    'worths', // of several codes: values, one per line
    'picture', // the shop's, by the pages' path
    'redeem',
    'validity',
    'terms',
    'shop', // where to redeem it online, or null
    'link',
    'replaced',
  ],
  // A reported code is not replaced; place: in its mail, of several, or null
  voucherKept: ['firstName', 'brand', 'amount', 'place', 'reason', 'email', 'link'],
  contactAccepted: ['firstName', 'productTitle', 'link', 'settings'], // to a referrer who wants progress mails
  contractConcluded: ['firstName', 'productTitle', 'link', 'settings'], // the same
  payoutDone: ['firstName', 'beneficiary', 'amount', 'maskedIban', 'inNameOf', 'link'], // inNameOf: an agency, or null
  bankDataSaved: ['firstName', 'maskedIban', 'link'], // a person's first account
  bankDataChanged: ['firstName', 'maskedIban', 'link'],
  rewardClaimedBack: ['firstName', 'beneficiary', 'productTitle', 'amount', 'link'],
  // What is still owed, and that the next reward may be set off.
  // reference: of a transfer; setOffFrom: the day when that happens by itself, or null
  clawbackReminder: [
    'firstName',
    'productTitle',
    'amount',
    'reference',
    'note',
    'setOffFrom',
    'email',
    'link',
  ],
  clawbackWaived: ['firstName', 'productTitle', 'amount', 'link'],
  // rest: of the reward, still to be paid; left: still owed; or null
  rewardSetOff: ['firstName', 'amount', 'rest', 'left', 'email', 'link'],
  // What somebody paid back; left: still owed, or null
  repaymentBooked: ['firstName', 'amount', 'left', 'link'],
  repaymentUndone: ['firstName', 'amount', 'left', 'email', 'link'],
  claimSettled: ['firstName', 'productTitle', 'amount', 'link'],
  // What somebody said by phone or letter is missing, as it was entered; number or day is null, as the note may be.
  claimEntered: ['firstName', 'productTitle', 'orderNumber', 'contractOn', 'note', 'until', 'link'],
  // The answer to a claim: found, or refused with a reason and the day to object.
  claimDecided: ['firstName', 'productTitle', 'reason', 'objectUntil', 'email', 'link'],
  // An objection that came by phone or letter, as it was entered; until: the day of the answer.
  appealEntered: ['firstName', 'productTitle', 'message', 'until', 'link'],
  appealDecided: ['firstName', 'productTitle', 'reason', 'link'], // reason null: accepted
  reviewQuestion: ['firstName', 'productTitle', 'question', 'until', 'link'], // about a held reward
  refused: ['firstName', 'beneficiary', 'productTitle', 'reason', 'objectUntil', 'email', 'link'],
  orderCancelled: ['firstName', 'beneficiary', 'productTitle', 'link'],
  newsletterOptin: ['firstName', 'link'],
  newsletterConfirmed: ['firstName', 'link', 'unsubscribe'],
  accountDeleted: ['firstName', 'amount', 'link'], // amount: still to be paid, or null
  agencyConfirm: ['firstName', 'agencyName', 'agencyNumber', 'link'], // an agency registered
  agencyEmployee: ['firstName', 'agencyName', 'agencyNumber', 'link'], // added user, to set a password
  // Invites a future referrer; `conversation` is on-site or by-phone, `reminder` 0 the first time.
  agencyInvitation: [
    'firstName',
    'agencyName',
    'employeeName',
    'conversation',
    'reminder',
    'expiresOn',
    'link',
  ],
  agencyNumberTaken: ['firstName', 'agencyNumber', 'link'],
  agencyActivated: ['firstName', 'agencyName', 'agencyNumber', 'link'],
  agencyRefused: ['firstName', 'agencyName', 'agencyNumber', 'reason', 'link'], // a registration, to a proven applicant
  agencyInvoice: ['documentKind', 'vatModel', 'invoiceNumber', 'amount', 'expectedOn', 'link'], // invoice or credit, to the agency
  // step: first, next or last; note: the tenant's own words, or null
  agencyInvoiceReminder: [
    'step',
    'invoiceNumber',
    'amount',
    'issuedOn',
    'expectedOn',
    'note',
    'link',
  ],
  agencyRegistered: ['agencyName', 'agencyNumber', 'name', 'email', 'link'], // to the tenant, for activation
  salesPartnerConfirm: ['firstName', 'partnerNumber', 'maskedIban', 'link'], // a sales partner registered
  salesPartnerRegistered: ['partnerNumber', 'name', 'email', 'link'], // to the tenant, for activation
  salesPartnerActivated: ['firstName', 'partnerNumber', 'link'],
  salesPartnerRefused: ['firstName', 'partnerNumber', 'reason', 'link'], // a registration, to a proven applicant
  salesPartnerAccount: ['firstName', 'maskedIban', 'link'], // new account for credit notes
  salesPartnerNote: ['firstName', 'noteNumber', 'amount', 'expectedOn', 'link'],
  salesPartnerPaid: ['firstName', 'noteNumber', 'amount', 'maskedIban', 'link'],
  // The bank could not pay, or own: nothing was sent. `named`: the bank has a name that they may confirm.
  salesPartnerAccountNeeded: ['firstName', 'amount', 'reason', 'link', 'own', 'named'],
  salesPartnerPaidAgain: ['firstName', 'amount', 'reason', 'maskedIban', 'link'], // after a change of account
  // To the tenant; `topic` as in domain/contact.ts, `language` the page's.
  contactMessage: ['name', 'email', 'topic', 'message', 'referralNumber', 'language', 'link'],
  contactReceived: ['link'], // to the sender, without any input
  operatorInvitation: ['link'],
  operatorRenewed: ['person', 'email', 'link'], // to the admins: somebody was invited anew
  operatorEmergency: ['person', 'email', 'role', 'ended', 'link'], // to the admins: a right given or ended on the server
  // One a day, of what waits for this operator: counts, absent where none.
  operatorDaily: [
    'reviews',
    'overdueReviews',
    'claims',
    'overdueClaims',
    'goodwill',
    'clawbacks',
    'clawbackProposals',
    'payoutProposals',
    'bankLines',
    'namedLines',
    'stoppedUploads',
    'endingKeys',
    'voucherCodes',
    'lowVouchers',
    'voucherOrders',
    'orderFiles',
    'unmatchedOrders',
    'invoices',
    'agencies',
    'partners',
    'payments',
    'overduePayments',
    'amount',
    'heldPayments',
    'latePayouts',
    'lostPayments',
    'deadJobs',
    'failedMails',
    'link',
  ],
  operatorAlarm: ['alarm', 'count', 'link'], // at once: dead-jobs, late-payout, books, low-vouchers or failed-voucher
  operatorKey: ['person', 'name', 'on', 'until', 'login', 'link'], // to the admins: an API key was made
  operatorKeysLeft: ['person', 'keys', 'ended', 'on', 'link'], // to the admins: who made API keys may make none any more
  operatorRight: ['person', 'email', 'role', 'until', 'by', 'on', 'alone', 'link'], // to the admins: somebody got a right that moves money
  operatorPayoutAccount: [
    'accountStep',
    'person',
    'on',
    'before',
    'after',
    'from',
    'reason',
    'link',
  ], // to admins and who pays: another account to pay from
  operatorMonthWaits: ['month', 'missing', 'link'], // to who reads the books: a month did not close by itself
  operatorSettings: ['person', 'on', 'changes', 'link'], // to the admins: what moves money was changed
  operatorOrderFile: [
    'person',
    'on',
    'count',
    'waits',
    'amount',
    'cancels',
    'lost',
    'reason',
    'link',
  ], // to admins and second persons: a file waits for one
  operatorOrderFileEnded: ['person', 'on', 'name', 'refused', 'reason', 'link'], // to who brought and who started it: somebody else ended it
  operatorVisit: ['person', 'email', 'role', 'until', 'link'], // to the admins: the platform works here
} as const
export type MailTemplate = keyof typeof mailTemplates

/** Advertising: with `unsubscribe`, also as headers (RFC 8058). */
export const advertisingMails: ReadonlySet<MailTemplate> = new Set(['newsletterConfirmed'])
