import type { Said } from './say.ts'

// The error catalogue (domain.md section 5, spec section 8): the only source of codes, statuses and texts. Each text says what to
// do next and gives nothing away.

type CatalogueEntry = { code: `PSOF${string}`; status: number } & Said & { du: string } // `de` says Sie

const catalogue = {
  'technical-error': {
    code: 'PSOF0001',
    status: 500,
    de: 'Da ist bei uns etwas schiefgelaufen. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    du: 'Da ist bei uns etwas schiefgelaufen. Bitte versuch es in ein paar Minuten noch einmal.',
    en: 'Something went wrong on our side. Please try again in a few minutes.',
  },
  unavailable: {
    code: 'PSOF0002',
    status: 503,
    de: 'Unser Dienst ist gerade kurz nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
    du: 'Unser Dienst ist gerade kurz nicht erreichbar. Bitte versuch es gleich noch einmal.',
    en: 'Our service is briefly unavailable. Please try again in a moment.',
  },
  validation: {
    code: 'PSOF0101',
    status: 400,
    de: 'Bitte prüfen Sie Ihre Angaben. Die markierten Felder sind noch nicht vollständig oder nicht richtig ausgefüllt.',
    du: 'Bitte prüf deine Angaben. Die markierten Felder sind noch nicht vollständig oder nicht richtig ausgefüllt.',
    en: 'Please check your entries. The marked fields are incomplete or incorrect.',
  },
  // 405, 412, 413 and 414 too: the failure then carries its status.
  'not-accepted': {
    code: 'PSOF0102',
    status: 415,
    de: 'Diese Anfrage können wir so nicht verarbeiten. Bitte prüfen Sie Methode, Größe und Format der gesendeten Daten.',
    du: 'Diese Anfrage können wir so nicht verarbeiten. Bitte lade die Seite neu, oder prüf Methode, Größe und Format der gesendeten Daten.',
    en: 'We cannot process this request as it is. Please check the method, size and format of the data you sent.',
  },
  'wrong-credentials': {
    code: 'PSOF0201',
    status: 400,
    de: 'E-Mail-Adresse oder Passwort stimmen nicht. Bitte prüfen Sie Ihre Eingaben oder setzen Sie Ihr Passwort über „Passwort vergessen“ neu.',
    du: 'E-Mail-Adresse oder Passwort stimmen nicht. Bitte prüf deine Eingaben, oder leg über „Passwort vergessen“ ein neues Passwort fest.',
    en: 'The e-mail address or password is incorrect. Please check your entries or reset your password with “Forgot password”.',
  },
  'blocked-general': {
    code: 'PSOF0202',
    status: 403,
    de: 'Ihr Zugang ist zurzeit gesperrt. Bitte wenden Sie sich an unseren Kundenservice.',
    du: 'Dein Zugang ist zurzeit gesperrt. Bitte wende dich an unseren Kundenservice.',
    en: 'Your access is currently blocked. Please contact our customer service.',
  },
  'not-authorised': {
    code: 'PSOF0203',
    status: 403,
    de: 'Dafür fehlt Ihnen die Berechtigung. Bitte melden Sie sich mit einem berechtigten Zugang an oder wenden Sie sich an unseren Kundenservice.',
    du: 'Dafür fehlt dir die Berechtigung. Bitte melde dich mit einem berechtigten Zugang an, oder wende dich an unseren Kundenservice.',
    en: 'You are not authorised to do this. Please log in with an account that is, or contact our customer service.',
  },
  'session-missing': {
    code: 'PSOF0204',
    status: 401,
    de: 'Sie sind nicht oder nicht mehr angemeldet. Bitte melden Sie sich neu an.',
    du: 'Du bist nicht oder nicht mehr angemeldet. Bitte melde dich neu an.',
    en: 'You are not logged in, or no longer logged in. Please log in again.',
  },
  'link-expired': {
    code: 'PSOF0205',
    status: 410,
    de: 'Dieser Link ist abgelaufen. Bitte fordern Sie über „Passwort vergessen“ einen neuen Zugangslink an.',
    du: 'Dieser Link ist abgelaufen. Bitte fordere über „Passwort vergessen“ einen neuen Zugangslink an.',
    en: 'This link has expired. Please request a new access link with “Forgot password”.',
  },
  'token-used': {
    code: 'PSOF0206',
    status: 410,
    de: 'Dieser Link wurde schon benutzt. Bitte melden Sie sich mit Ihrem Passwort an oder fordern Sie einen neuen Link an.',
    du: 'Dieser Link wurde schon benutzt. Bitte melde dich mit deinem Passwort an, oder fordere einen neuen Link an.',
    en: 'This link has already been used. Please log in with your password or request a new link.',
  },
  'confirmation-required': {
    code: 'PSOF0207',
    status: 403,
    de: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse über den Link in unserer E-Mail. Wenn Sie keine E-Mail finden, senden wir sie Ihnen gern noch einmal.',
    du: 'Bitte bestätige zuerst deine E-Mail-Adresse über den Link in unserer E-Mail. Wenn du keine E-Mail findest, senden wir sie dir gern noch einmal.',
    en: 'Please confirm your e-mail address first, with the link in our e-mail. If you cannot find it, we are happy to send it again.',
  },
  'email-not-registered': {
    code: 'PSOF0208',
    status: 404,
    de: 'Diese E-Mail-Adresse ist nicht registriert. Bitte prüfen Sie die Schreibweise.',
    du: 'Diese E-Mail-Adresse ist nicht registriert. Bitte prüf die Schreibweise.',
    en: 'This e-mail address is not registered. Please check the spelling.',
  },
  'login-first': {
    code: 'PSOF0209',
    status: 409,
    de: 'Bitte melden Sie sich zuerst an. Danach können Sie hier weitermachen.',
    du: 'Bitte melde dich zuerst an. Danach kannst du hier weitermachen.',
    en: 'Please log in first. Then you can continue here.',
  },
  'blocked-single': {
    code: 'PSOF0210',
    status: 403,
    de: 'Diese E-Mail-Adresse ist für die Teilnahme gesperrt. Bitte wenden Sie sich an unseren Kundenservice.',
    du: 'Diese E-Mail-Adresse ist für die Teilnahme gesperrt. Bitte wende dich an unseren Kundenservice.',
    en: 'This e-mail address is blocked from taking part. Please contact our customer service.',
  },
  'blocked-wildcard': {
    code: 'PSOF0211',
    status: 403,
    de: 'Mitarbeitende und Dienstleister dürfen nach den Teilnahmebedingungen leider nicht teilnehmen. Bei Fragen hilft Ihnen unser Kundenservice.',
    du: 'Mitarbeitende und Dienstleister dürfen nach den Teilnahmebedingungen leider nicht teilnehmen. Bei Fragen hilft dir unser Kundenservice.',
    en: 'According to the terms, employees and service providers may not take part. If you have questions, please contact our customer service.',
  },
  'recipient-token-invalid': {
    code: 'PSOF0212',
    status: 403,
    de: 'Ihr persönlicher Link ist ungültig oder abgelaufen, oder die Seite war zu lange offen. Bitte öffnen Sie den Link aus unserer letzten E-Mail oder die Empfehlung noch einmal.',
    du: 'Dein persönlicher Link ist ungültig oder abgelaufen, oder die Seite war zu lange offen. Bitte öffne den Link aus unserer letzten E-Mail oder die Empfehlung noch einmal.',
    en: 'Your personal link is invalid or has expired, or the page was open for too long. Please open the link in our latest e-mail, or open the recommendation again.',
  },
  'api-key-invalid': {
    code: 'PSOF0213',
    status: 403,
    de: 'Der API-Schlüssel ist ungültig, wurde widerrufen oder hat dieses Recht nicht. Bitte prüfen Sie den Schlüssel oder fordern Sie einen neuen an.',
    du: 'Der API-Schlüssel ist ungültig, wurde widerrufen oder hat dieses Recht nicht. Bitte prüf den Schlüssel, oder fordere einen neuen an.',
    en: 'The API key is invalid, has been revoked or does not have this right. Please check the key or request a new one.',
  },
  // After a right password, which alone begins no session.
  'passkey-needed': {
    code: 'PSOF0214',
    status: 403,
    de: 'Das Passwort stimmt. Bitte bestätigen Sie die Anmeldung jetzt mit Ihrem Passkey.',
    du: 'Das Passwort stimmt. Bitte bestätige die Anmeldung jetzt mit deinem Passkey.',
    en: 'The password is right. Please confirm the log-in with your passkey now.',
  },
  'passkey-missing': {
    code: 'PSOF0215',
    status: 403,
    de: 'Dieser Zugang braucht einen Passkey. Bitte legen Sie zuerst einen an.',
    du: 'Dieser Zugang braucht einen Passkey. Bitte leg zuerst einen an.',
    en: 'This access needs a passkey. Please create one first.',
  },
  // Of whom a provider knows, where the tenant wants it alone.
  'provider-login-needed': {
    code: 'PSOF0216',
    status: 403,
    de: 'Dieser Zugang geht nur über die gemeinsame Anmeldung. Bitte melden Sie sich dort an.',
    du: 'Dieser Zugang geht nur über die gemeinsame Anmeldung. Bitte melde dich dort an.',
    en: 'This access is open by the single sign-on alone. Please log in there.',
  },
  'address-unconfirmed': {
    code: 'PSOF0217',
    status: 403,
    de: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse: Laden Sie die Seite neu und fordern Sie einen Code an.',
    du: 'Bitte bestätige zuerst deine E-Mail-Adresse: Lade die Seite neu und fordere einen Code an.',
    en: 'Please confirm your e-mail address first: reload the page and ask for a code.',
  },
  'code-wrong': {
    code: 'PSOF0218',
    status: 422,
    de: 'Dieser Code stimmt nicht. Bitte nehmen Sie den aus unserer neuesten E-Mail.',
    du: 'Dieser Code stimmt nicht. Bitte nimm den aus unserer neuesten E-Mail.',
    en: 'This code is not right. Please take the one from our latest e-mail.',
  },
  'code-over': {
    code: 'PSOF0219',
    status: 410,
    de: 'Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.',
    du: 'Dieser Code gilt nicht mehr. Bitte fordere einen neuen an.',
    en: 'This code is no longer valid. Please ask for a new one.',
  },
  'referral-exists': {
    code: 'PSOF0301',
    status: 409,
    de: 'Diese Empfehlung haben Sie schon erstellt. Sie finden sie in Ihrem persönlichen Bereich.',
    du: 'Diese Empfehlung hast du schon erstellt. Du findest sie in deinem persönlichen Bereich.',
    en: 'You have already created this recommendation. You will find it in your personal area.',
  },
  'email-exists': {
    code: 'PSOF0302',
    status: 409,
    de: 'Diese E-Mail-Adresse gibt es bei uns schon. Bitte melden Sie sich an oder geben Sie eine andere an.',
    du: 'Diese E-Mail-Adresse gibt es bei uns schon. Bitte melde dich an, oder gib eine andere an.',
    en: 'This e-mail address already has an account. Please log in or enter a different one.',
  },
  'email-not-allowed': {
    code: 'PSOF0303',
    status: 422,
    de: 'Mit dieser E-Mail-Adresse ist die Teilnahme nicht möglich. Bitte wenden Sie sich an unseren Kundenservice.',
    du: 'Mit dieser E-Mail-Adresse ist die Teilnahme nicht möglich. Bitte wende dich an unseren Kundenservice.',
    en: 'You cannot take part with this e-mail address. Please contact our customer service.',
  },
  'email-invalid': {
    code: 'PSOF0304',
    status: 400,
    de: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    du: 'Bitte gib eine gültige E-Mail-Adresse ein.',
    en: 'Please enter a valid e-mail address.',
  },
  'emails-equal': {
    code: 'PSOF0305',
    status: 422,
    de: 'Die E-Mail-Adresse darf nicht dieselbe sein wie die der empfehlenden Person. Bitte geben Sie eine andere an.',
    du: 'Die E-Mail-Adresse darf nicht dieselbe sein wie die der empfehlenden Person. Bitte gib eine andere an.',
    en: 'The e-mail address must not be the same as the referrer’s. Please enter a different one.',
  },
  'terms-required': {
    code: 'PSOF0306',
    status: 422,
    de: 'Bitte stimmen Sie den Teilnahme- und Prämienbedingungen zu, um fortzufahren.',
    du: 'Bitte stimm den Teilnahme- und Prämienbedingungen zu, um fortzufahren.',
    bonus: {
      de: 'Bitte stimmen Sie den Teilnahme- und Bonusbedingungen zu, um fortzufahren.',
      du: 'Bitte stimm den Teilnahme- und Bonusbedingungen zu, um fortzufahren.',
    },
    en: 'Please accept the terms and reward conditions to continue.',
  },
  'referral-expired': {
    code: 'PSOF0307',
    status: 410,
    de: 'Diese Empfehlung ist abgelaufen. Bitten Sie die Person, von der Sie sie haben, um eine neue.',
    du: 'Diese Empfehlung ist abgelaufen. Bitte die Person, von der du sie hast, um eine neue.',
    en: 'This recommendation has expired. Please ask the person who sent it for a new one.',
  },
  'not-found': {
    code: 'PSOF0308',
    status: 404,
    de: 'Das haben wir nicht gefunden. Bitte prüfen Sie die Adresse oder beginnen Sie auf der Startseite neu.',
    du: 'Das haben wir nicht gefunden. Bitte prüf die Adresse, oder beginn auf der Startseite neu.',
    en: 'We could not find this. Please check the address or start again from the homepage.',
  },
  'optin-required': {
    code: 'PSOF0309',
    status: 403,
    de: 'Bitte bestätigen Sie zuerst Ihre Einwilligung über den Link in unserer E-Mail. Danach können Sie versenden.',
    du: 'Bitte bestätige zuerst deine Einwilligung über den Link in unserer E-Mail. Danach kannst du versenden.',
    en: 'Please confirm your consent first, with the link in our e-mail. Then you can send.',
  },
  'self-referral': {
    code: 'PSOF0310',
    status: 422,
    de: 'Sie können sich nicht selbst empfehlen. Teilen Sie die Empfehlung mit einer anderen Person.',
    du: 'Du kannst dich nicht selbst empfehlen. Teil die Empfehlung mit einer anderen Person.',
    en: 'You cannot recommend yourself. Please share the recommendation with someone else.',
  },
  'reward-collected': {
    code: 'PSOF0401',
    status: 409,
    de: 'Diese Prämie haben Sie schon abgeholt. Den Stand sehen Sie in Ihrem persönlichen Bereich oder in unserer E-Mail.',
    du: 'Diese Prämie hast du schon abgeholt. Den Stand siehst du in deinem persönlichen Bereich oder in unserer E-Mail.',
    bonus: {
      de: 'Diesen Bonus haben Sie schon abgeholt. Den Stand sehen Sie in Ihrem persönlichen Bereich oder in unserer E-Mail.',
      du: 'Diesen Bonus hast du schon abgeholt. Den Stand siehst du in deinem persönlichen Bereich oder in unserer E-Mail.',
    },
    en: 'You have already collected this reward. You can see its status in your personal area or in our e-mail.',
  },
  'reward-token-invalid': {
    code: 'PSOF0402',
    status: 403,
    de: 'Der Link zu Ihrer Prämie ist ungültig oder abgelaufen, oder die Seite war zu lange offen. Bitte öffnen Sie den Link aus unserer E-Mail noch einmal, oder wenden Sie sich an unseren Kundenservice.',
    du: 'Der Link zu deiner Prämie ist ungültig oder abgelaufen, oder die Seite war zu lange offen. Bitte öffne den Link aus unserer E-Mail noch einmal, oder wende dich an unseren Kundenservice.',
    bonus: {
      de: 'Der Link zu Ihrem Bonus ist ungültig oder abgelaufen, oder die Seite war zu lange offen. Bitte öffnen Sie den Link aus unserer E-Mail noch einmal, oder wenden Sie sich an unseren Kundenservice.',
      du: 'Der Link zu deinem Bonus ist ungültig oder abgelaufen, oder die Seite war zu lange offen. Bitte öffne den Link aus unserer E-Mail noch einmal, oder wende dich an unseren Kundenservice.',
    },
    en: 'The link to your reward is invalid or has expired, or the page was open for too long. Please open the link in our e-mail again, or contact our customer service.',
  },
  'bank-data-not-saved': {
    code: 'PSOF0403',
    status: 422,
    de: 'Ihre Bankdaten konnten nicht gespeichert werden. Bitte benutzen Sie den Link aus unserer E-Mail.',
    du: 'Deine Bankdaten konnten nicht gespeichert werden. Bitte benutz den Link aus unserer E-Mail.',
    en: 'Your bank details could not be saved. Please use the link in our e-mail.',
  },
  'iban-invalid': {
    code: 'PSOF0404',
    status: 422,
    de: 'Diese IBAN ist nicht gültig oder wird hier nicht angenommen. Bitte prüfen Sie die Ziffern oder geben Sie ein anderes Konto an.',
    du: 'Diese IBAN ist nicht gültig oder wird hier nicht angenommen. Bitte prüf die Ziffern, oder gib ein anderes Konto an.',
    en: 'This IBAN is not valid or is not accepted here. Please check the digits or enter a different account.',
  },
  'no-voucher-left': {
    code: 'PSOF0405',
    status: 409,
    de: 'Von diesem Gutschein ist gerade keiner mehr da. Ihre Prämie bleibt erhalten: Bitte wählen Sie eine andere oder versuchen Sie es später noch einmal.',
    du: 'Von diesem Gutschein ist gerade keiner mehr da. Deine Prämie bleibt erhalten: Bitte wähl eine andere, oder versuch es später noch einmal.',
    bonus: {
      de: 'Von diesem Gutschein ist gerade keiner mehr da. Ihr Bonus bleibt erhalten: Bitte wählen Sie einen anderen oder versuchen Sie es später noch einmal.',
      du: 'Von diesem Gutschein ist gerade keiner mehr da. Dein Bonus bleibt erhalten: Bitte wähl einen anderen, oder versuch es später noch einmal.',
    },
    en: 'This voucher is out of stock at the moment. Your reward is safe: please choose another one or try again later.',
  },
  'codes-at-older-address': {
    code: 'PSOF0406',
    status: 409,
    de: 'Die Codes gingen an Ihre frühere E-Mail-Adresse und werden nicht noch einmal gesendet. Bitte wenden Sie sich an unseren Kundenservice.',
    du: 'Die Codes gingen an deine frühere E-Mail-Adresse und werden nicht noch einmal gesendet. Bitte wende dich an unseren Kundenservice.',
    en: 'The codes went to your earlier e-mail address and are not sent again. Please contact our customer service.',
  },
  'captcha-required': {
    code: 'PSOF0501',
    status: 428,
    de: 'Bitte bestätigen Sie kurz, dass Sie ein Mensch sind, und senden Sie das Formular dann noch einmal ab.',
    du: 'Bitte bestätige kurz, dass du ein Mensch bist, und sende das Formular dann noch einmal ab.',
    en: 'Please confirm that you are human and then send the form again.',
  },
  'captcha-wrong': {
    code: 'PSOF0502',
    status: 422,
    de: 'Die Sicherheitsprüfung war falsch oder ist abgelaufen. Bitte lösen Sie sie noch einmal.',
    du: 'Die Sicherheitsprüfung war falsch oder ist abgelaufen. Bitte lös sie noch einmal.',
    en: 'The security check was wrong or has expired. Please solve it again.',
  },
  'content-unreachable': {
    code: 'PSOF0601',
    status: 503,
    de: 'Inhalt nicht verfügbar. Bitte laden Sie die Seite in ein paar Minuten neu.',
    du: 'Inhalt nicht verfügbar. Bitte lade die Seite in ein paar Minuten neu.',
    en: 'Content not available. Please reload the page in a few minutes.',
  },
  'unknown-product-api': {
    code: 'PSOF0602',
    status: 500,
    de: 'Die Produkte können gerade nicht geladen werden. Bitte versuchen Sie es später noch einmal oder wenden Sie sich an unseren Kundenservice.',
    du: 'Die Produkte können gerade nicht geladen werden. Bitte versuch es später noch einmal, oder wende dich an unseren Kundenservice.',
    en: 'The products cannot be loaded at the moment. Please try again later or contact our customer service.',
  },
  // The specification fixes the words in brackets (section 8, manufacturer lookup).
  'unknown-category': {
    code: 'PSOF0603',
    status: 404,
    de: 'Diese Produktkategorie gibt es nicht (404 - Unknown category). Bitte wählen Sie eine aus der Übersicht.',
    du: 'Diese Produktkategorie gibt es nicht (404 - Unknown category). Bitte wähl eine aus der Übersicht.',
    en: 'This product category does not exist (404 - Unknown category). Please choose one from the overview.',
  },
  'passkey-refused': {
    code: 'PSOF0701',
    status: 400,
    de: 'Dieser Passkey passt zu keinem Zugang, oder die Anfrage ist abgelaufen. Bitte versuchen Sie es noch einmal.',
    du: 'Dieser Passkey passt zu keinem Zugang, oder die Anfrage ist abgelaufen. Bitte versuch es noch einmal.',
    en: 'This passkey belongs to no access, or the request has expired. Please try again.',
  },
  'proof-needed': {
    code: 'PSOF0702',
    status: 403,
    de: 'Dafür weisen Sie sich bitte noch einmal aus. Das gilt dann fünf Minuten.',
    du: 'Dafür weise dich bitte noch einmal aus. Das gilt dann fünf Minuten.',
    en: 'Please confirm once more that it is you. That holds for five minutes.',
  },
  'last-passkey': {
    code: 'PSOF0703',
    status: 409,
    de: 'Das ist Ihr letzter Passkey. Bitte legen Sie erst einen anderen an.',
    du: 'Das ist dein letzter Passkey. Bitte leg erst einen anderen an.',
    en: 'This is your last passkey. Please add another one first.',
  },
  'own-right': {
    code: 'PSOF0704',
    status: 403,
    de: 'Eigene Rechte ändert niemand selbst. Bitte wenden Sie sich an eine andere Person, die das Team verwaltet.',
    du: 'Eigene Rechte ändert niemand selbst. Bitte wende dich an eine andere Person, die das Team verwaltet.',
    en: 'Nobody changes their own rights. Please ask another person who manages the team.',
  },
  'last-admin': {
    code: 'PSOF0705',
    status: 409,
    de: 'Das ist die letzte Person, die dieses Team verwaltet. Bitte berechtigen Sie erst eine andere.',
    du: 'Das ist die letzte Person, die dieses Team verwaltet. Bitte berechtige erst eine andere.',
    en: 'This is the last person who manages this team. Please give somebody else that right first.',
  },
  'own-case': {
    code: 'PSOF0706',
    status: 403,
    de: 'Das betrifft Sie selbst oder Ihren Haushalt. Bitte lassen Sie eine andere Person entscheiden.',
    du: 'Das betrifft dich selbst oder deinen Haushalt. Bitte lass eine andere Person entscheiden.',
    en: 'This concerns yourself or your household. Please let another person decide.',
  },
  'changed-meanwhile': {
    code: 'PSOF0707',
    status: 409,
    de: 'Das hat inzwischen jemand anderes geändert, nichts wurde überschrieben. Bitte sehen Sie sich den neuen Stand an.',
    du: 'Das hat inzwischen jemand anderes geändert, nichts wurde überschrieben. Bitte sieh dir den neuen Stand an.',
    en: 'Somebody else has changed this meanwhile, and nothing was overwritten. Please look at it as it is now.',
  },
  'second-person': {
    code: 'PSOF0708',
    status: 403,
    de: 'Das haben Sie selbst vorgeschlagen. Entscheiden muss eine zweite Person.',
    du: 'Das hast du selbst vorgeschlagen. Entscheiden muss eine zweite Person.',
    en: 'You proposed this yourself. A second person has to decide.',
  },
  'above-own-limit': {
    code: 'PSOF0709',
    status: 403,
    de: 'Der Betrag liegt über der Grenze dieser Rolle. Entscheiden darf, wer Auszahlungen freigibt.',
    du: 'Der Betrag liegt über der Grenze dieser Rolle. Entscheiden darf, wer Auszahlungen freigibt.',
    en: 'The amount is above the limit of this role. People who approve payouts may decide.',
  },
  'undo-over': {
    code: 'PSOF0710',
    status: 409,
    de: 'Das lässt sich nicht mehr rückgängig machen: Die Zeit dafür ist um. Nichts wurde geändert.',
    du: 'Das lässt sich nicht mehr rückgängig machen: Die Zeit dafür ist um. Nichts wurde geändert.',
    en: 'This can no longer be undone: the time for that is over. Nothing was changed.',
  },
  'tenant-incomplete': {
    code: 'PSOF0741',
    status: 409,
    de: 'Diesem Mandanten fehlt noch etwas, oder er gleicht noch seiner Vorlage. Bitte sehen Sie die Prüfliste an.',
    du: 'Diesem Mandanten fehlt noch etwas, oder er gleicht noch seiner Vorlage. Bitte sieh die Prüfliste an.',
    en: 'This tenant still lacks something, or is still like its template. Please look at the check list.',
  },
  'tenant-in-use': {
    code: 'PSOF0742',
    status: 409,
    de: 'Dieser Mandant ist oder war öffentlich, oder er hat schon Personen oder Aufträge. Er wird nicht gelöscht.',
    du: 'Dieser Mandant ist oder war öffentlich, oder er hat schon Personen oder Aufträge. Er wird nicht gelöscht.',
    en: 'This tenant is or was public, or it has people or orders already. It is not deleted.',
  },
  'unknown-tenant': {
    code: 'PSOF0604',
    status: 404,
    de: 'Dieses Empfehlungsprogramm gibt es nicht. Bitte prüfen Sie die Adresse.',
    du: 'Dieses Empfehlungsprogramm gibt es nicht. Bitte prüf die Adresse.',
    en: 'This referral programme does not exist. Please check the address.',
  },
  'too-many-requests': {
    code: 'PSOF0605',
    status: 429,
    de: 'Das waren zu viele Versuche in kurzer Zeit. Bitte versuchen Sie es später noch einmal.',
    du: 'Das waren zu viele Versuche in kurzer Zeit. Bitte versuch es später noch einmal.',
    en: 'Too many attempts in a short time. Please try again later.',
  },
  'idempotency-mismatch': {
    code: 'PSOF0606',
    status: 409,
    de: 'Unter diesem Vorgangsschlüssel wurden schon andere Daten gesendet. Bitte verwenden Sie für neue Daten einen neuen Schlüssel.',
    du: 'Unter diesem Vorgangsschlüssel wurden schon andere Daten gesendet. Bitte lade die Seite neu, oder verwende für neue Daten einen neuen Schlüssel.',
    en: 'Other data has already been sent with this idempotency key. Please use a new key for new data.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorName = keyof typeof catalogue

export const errorCatalogue: Readonly<Record<ErrorName, CatalogueEntry>> = catalogue

/**
 * A refusal. `fields`: wire names with localised texts; `status`: only if other than the catalogue's (not-accepted);
 * `retryAfterSeconds`: the Retry-After header.
 */
/** `not-authorised` in the console, where no right is missing that could be named. */
export const refusedInConsole: Said = {
  de: 'Das ist mit den eigenen Rechten hier nicht erlaubt. Rechte vergibt die Verwaltung dieses Mandanten.',
  en: 'You may not do this here. The administrators of this tenant grant rights.',
}

export type Failure = {
  name: ErrorName
  said?: Said // instead of the catalogue's text
  fields?: { field: string; message: string }[]
  details?: Record<string, unknown>
  status?: number
  retryAfterSeconds?: number
}
