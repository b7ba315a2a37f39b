/** What the demo calls the mails to sales partners. */
export const salesPartnerMailNames = {
  de: {
    salesPartnerConfirm: 'Verkaufspartner: Registrierung bestätigen',
    salesPartnerRegistered: 'Verkaufspartner: Meldung an das Programm',
    salesPartnerActivated: 'Verkaufspartner: freigeschaltet',
    salesPartnerNote: 'Verkaufspartner: neue Gutschrift',
    salesPartnerPaid: 'Verkaufspartner: ausgezahlt',
    salesPartnerAccountNeeded: 'Verkaufspartner: IBAN nötig',
    salesPartnerPaidAgain: 'Verkaufspartner: neue Überweisung',
    salesPartnerAccountChanged: 'Verkaufspartner: Konto geändert',
  },
  en: {
    salesPartnerConfirm: 'Sales partner: confirm registration',
    salesPartnerRegistered: 'Sales partner: notice to the programme',
    salesPartnerActivated: 'Sales partner: activated',
    salesPartnerNote: 'Sales partner: new credit note',
    salesPartnerPaid: 'Sales partner: paid',
    salesPartnerAccountNeeded: 'Sales partner: IBAN needed',
    salesPartnerPaidAgain: 'Sales partner: transferred again',
    salesPartnerAccountChanged: 'Sales partner: account changed',
  },
}
