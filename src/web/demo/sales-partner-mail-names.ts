export const salesPartnerMailNames = {
  de: {
    salesPartnerConfirm: 'Verkaufspartner: Registrierung bestätigen',
    salesPartnerRegistered: 'Verkaufspartner: Meldung an das Programm',
    salesPartnerActivated: 'Verkaufspartner: freigeschaltet',
    salesPartnerRefused: 'Verkaufspartner: nicht freigeschaltet',
    salesPartnerAccount: 'Verkaufspartner: neues Konto',
    salesPartnerNote: 'Verkaufspartner: neue Gutschrift',
    salesPartnerPaid: 'Verkaufspartner: ausgezahlt',
    salesPartnerAccountNeeded: 'Verkaufspartner: IBAN nötig',
    salesPartnerPaidAgain: 'Verkaufspartner: neue Überweisung',
  },
  en: {
    salesPartnerConfirm: 'Sales partner: confirm registration',
    salesPartnerRegistered: 'Sales partner: notice to the programme',
    salesPartnerActivated: 'Sales partner: activated',
    salesPartnerRefused: 'Sales partner: not activated',
    salesPartnerAccount: 'Sales partner: new account',
    salesPartnerNote: 'Sales partner: new credit note',
    salesPartnerPaid: 'Sales partner: paid',
    salesPartnerAccountNeeded: 'Sales partner: IBAN needed',
    salesPartnerPaidAgain: 'Sales partner: transferred again',
  },
}
